/** Messages between the engine and the thread of an open measurement. */
import type { Answer, Ask, QueryKind } from '../../protocol/queries/index.js';
import type { FailureMessage } from '../analysis/failure.js';
import type { SentExperiment } from '../analysis/sentExperiment.js';

/** Start data of the thread. Nothing is read before the first question. */
export interface MeasurementTask {
  readonly kind: 'measurement';
  readonly experiment: SentExperiment;
  /** Whether a trace that lies outside of the experiment's folder may be read. */
  readonly readsOutside: boolean;
  /** Bytes that the numbers it holds and makes may take. */
  readonly limit: number;
  /** One 32-bit number a slot; a question is given up soon after that of its slot becomes 1. */
  readonly cancelled: SharedArrayBuffer;
}

export interface MeasurementRequest<K extends QueryKind> {
  readonly id: number;
  readonly slot: number;
  readonly kind: K;
  readonly ask: Ask<K>;
}

/** Each request is replied to once. */
export type MeasurementReply =
  | { readonly id: number; readonly answer: Answer<QueryKind> }
  | { readonly id: number; readonly failure: FailureMessage };
