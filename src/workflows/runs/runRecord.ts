/** Contents of the folder of a workflow run, `.trimtab/runs/<id>/`, and whether this user wrote it. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { stringify } from 'yaml';
import { errorCode, readText } from '../../base/files/index.js';
import { checkStored } from '../../base/storedFormat.js';
import { parseYaml } from '../../base/yaml.js';
import { fits, isIdentifier, isOwned, type Sealed, sealOf } from '../../experiments/index.js';
import { TrimtabError } from '../../base/problem.js';
import { seriesIn, tableIn } from './series.js';
import { runFormat, type WorkflowRunState, type WorkflowRunSummary } from './state.js';

export const STATE = 'state.yaml';
export const WORKFLOW = 'workflow.yaml';
/** Bytes beyond which a file of a run is none that Trimtab wrote. */
const LARGEST = 8 << 20;
/** The last line of a state begins so; to YAML it is a comment. */
const SEAL = '# Sealed by the user who started it: ';
const HEADER = '# One run of a workflow, written by Trimtab.\n';

/** The folder of a project's workflow runs. */
export function runsFolder(project: string): string {
  return join(project, '.trimtab', 'runs');
}

/** The folder of a run. @throws TrimtabError when there is none of this name */
export function folderOf(project: string, id: string): string {
  const folder = join(runsFolder(project), id);
  if (isIdentifier(id) && existsSync(folder)) return folder;
  throw new TrimtabError(`There is no workflow run ${id} in ${runsFolder(project)}; list them to see the identifiers.`);
}

/** Contents of a run's folder, read once. */
export interface RunRecord {
  readonly folder: string;
  readonly state: WorkflowRunState;
  /** The texts that determine the effect of resuming it: the state's without its seal, and the workflow's. */
  readonly stateText: string;
  readonly workflowText: string;
  /** Whether it was started elsewhere, or by another user, or was changed by other means than the local Trimtab. */
  readonly elsewhere: boolean;
}

/** @throws TrimtabError when there is no such run or it is damaged */
export function readRecord(project: string, id: string): RunRecord {
  const folder = folderOf(project, id);
  const { text: stateText, seal } = unsealed(textIn(folder, STATE));
  const workflowText = textIn(folder, WORKFLOW);
  const elsewhere = seal === undefined || !fits(seal, sealed(project, id, stateText, workflowText));
  return { folder, state: parseState(folder, stateText), stateText, workflowText, elsewhere };
}

function textIn(folder: string, name: string): string {
  return readText(join(folder, name), { limit: LARGEST });
}

function parseState(folder: string, text: string): WorkflowRunState {
  const { data, problems } = parseYaml(text);
  const problem = problems.at(0);
  if (problem !== undefined)
    throw new TrimtabError(
      `${STATE} of the workflow run ${basename(folder)} is not valid YAML (line ${problem.line}).`,
    );
  return checkStored(runFormat, `${STATE} of the workflow run ${basename(folder)}`, data);
}

/** The text of the workflow as it was when the run began. @throws TrimtabError when there is no such run */
export function readWorkflowCopy(project: string, id: string): string {
  return textIn(folderOf(project, id), WORKFLOW);
}

/**
 * Returns the state of a run; one that no process executes reads as interrupted. @throws TrimtabError when it is
 * damaged
 */
export function readRun(project: string, id: string): WorkflowRunSummary {
  const { folder, state, elsewhere } = readRecord(project, id);
  const open = state.state === 'running' || state.state === 'asking';
  const standing = open && !isOwned(folder) ? 'interrupted' : state.state;
  const table = tableIn(state.steps);
  const made = { series: seriesIn(state.steps), ...(table === undefined ? {} : { table: join(folder, table) }) };
  return { ...state, folder, elsewhere, ...made, state: standing };
}

/** Identifiers of all runs of a project, newest first. @throws TrimtabError when they cannot be listed */
function runsOf(project: string): string[] {
  try {
    return readdirSync(runsFolder(project))
      .filter(isIdentifier)
      .sort((a, b) => (a < b ? 1 : -1));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw new TrimtabError(`The workflow runs in ${runsFolder(project)} cannot be listed (${String(error)}).`);
  }
}

/** All runs of a project, newest first; a damaged one with the reason. */
export function readRuns(project: string): WorkflowRunSummary[] {
  return runsOf(project).map((id) => summaryOf(project, id));
}

/** Runs that have not ended, for who looks often: what has ended is read again only when it is written again. */
export class OpenRuns {
  /** When the state of what has ended was written, by its file, in nanoseconds. */
  private readonly ended = new Map<string, bigint>();

  /** Those of a project, newest first. @throws TrimtabError when they cannot be listed */
  of(project: string): WorkflowRunSummary[] {
    return runsOf(project).flatMap((id) => {
      const file = join(runsFolder(project), id, STATE);
      const written = statSync(file, { bigint: true, throwIfNoEntry: false })?.mtimeNs;
      if (written !== undefined && this.ended.get(file) === written) return [];
      const run = summaryOf(project, id);
      if (run.state === 'running' || run.state === 'asking' || run.state === 'interrupted') return [run];
      if (written !== undefined) this.ended.set(file, written);
      return [];
    });
  }
}

function summaryOf(project: string, id: string): WorkflowRunSummary {
  try {
    return readRun(project, id);
  } catch (error) {
    if (!(error instanceof TrimtabError)) throw error;
    return {
      format: 'trimtab-workflow-run',
      version: 1,
      id,
      name: id,
      workflow: '',
      configuration: '',
      inputs: {},
      state: 'damaged',
      sentence: error.message,
      began: new Date(0).toISOString(),
      steps: [],
      folder: join(runsFolder(project), id),
      elsewhere: false,
      series: [],
    };
  }
}

/** Returns the content covered by the seal of a run: its folder, its name, its state and its workflow. */
function sealed(project: string, id: string, stateText: string, workflowText: string): Sealed {
  return { kind: 'workflow run', folder: project, parts: [id, stateText, workflowText] };
}

/**
 * Returns the text of a state file.
 * @param workflowText the run's workflow, to seal both with; if omitted, the run stays external
 */
export function stateFileText(project: string, state: WorkflowRunState, workflowText?: string): string {
  const text = HEADER + stringify(state, { lineWidth: 0, aliasDuplicateObjects: false });
  const seal = workflowText === undefined ? undefined : sealOf(sealed(project, state.id, text, workflowText));
  return seal === undefined ? text : `${text}${SEAL}${seal}\n`;
}

function unsealed(text: string): { readonly text: string; readonly seal?: string } {
  const at = text.lastIndexOf(SEAL);
  const seal = at < 0 ? undefined : /^([0-9a-f]{64})\n$/.exec(text.slice(at + SEAL.length))?.[1];
  return seal === undefined ? { text } : { text: text.slice(0, at), seal };
}

/** The sentence for a run that is not continued without asking. */
export function elsewhereSentence(id: string): string {
  return `The workflow run ${id} was not started here by you, or was changed since. Resume it to review its commands and continue.`;
}
