/** Evaluation of a property that is being edited, in a separate thread, since its text may never terminate. */
import type { EvaluatedOne } from '../../analysis/asl/evaluateOne.js';
import type { Source } from '../../asl/syntax/diagnostics.js';
import type { Experiment } from '../../experiments/index.js';
import { askOnce } from '../analysis/askOnce.js';
import { findBundle } from '../analysis/boundedWorker.js';
import type { FailureMessage } from '../analysis/failure.js';
import { sent, type SentExperiment } from '../analysis/sentExperiment.js';

/** Bytes of memory that an evaluation may take. */
const MEMORY = 1 << 30;
/** Bytes of JavaScript's objects among them. */
export const HEAP = 256e6;

export interface EvaluationTask {
  readonly kind: 'evaluate';
  readonly property: string;
  /** That of the property first. */
  readonly texts: readonly Source[];
  readonly experiment: SentExperiment;
  /** Whether a trace that lies outside of the experiment's folder may be read. */
  readonly readsOutside: boolean;
}

/** Message of the worker, sent once. */
export type EvaluationMessage = { readonly kind: 'evaluated'; readonly result: EvaluatedOne } | FailureMessage;

/**
 * @param options signal: ends the thread at any time; workerPath: next to the running bundle if omitted
 * @throws TrimtabError if the property has an error, or there is nothing to evaluate it on; CancelledError
 */
export async function evaluateApart(
  { property, texts, readsOutside }: Pick<EvaluationTask, 'property' | 'texts' | 'readsOutside'>,
  experiment: Experiment,
  { signal, workerPath }: { readonly signal?: AbortSignal; readonly workerPath?: string } = {},
): Promise<EvaluatedOne> {
  const task: EvaluationTask = { kind: 'evaluate', property, texts, experiment: sent(experiment), readsOutside };
  const { result } = await askOnce<EvaluationMessage>({
    path: workerPath ?? findBundle('propertyWorker.cjs'),
    task,
    limit: MEMORY,
    heap: HEAP,
    signal,
    about: { what: `The evaluation of ${property}`, remedy: 'go over fewer rows or smaller sets' },
  });
  return result;
}
