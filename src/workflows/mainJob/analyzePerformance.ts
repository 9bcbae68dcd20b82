/** The main job: the shipped workflow that prepares, builds, runs, collects, analyses and stores, on any target. */
import { present } from '../../base/present.js';
import type { ValueRecord } from '../../base/value.js';
import type { MeasurementPlan } from '../../measurement/plan.js';
import { experimentOf } from './runAsJob.js';
import { openSurroundings, type SurroundingsOptions } from '../runner/surroundings.js';
import { startRun } from '../runner/index.js';
import type { JobObserver, JobResult } from '../measuring/job.js';

/** Name of the shipped workflow. */
export const MAIN_JOB = 'analyze-performance';
/** And of the one that traces what a profile shows to matter. */
export const TRACE_WHAT_MATTERS = 'trace-what-matters';

export type AnalyzePerformanceOptions = JobObserver & SurroundingsOptions & RecordingChoice;

/** Recording mode of a run: that of a plan, or the trace of the important parts, according to a profile. */
export type RecordingMode = MeasurementPlan['mode'] | 'what-matters';

/** Settings of the user for one measurement, in addition to trimtab.yaml. */
export interface RecordingChoice {
  readonly mode?: RecordingMode | undefined;
}

/** The workflow that does it, and its inputs. */
export function analysisWorkflow({ mode }: RecordingChoice): {
  readonly workflow: string;
  readonly inputs: ValueRecord;
} {
  if (mode === 'what-matters') return { workflow: TRACE_WHAT_MATTERS, inputs: {} };
  return { workflow: MAIN_JOB, inputs: mode === undefined ? {} : { mode } };
}

/**
 * Builds, runs and analyses a program and keeps everything as an experiment: a workflow run like any other. When a step
 * fails, what was measured so far stays in the experiment; where this process ends before it is done, another can go on.
 * @throws TrimtabError when a step fails; CancelledError when the signal was aborted
 */
export async function analyzePerformance(options: AnalyzePerformanceOptions): Promise<JobResult> {
  const { onOutput, onProgress, asking = {}, signal = new AbortController().signal, store } = options;
  const surroundings = openSurroundings(options);
  try {
    const { workflow, inputs } = analysisWorkflow(options);
    const run = startRun(workflow, inputs, surroundings, {
      signal,
      ...(onOutput === undefined ? {} : { onOutput: (_, text) => onOutput(text) }),
      ...present({ onProgress }),
      // Questions go to the caller or are skipped: the run's own questions would block forever.
      asking,
    });
    const experiment = experimentOf(await run.ended);
    return { experiment, report: store.get(experiment).report() };
  } finally {
    await surroundings.close();
  }
}
