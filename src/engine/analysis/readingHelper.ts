import type { MessagePort } from 'node:worker_threads';
import { buffersOf, type CorrectionData, partOf, processesOf, type ReadingPart } from '../../analysis/trace/index.js';
import { openAsTrace } from '../../formats/registry.js';
import type { ProblemNote } from '../../model/problem.js';
import { type FailureMessage, failureOf } from './failure.js';
import { readRange, sourceOf } from './readRange.js';
import { type SharedRanges, takeRanges } from './sharedRanges.js';

/** What a thread that helps with reading is started with. */
export interface HelperTask {
  readonly kind: 'read';
  readonly archive: string;
  readonly shared: SharedRanges;
  /** Its number among the threads that read. */
  readonly thread: number;
  readonly cancelled: SharedArrayBuffer;
  /** By process, where times are corrected. */
  readonly corrections?: readonly CorrectionData[];
}

/** What it says: a part for each range it read, and then how it ended. */
export type HelperMessage =
  | {
      readonly kind: 'part';
      readonly index: number;
      readonly part: ReadingPart;
      readonly notes: readonly ProblemNote[];
    }
  | { readonly kind: 'finished' }
  | FailureMessage;

/** Reads ranges until none is left. */
export function helpReading(task: HelperTask, port: MessagePort): void {
  const { archive, shared, thread, cancelled, corrections } = task;
  const say = (message: HelperMessage, buffers: ArrayBuffer[] = []): void => port.postMessage(message, buffers);
  const flag = new Int32Array(cancelled);
  try {
    const trace = openAsTrace(archive);
    trace.takeNotes();
    const processes = processesOf(trace.definitions);
    const source = sourceOf(trace, processes, corrections);
    for (const index of takeRanges(shared)) {
      const at = { index, thread };
      const { reading, notes } = readRange(source, processes, shared, at, () => Atomics.load(flag, 0) !== 0);
      const part = partOf(reading);
      say({ kind: 'part', index, part, notes }, buffersOf(part));
    }
    say({ kind: 'finished' });
  } catch (error) {
    say(failureOf(error));
  }
}
