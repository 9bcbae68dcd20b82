import type { Configuration } from '../../workflows/configuration/configuration.js';
import { type RecordingChoice, analysisWorkflow } from '../../workflows/mainJob/analyzePerformance.js';
import { experimentOf } from '../../workflows/mainJob/runAsJob.js';
import { stopOf } from '../../workflows/runner/stop.js';
import type { TaskReporter } from '../requests/runningTasks.js';
import type { WorkflowRuns } from './workflowRuns.js';

/**
 * The main job, on any target: a workflow run, which outlives this process. Cancelling cancels it with its job; when the
 * engine ends it is left, and picked up by the next one.
 * @throws TrimtabError when a step fails; CancelledError when it was cancelled or left
 */
export async function runAnalysis(
  runs: WorkflowRuns,
  configuration: Configuration,
  {
    signal,
    onProgress,
    onOutput,
    acceptsLargeTrace,
    mode,
  }: TaskReporter & { readonly acceptsLargeTrace: boolean } & RecordingChoice,
): Promise<{ experiment: string }> {
  const { workflow, inputs } = analysisWorkflow({ mode });
  const { id, ended } = runs.begin(workflow, configuration, inputs, {
    onOutput: (_, text) => onOutput(text),
    onProgress,
    acceptsLargeTrace,
  });
  const cancel = (): void => {
    if (stopOf(signal) === 'cancel') runs.cancel(id);
  };
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  const result = await ended;
  signal.removeEventListener('abort', cancel);
  return { experiment: experimentOf(result) };
}
