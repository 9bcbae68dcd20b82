/** The declarations of `trimtab workflow list|actions|run|show|resume|cancel|answer`. */
import { Command } from '@commander-js/extra-typings';
import { present } from '../../base/present.js';
import { UsageError } from './usageError.js';
import { jsonOption, projectOption, type Submit } from './values.js';

/** Inputs of a workflow as text, by name. */
export type Settings = Readonly<Record<string, string>>;

export type WorkflowRequest = { readonly command: 'workflow'; readonly project: string; readonly json: boolean } & (
  | { readonly action: 'list' | 'actions' }
  | { readonly action: 'run'; readonly workflow: string; readonly settings: Settings }
  | { readonly action: 'resume'; readonly id: string; readonly from?: string; readonly seen?: string }
  | { readonly action: 'cancel' | 'show'; readonly id: string }
  | { readonly action: 'answer'; readonly id: string; readonly step: string; readonly answer: string }
);

export function workflowCommand(submit: Submit<WorkflowRequest>) {
  const group = new Command('workflow')
    .summary('run, continue and show workflows')
    .description('Run, continue and show workflows.');
  group.addCommand(
    action('list', 'List workflows, and the runs of this project, newest first.').action((options) =>
      submit({ ...commonOf(options), action: 'list' }),
    ),
  );
  group.addCommand(
    action('actions', 'List actions of steps with arguments and outputs.').action((options) =>
      submit({ ...commonOf(options), action: 'actions' }),
    ),
  );
  group.addCommand(runAction(submit));
  group.addCommand(
    action('show', 'Show the state of each step.')
      .argument('<run>', 'a run')
      .action((id, options) => submit({ ...commonOf(options), action: 'show', id })),
  );
  group.addCommand(resumeAction(submit));
  group.addCommand(
    action('cancel', 'Cancel a run and its job.')
      .argument('<run>', 'a run')
      .action((id, options) => submit({ ...commonOf(options), action: 'cancel', id })),
  );
  return group.addCommand(
    action('answer', 'Answer a step that asks.')
      .argument('<run>', 'a run')
      .argument('<step>', 'the step that asks')
      .argument('<answer...>', 'the answer')
      .action((id, step, words, options) =>
        submit({ ...commonOf(options), action: 'answer', id, step, answer: words.join(' ') }),
      ),
  );
}

const runAction = (submit: Submit<WorkflowRequest>) =>
  action('run', 'Run a workflow with the trimtab.yaml of the project.')
    .argument('<name|file>', 'a shipped workflow, or a file')
    .option(
      '--set <name=value>',
      "an input of the workflow, such as --set 'ranks=[1, 2, 4]'; may be repeated",
      settingsWith,
    )
    .action((workflow, { set: settings = {}, ...options }) =>
      submit({ ...commonOf(options), action: 'run', workflow, settings }),
    );

const resumeAction = (submit: Submit<WorkflowRequest>) =>
  action('resume', 'Continue a run that was interrupted, failed or was canceled.')
    .argument('<run>', 'a run')
    .option('--from <step>', 'repeat this step and all later ones')
    .option('--seen <digits>', 'resume an external run whose commands were shown with these digits')
    .action((id, { from, seen, ...options }) =>
      submit({ ...commonOf(options), action: 'resume', id, ...present({ from, seen }) }),
    );

const action = (name: string, description: string) =>
  new Command(name).description(description).addOption(projectOption()).addOption(jsonOption());

const commonOf = ({ project = '.', json = false }: { project?: string | undefined; json?: boolean | undefined }) =>
  ({ command: 'workflow', project, json }) as const;

function settingsWith(setting: string, before: Settings | undefined): Settings {
  const [, name, value] = /^([A-Za-z][\w-]*)=(.*)$/s.exec(setting) ?? [];
  if (name === undefined || value === undefined)
    throw new UsageError(`--set takes a name and a value, such as ranks=4, not "${setting}".`);
  return { ...before, [name]: value };
}
