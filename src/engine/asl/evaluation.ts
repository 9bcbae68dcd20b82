/** Evaluating a property that is being written, in a thread of its own: whoever writes it may write one without an end. */
import type { EvaluatedOne } from '../../analysis/asl/evaluateOne.js';
import type { Source } from '../../asl/syntax/diagnostics.js';
import { CancelledError } from '../../base/problem.js';
import type { Experiment } from '../../experiments/index.js';
import { findBundle, startBounded } from '../analysis/boundedWorker.js';
import { endOf, type FailureMessage, failureOf } from '../analysis/failure.js';
import { sent, type SentExperiment } from '../sentExperiment.js';

/** Bytes of memory that an evaluation may take. */
const MEMORY = 1 << 30;

export interface EvaluationTask {
  readonly kind: 'evaluate';
  readonly property: string;
  /** That of the property first. */
  readonly texts: readonly Source[];
  readonly experiment: SentExperiment;
  /** Whether a trace that lies outside of the experiment's folder may be read. */
  readonly readsOutside: boolean;
}

/** What the worker says, once. */
export type EvaluationMessage = { readonly kind: 'evaluated'; readonly result: EvaluatedOne } | FailureMessage;

/**
 * @param options signal: ends the thread, whatever it does; workerPath: found beside the running bundle when not given
 * @throws TrimtabError where the property has a mistake, or there is nothing to evaluate it on; CancelledError
 */
export async function evaluateApart(
  { property, texts, readsOutside }: Pick<EvaluationTask, 'property' | 'texts' | 'readsOutside'>,
  experiment: Experiment,
  { signal, workerPath }: { readonly signal?: AbortSignal; readonly workerPath?: string } = {},
): Promise<EvaluatedOne> {
  if (signal?.aborted) throw new CancelledError();
  const task: EvaluationTask = { kind: 'evaluate', property, texts, experiment: sent(experiment), readsOutside };
  const { worker, ended } = startBounded(workerPath ?? findBundle('propertyWorker.cjs'), task, MEMORY);
  let said: EvaluationMessage | undefined;
  worker.on('message', (message: EvaluationMessage) => (said = message));
  const cancel = (): void => void worker.terminate();
  signal?.addEventListener('abort', cancel, { once: true });
  const { code, fatal } = await ended;
  signal?.removeEventListener('abort', cancel);
  if (signal?.aborted) throw new CancelledError();
  const last = said;
  if (last?.kind === 'evaluated') return last.result;
  throw endOf(last ?? (fatal === undefined ? undefined : failureOf(fatal)), code, {
    what: `The evaluation of ${property}`,
    remedy: 'go over fewer rows or smaller sets',
  });
}
