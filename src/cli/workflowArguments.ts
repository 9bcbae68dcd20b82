/** The grammar of `trimtab workflow …`. */
import { readWords } from './readWords.js';
import { UsageError } from './usageError.js';

/** Inputs of a workflow as they were typed, by name. */
export type Settings = Readonly<Record<string, string>>;

export type WorkflowRequest = { readonly command: 'workflow'; readonly project: string; readonly json: boolean } & (
  | { readonly action: 'list' | 'actions' }
  | { readonly action: 'run'; readonly workflow: string; readonly settings: Settings }
  | { readonly action: 'resume'; readonly id: string; readonly from?: string; readonly seen?: string }
  | { readonly action: 'cancel' | 'show'; readonly id: string }
  | { readonly action: 'answer'; readonly id: string; readonly step: string; readonly answer: string }
);

export const WORKFLOW_HELP = `  trimtab workflow list                 list workflows, and the runs of this project, newest first
  trimtab workflow actions              list actions of steps with arguments and outputs
  trimtab workflow run <name or file>   run a workflow with the trimtab.yaml of the project; --set changes its inputs
  trimtab workflow show <run>           show the state of each step
  trimtab workflow resume <run>         continue a run that was interrupted, failed or was cancelled
  trimtab workflow cancel <run>         cancel a run and its job
  trimtab workflow answer <run> <step> <answer>   answer a step that asks
`;

export const WORKFLOW_OPTIONS_HELP = `  --set <name>=<value> an input of a workflow, such as --set 'ranks=[1, 2, 4]' (workflow run; may be repeated)
  --from <step>        repeat this step and all later ones (workflow resume)
  --seen <digits>      resume an external run whose commands were shown with these digits (workflow resume)
`;

const options = {
  project: { type: 'string' },
  set: { type: 'string', multiple: true },
  from: { type: 'string' },
  seen: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** @param args the words after `workflow` */
export function workflowRequest(args: readonly string[]): WorkflowRequest {
  const { values, positionals } = readWords(args, options);
  const [action = 'list', first, ...rest] = positionals;
  const common = { command: 'workflow', project: values.project ?? '.', json: values.json === true } as const;
  const most = (count: number): void => {
    const extra = [first, ...rest].at(count);
    if (extra !== undefined) throw new UsageError(`workflow ${action} does not take "${extra}".`);
  };
  if (values.set !== undefined && action !== 'run') throw new UsageError('--set belongs to "trimtab workflow run".');
  if (values.from !== undefined && action !== 'resume')
    throw new UsageError('--from belongs to "trimtab workflow resume".');
  if (values.seen !== undefined && action !== 'resume')
    throw new UsageError('--seen belongs to "trimtab workflow resume".');
  switch (action) {
    case 'list':
    case 'actions':
      most(0);
      return { ...common, action };
    case 'run':
      most(1);
      return {
        ...common,
        action,
        workflow: needed(first, 'run', 'a workflow'),
        settings: settingsOf(values.set ?? []),
      };
    case 'resume': {
      most(1);
      const id = needed(first, action, 'a run');
      return {
        ...common,
        action,
        id,
        ...(values.from === undefined ? {} : { from: values.from }),
        ...(values.seen === undefined ? {} : { seen: values.seen }),
      };
    }
    case 'cancel':
    case 'show':
      most(1);
      return { ...common, action, id: needed(first, action, 'a run') };
    case 'answer': {
      const id = needed(first, action, 'a run');
      const step = needed(rest.at(0), action, 'the step that asks');
      return { ...common, action, id, step, answer: needed(rest.slice(1).join(' '), action, 'an answer') };
    }
    default:
      throw new UsageError(
        `"${action}" is no action of workflow; use list, actions, run, show, resume, cancel or answer.`,
      );
  }
}

function needed(word: string | undefined, action: string, what: string): string {
  if (word === undefined || word === '') throw new UsageError(`workflow ${action} needs ${what}.`);
  return word;
}

function settingsOf(settings: readonly string[]): Settings {
  return Object.fromEntries(
    settings.map((setting): [string, string] => {
      const [, name, value] = /^([A-Za-z][\w-]*)=(.*)$/s.exec(setting) ?? [];
      if (name === undefined || value === undefined)
        throw new UsageError(`--set needs a name and a value, such as ranks=4, not "${setting}".`);
      return [name, value];
    }),
  );
}
