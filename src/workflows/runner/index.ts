/** Starting, resuming, cancelling and answering workflow runs: what the engine and the command line call. */
import { present } from '../../base/present.js';
import { isOwned } from '../../experiments/index.js';
import { TrimtabError } from '../../base/problem.js';
import { savedBy } from '../declarations/run.js';
import { type Configuration, loadConfiguration, parseConfiguration } from '../configuration/configuration.js';
import { inputsProblem } from '../language/givenInputs.js';
import { readWorkflow } from '../reading/parse.js';
import type { ValueRecord } from '../../base/value.js';
import type { Workflow } from '../language/workflow.js';
import { workflowText } from '../reading/library.js';
import type { Surroundings } from '../steps/action.js';
import { Execution } from './execution.js';
import { fingerprintOf } from './review.js';
import { requestCancel, RunFile } from '../runs/runFile.js';
import { readRun, readRuns, type RunRecord } from '../runs/runRecord.js';
import type { WorkflowRunState, WorkflowRunSummary } from '../runs/state.js';
import type { ExecutionObserver } from './stop.js';

export type { Surroundings } from '../steps/action.js';
export { openSurroundings, type OpenSurroundings } from './surroundings.js';
export type { StepState, WorkflowRunState, WorkflowRunSummary } from '../runs/state.js';
export { reviewRun, type RunReview } from './review.js';
export { writeAnswer as answerRun } from '../runs/answers.js';
export { elsewhereSentence, OpenRuns, readRun, readRuns, readWorkflowCopy } from '../runs/runRecord.js';

/** How often a request to cancel is looked for, in milliseconds. */
const POLL_INTERVAL_MS = 500;
/** Interval at which a run is marked as in execution for other machines, in milliseconds. */
const CONFIRM = 60_000;

/** Callbacks and cancellation of a run. */
export interface RunObserver extends ExecutionObserver {
  /** After every change; the state is on disk already. */
  readonly onChange?: (state: WorkflowRunState) => void;
}

/** A run under way. */
export interface StartedRun {
  readonly id: string;
  /** Its state when it ended or was left. Never rejects: a failure is in the state; `error` is the error of a step. */
  readonly ended: Promise<{ readonly state: WorkflowRunState; readonly error?: unknown }>;
}

/**
 * Starts a workflow.
 * @param wanted name of a shipped one, or path of a file
 * @param inputs in the place of those that the workflow has
 * @throws TrimtabError when there is no such workflow or target, it has a mistake, or an input is not known or of the wrong
 * kind
 */
export function startRun(
  wanted: string,
  inputs: ValueRecord,
  surroundings: Surroundings,
  observer: RunObserver,
): StartedRun {
  const { project, path: configuration, target, unwritten } = surroundings.configuration;
  // A target without a description is reported immediately: a retry would not help, and the run would be left over.
  surroundings.targetFor(target);
  const { text, path } = workflowText(wanted, project);
  const workflow = readWorkflow(text, path);
  const problem = inputsProblem(workflow, inputs);
  if (problem !== undefined) throw new TrimtabError(problem);
  const draft = {
    name: workflow.name,
    workflow: wanted,
    configuration,
    ...present({ unwritten }),
    target,
    inputs: { ...workflow.inputs, ...inputs },
  };
  const file = RunFile.create(surroundings.store.project, draft, text, observer.onChange);
  return execute(file, workflow, surroundings, observer);
}

/**
 * Returns the current configuration of a run.
 * @throws TrimtabError when it no longer exists or has an error
 */
export function configurationOf({
  configuration,
  unwritten,
}: Pick<WorkflowRunState, 'configuration' | 'unwritten'>): Configuration {
  return unwritten === undefined
    ? loadConfiguration(configuration)
    : { ...parseConfiguration(unwritten, configuration), unwritten };
}

/** Options for resuming a run. */
export interface ResumeOptions {
  /** Key of a step to begin with; it and all that began after it are done again. */
  readonly from?: string | undefined;
  /** The fingerprint of the review (see `reviewRun`) of an external run that the user accepted. */
  readonly accepted?: string | undefined;
  /** Whether the run is resumed without a request of the user. */
  readonly unattended?: boolean;
}

/**
 * Resumes a run that was interrupted, failed or was cancelled: successful steps are not repeated.
 * @throws TrimtabError when another process executes it, there is no such run or step, or it is external and not
 * accepted in its current form
 */
export function resumeRun(
  id: string,
  surroundings: Surroundings,
  observer: RunObserver,
  { from, accepted, unattended = false }: ResumeOptions = {},
): StartedRun {
  const { file, workflow } = taken(id, surroundings, observer, accepted);
  const first = from === undefined ? -1 : file.indexOf(from);
  if (from !== undefined && first < 0) {
    file.release();
    throw new TrimtabError(`The workflow run ${id} has no step "${from}".`);
  }
  const { steps } = file.state;
  const again = steps.filter(({ key, state }, index) => {
    const afterFrom =
      from !== undefined && (index >= first || from.startsWith(`${key}/`) || from.startsWith(`${key}[`));
    // A finished attempt is not resumed: the step starts again, with a new job.
    return afterFrom || state === 'failed' || state === 'cancelled';
  });
  if (again.length > 0) file.renew(new Set(again.map(({ key }) => key)));
  return execute(file, workflow, surroundings, { ...observer, unattended });
}

/** Takes a run over with the workflow that it was started with: both as they were when they were judged. */
function taken(
  id: string,
  { store, configuration }: Surroundings,
  observer: RunObserver,
  accepted: string | undefined,
): { readonly file: RunFile; readonly workflow: Workflow } {
  const accepts = (run: RunRecord): boolean =>
    accepted !== undefined && accepted === fingerprintOf(run, configuration.path);
  const file = RunFile.takeOver(store.project, id, accepts, observer.onChange);
  try {
    return { file, workflow: readWorkflow(file.workflowText, `the workflow of the run ${id}`) };
  } catch (error) {
    file.release();
    throw error;
  }
}

/**
 * Cancels a run that no process executes, with its jobs, on any target.
 * @throws TrimtabError when a process executes it, there is no such run, or it is external: the jobs it names may
 * belong to other users
 */
export function cancelLeftRun(id: string, surroundings: Surroundings, observer: RunObserver): StartedRun {
  const { file, workflow } = taken(id, surroundings, observer, undefined);
  return execute(file, workflow, surroundings, { ...observer, signal: AbortSignal.abort() });
}

/**
 * Reports whether steps of a run have jobs of this user without a known end. Jobs named by an external run do not
 * count.
 */
export function hasJobs({ steps, elsewhere }: Pick<WorkflowRunSummary, 'steps' | 'elsewhere'>): boolean {
  return !elsewhere && steps.some(({ state, saved }) => state === 'running' && savedBy(saved).job !== undefined);
}

/**
 * Cancels a run in any process; one that no process executes is marked as cancelled. If that one has jobs (see
 * `hasJobs`), use `cancelLeftRun`, which ends them too.
 */
export function cancelRun(project: string, id: string): void {
  const run = readRun(project, id);
  if (isOwned(run.folder)) requestCancel(project, id);
  else if (run.state === 'interrupted') RunFile.cancelLeft(project, id);
}

/** Returns runs of this user that no process executes and that can be resumed automatically, oldest first. */
export function interruptedRuns(project: string): WorkflowRunSummary[] {
  return readRuns(project)
    .filter(({ state, elsewhere }) => state === 'interrupted' && !elsewhere)
    .reverse();
}

function execute(file: RunFile, workflow: Workflow, surroundings: Surroundings, observer: RunObserver): StartedRun {
  const cancel = new AbortController();
  const watch = setInterval(() => {
    if (file.cancelRequested) cancel.abort();
  }, POLL_INTERVAL_MS);
  const confirm = setInterval(() => {
    try {
      file.confirm();
    } catch {
      // The last time holds for minutes, and the next one may succeed.
    }
  }, CONFIRM);
  const signal = AbortSignal.any([observer.signal, cancel.signal]);
  // A run keeps its original target, whatever the current configuration.
  const configuration = {
    ...surroundings.configuration,
    target: file.state.target ?? surroundings.configuration.target,
  };
  const execution = new Execution(file, { ...surroundings, configuration }, { ...observer, signal });
  const ended = execution
    .whole(workflow.steps)
    .then((error) => ({ state: file.state, ...present({ error }) }))
    .finally(() => {
      clearInterval(watch);
      clearInterval(confirm);
    });
  return { id: file.state.id, ended };
}
