import type { ProcessRange } from '../../analysis/trace/index.js';
import { absent } from '../../base/absent.js';

/** Ranges of processes that several threads read, as it is handed to each of them. */
export interface SharedRanges {
  readonly ranges: readonly ProcessRange[];
  /** Index of the next range nobody reads yet (32 bits). */
  readonly next: SharedArrayBuffer;
  /** Events each thread has read (64-bit floating point). */
  readonly events: SharedArrayBuffer;
}

export function shareRanges(ranges: readonly ProcessRange[], threads: number): SharedRanges {
  return {
    ranges,
    next: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
    events: new SharedArrayBuffer(threads * Float64Array.BYTES_PER_ELEMENT),
  };
}

/** The indices of ranges for one thread, each taken when it is asked for: whoever is faster reads more. */
export function* takeRanges({ ranges, next }: SharedRanges): Generator<number, void> {
  const counter = new Int32Array(next);
  for (let index = Atomics.add(counter, 0, 1); index < ranges.length; index = Atomics.add(counter, 0, 1)) yield index;
}

/** Counts events of one of the threads. */
export function eventCounter({ events }: SharedRanges, thread: number): (count: number) => void {
  const counts = new Float64Array(events);
  return (count) => (counts[thread] = (counts[thread] ?? absent(thread)) + count);
}

/** Events that all threads have read so far. */
export function eventsRead({ events }: SharedRanges): number {
  return new Float64Array(events).reduce((sum, count) => sum + count, 0);
}
