/** A workflow run in the place of the main job: its stages, its experiment, its failure. */
import { CancelledError, TrimtabError } from '../../model/problem.js';
import type { Stage } from './job.js';
import type { StartedRun, WorkflowRunState } from '../runner/index.js';

/** What each kind of step is in the course of the main job. */
const STAGES: Readonly<Record<string, Stage>> = {
  sync: 'prepare',
  build: 'build',
  run: 'run',
  fetch: 'collect',
  analyze: 'analyze',
};

/** Tells how far a run is in the words of the main job. */
export function tellStage({ steps }: WorkflowRunState, onProgress: (stage: Stage, message: string) => void): void {
  const step = steps.at(-1);
  const stage = step === undefined ? undefined : STAGES[step.kind];
  if (step !== undefined && stage !== undefined) onProgress(stage, step.sentence ?? step.title);
}

/**
 * The experiment of a run that has ended.
 * @throws TrimtabError when a step failed; CancelledError when it was cancelled or left
 */
export function experimentOf({ state, error }: Awaited<StartedRun['ended']>): string {
  if (state.state === 'failed') {
    const details = error instanceof TrimtabError ? error.details : undefined;
    throw new TrimtabError(state.sentence ?? 'The run failed.', details === undefined ? {} : { details });
  }
  if (state.state !== 'succeeded') throw new CancelledError();
  const experiment = state.steps.findLast(({ kind }) => kind === 'analyze')?.outputs?.experiment;
  if (typeof experiment === 'string') return experiment;
  throw new TrimtabError('The workflow ended without an experiment; put an "analyze" step into it.');
}
