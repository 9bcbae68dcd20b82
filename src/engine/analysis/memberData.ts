import type { MessagePort } from 'node:worker_threads';
import type { ReadingPart, RecordingCosts, TimeChanges } from '../../analysis/trace/index.js';
import type { Answer } from '../../analysis/trace/parallel/index.js';
import type { ProblemNote } from '../../base/problem.js';
import type { FailureMessage } from './failure.js';
import type { SharedRanges } from './sharedRanges.js';

/** Start data of a thread of a crew. */
export interface MemberData {
  readonly kind: 'member';
  /** Its number; the thread that starts the crew is 1. */
  readonly number: number;
  /** Jobs come this way, and their results go back. */
  readonly jobs: MessagePort;
  /** Carries no messages: it closes when the thread ends. */
  readonly life: MessagePort;
  readonly signals: SharedArrayBuffer;
}

/** Asks a thread to read ranges of processes until none is left. */
export interface ReadTask {
  readonly archive: string;
  readonly shared: SharedRanges;
  /** Its number among the threads that read. */
  readonly thread: number;
  readonly cancelled: SharedArrayBuffer;
  /** How times differ from those that were measured. */
  readonly changes: TimeChanges;
  /** Recording costs by process, if measurement overhead is to be determined. */
  readonly costs?: readonly RecordingCosts[];
}

/** Messages while it reads: one part for each range read, then its outcome. */
export type ReadMessage =
  | {
      readonly kind: 'part';
      readonly index: number;
      readonly part: ReadingPart;
      readonly notes: readonly ProblemNote[];
    }
  | { readonly kind: 'finished' }
  | FailureMessage;

/** Messages while it takes part in jobs. */
export type JobMessage = { readonly kind: 'answer'; readonly answer: Answer } | FailureMessage;
