/** A workflow run in the place of the main job: its experiment, its failure. */
import { CancelledError, TrimtabError } from '../../base/problem.js';
import { analyzeDeclaration } from '../declarations/analyze.js';
import { latestOutputs } from '../language/declaration.js';
import type { StartedRun } from '../runner/index.js';

/**
 * Returns the experiment of a run that has ended.
 * @throws TrimtabError with the message of a failed step; CancelledError when it was cancelled or left
 */
export function experimentOf({ state, error }: Awaited<StartedRun['ended']>): string {
  if (state.state === 'failed')
    throw error instanceof TrimtabError ? error : new TrimtabError(state.sentence ?? 'The run failed.');
  if (state.state !== 'succeeded') throw new CancelledError();
  const experiment = latestOutputs(analyzeDeclaration, state.steps)?.experiment;
  if (experiment !== undefined) return experiment;
  throw new TrimtabError('The workflow ended without an experiment; put an "analyze" step into it.');
}
