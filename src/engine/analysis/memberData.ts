import type { MessagePort } from 'node:worker_threads';
import type { ReadingPart, RecordingCosts, TimeChanges } from '../../analysis/trace/index.js';
import type { Answer } from '../../analysis/trace/parallel/index.js';
import type { ProblemNote } from '../../base/problem.js';
import type { FailureMessage } from './failure.js';
import type { SharedRanges } from './sharedRanges.js';

/** What a thread of a crew is started with. */
export interface MemberData {
  readonly kind: 'member';
  /** Its number; the thread that starts the crew is 1. */
  readonly number: number;
  /** Jobs come this way, and their results go back. */
  readonly jobs: MessagePort;
  /** Nobody sends anything: it closes when the thread ends. */
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
  /** What recording cost, by process, where it is to be found out what it took. */
  readonly costs?: readonly RecordingCosts[];
}

/** What it says while it reads: a part for each range it read, and then how it ended. */
export type ReadMessage =
  | {
      readonly kind: 'part';
      readonly index: number;
      readonly part: ReadingPart;
      readonly notes: readonly ProblemNote[];
    }
  | { readonly kind: 'finished' }
  | FailureMessage;

/** What it says while it takes part in jobs. */
export type JobMessage = { readonly kind: 'answer'; readonly answer: Answer } | FailureMessage;
