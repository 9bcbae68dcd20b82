/** Review shown to the user before an external run is resumed: everything that determines the commands it starts. */
import { createHash } from 'node:crypto';
import { errorCode, readText } from '../../base/files/index.js';
import { TrimtabError } from '../../base/problem.js';
import { commandText } from '../../base/text.js';
import { type Configuration, parseConfiguration } from '../configuration/configuration.js';
import { parseWorkflow } from '../reading/parse.js';
import { isGroup, type Step } from '../language/workflow.js';
import { readRecord, type RunRecord } from '../runs/runRecord.js';

/** An external run as shown to the user for review. */
export interface RunReview {
  /** Plain text: its commands first, then the files they come from. */
  readonly text: string;
  /** Identifies the text: changes made after it was shown are not accepted with it. */
  readonly fingerprint: string;
}

/**
 * The review of a run.
 * @param configuration path of the trimtab.yaml it would go on with
 * @throws TrimtabError when there is no such run or it is damaged
 */
export function reviewRun(project: string, id: string, configuration: string): RunReview {
  const run = readRecord(project, id);
  const configurationText = configurationOf(run, configuration);
  const lines = [
    `The workflow run ${id} was not started here by you, or was changed since.`,
    'Continuing it runs the following commands, on this machine or on the named targets.',
    '',
    'Steps of its workflow',
    ...workflowLines(run.workflowText),
    '',
    `Commands of ${configuration}`,
    ...configurationLines(configurationText, configuration),
    ...fileLines('Its workflow', run.workflowText),
    ...fileLines('Its state: the results of completed steps, which later steps use', run.stateText),
    ...fileLines(configuration, configurationText),
  ];
  return {
    text: `${lines
      .flatMap((line) => line.split('\n'))
      .map(visible)
      .join('\n')}\n`,
    fingerprint: fingerprint(run, configurationText),
  };
}

/** Returns the fingerprint that a user accepts who was shown this run, with this trimtab.yaml. */
export function fingerprintOf(run: RunRecord, configuration: string): string {
  return fingerprint(run, configurationOf(run, configuration));
}

function fingerprint({ stateText, workflowText }: RunRecord, configurationText: string): string {
  return createHash('sha256')
    .update(JSON.stringify([stateText, workflowText, configurationText]))
    .digest('hex')
    .slice(0, 32);
}

/** The text of the configuration that a run would go on with. */
function configurationOf({ state }: RunRecord, path: string): string {
  if (state.unwritten !== undefined) return state.unwritten;
  try {
    return readText(path, { limit: 1 << 20 });
  } catch (error) {
    return `# It cannot be read (${errorCode(error) ?? String(error)}).\n`;
  }
}

function workflowLines(text: string): string[] {
  const { workflow, problems } = parseWorkflow(text);
  return workflow === undefined
    ? problems.map(({ line, message }) => `  line ${line}: ${message}`)
    : workflow.steps.flatMap((step) => stepLines(step, '  '));
}

/** A step with everything it is given: of a shell step the command, of others what they do differently. */
function stepLines(step: Step, indent: string): string[] {
  const head = `${indent}${step.kind} (${step.title})`;
  if (isGroup(step)) return [head, ...step.steps.flatMap((inner) => stepLines(inner, `${indent}  `))];
  const given = Object.entries(step.arguments).map(([name, value]) => `${indent}  ${name}: ${argumentText(value)}`);
  return [head, ...given];
}

function argumentText(value: unknown): string {
  const words = Array.isArray(value) ? value.filter((word) => typeof word === 'string') : [];
  return Array.isArray(value) && words.length > 0 && words.length === value.length
    ? commandText(words)
    : JSON.stringify(value);
}

function configurationLines(text: string, path: string): string[] {
  let configuration: Configuration;
  try {
    configuration = parseConfiguration(text, path);
  } catch (error) {
    if (error instanceof TrimtabError) return [`  ${error.message}`];
    throw error;
  }
  const { build, run, targets } = configuration;
  const steps = [
    ...(build === undefined ? [] : [{ what: 'build', input: undefined, ...build }]),
    { what: 'run', ...run },
  ];
  return [
    ...steps.flatMap(({ what, folder, commands, input }) =>
      commands.map((argv) => `  ${what}: ${commandText(argv, input)} (in ${folder})`),
    ),
    ...targets
      .filter(({ setup }) => setup !== '')
      .flatMap(({ name, setup }) => [
        `  set-up of the target ${name}:`,
        ...setup.split('\n').map((line) => `    ${line}`),
      ]),
  ];
}

function fileLines(title: string, text: string): string[] {
  return ['', `----- ${title} -----`, ...text.trimEnd().split('\n')];
}

/** Characters that hide or turn around what follows them are shown by their number. */
function visible(line: string): string {
  return line.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
