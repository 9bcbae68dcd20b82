import { CancelledError, TrimtabError } from '../../model/problem.js';
import type { Stage } from '../../protocol/messages.js';
import type { WorkflowRunState } from '../../workflows/runner/index.js';
import { stopOf } from '../../workflows/runner/stop.js';
import type { JobReporter } from '../jobs.js';
import type { WorkflowRuns } from './workflowRuns.js';

/** What each step of the workflow is in the course of the main job. */
const STAGES: Readonly<Record<string, Stage>> = {
  sync: 'prepare',
  build: 'build',
  run: 'run',
  fetch: 'collect',
  analyze: 'analyze',
};

/**
 * The main job on another target: a workflow run, which outlives this process. Cancelling cancels it with its job;
 * when the engine ends it is left, and picked up by the next one.
 * @throws TrimtabError when a step fails; CancelledError when it was cancelled or left
 */
export async function analyzeElsewhere(
  runs: WorkflowRuns,
  configuration: string,
  { signal, onProgress, onOutput }: JobReporter,
): Promise<{ experiment: string }> {
  const { id, ended } = runs.begin(
    'analyze-performance',
    configuration,
    {},
    {
      onOutput: (_, text) => onOutput(text),
      onChange: ({ steps }) => {
        const step = steps.at(-1);
        const stage = step === undefined ? undefined : STAGES[step.kind];
        if (step !== undefined && stage !== undefined) onProgress(stage, step.sentence ?? step.title);
      },
    },
  );
  const cancel = (): void => {
    if (stopOf(signal) === 'cancel') runs.cancel(id);
  };
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  const { state, error } = await ended;
  signal.removeEventListener('abort', cancel);
  if (state.state === 'succeeded') return { experiment: experimentOf(state) };
  if (state.state !== 'failed') throw new CancelledError();
  const details = error instanceof TrimtabError ? error.details : undefined;
  throw new TrimtabError(state.sentence ?? 'The run failed.', details === undefined ? {} : { details });
}

/** The experiment that a run completed. */
export function experimentOf({ steps }: Pick<WorkflowRunState, 'steps'>): string {
  const experiment = steps.findLast(({ kind }) => kind === 'analyze')?.outputs?.experiment;
  if (typeof experiment === 'string') return experiment;
  throw new TrimtabError('The workflow ended without an experiment; put an "analyze" step into it.');
}
