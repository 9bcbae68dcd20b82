/** Folders with the records of a project's current runs. */
import { savedBy } from '../declarations/run.js';
import type { OpenRuns } from '../runs/runRecord.js';
import type { StepState, WorkflowRunSummary } from '../runs/state.js';
import type { LivePlace } from './liveRun.js';

/** A step of a workflow run whose program runs, or waits to. */
export interface GoingRun extends LivePlace {
  /** Identifier of the workflow run. */
  readonly run: string;
  /** Title of the step, for people. */
  readonly title: string;
  /** Its experiment. */
  readonly experiment: string | undefined;
  /** The trimtab.yaml that the run works with, where targets are described. */
  readonly configuration: string;
}

function goingStep(run: WorkflowRunSummary, step: StepState): GoingRun[] {
  const { records, experiment } = savedBy(step.saved);
  if (step.kind !== 'run' || step.state !== 'running' || records === undefined) return [];
  return [{ ...records, run: run.id, title: step.title, experiment, configuration: run.configuration }];
}

/** Newest first. External runs are not contacted: their paths are not this user's choice. */
export function goingRuns(runs: OpenRuns, project: string): GoingRun[] {
  return runs
    .of(project)
    .filter(({ state, elsewhere }) => !elsewhere && (state === 'running' || state === 'interrupted'))
    .flatMap((run) => run.steps.toReversed().flatMap((step) => goingStep(run, step)));
}
