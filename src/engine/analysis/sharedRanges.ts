import type { ProcessRange } from '../../analysis/trace/index.js';
import { absent } from '../../base/elements.js';
/** Ranges of processes that several threads read, as passed to each of them. */
export interface SharedRanges {
  readonly ranges: readonly ProcessRange[];
  /** By range: whether a thread reads it (32 bits each). */
  readonly taken: SharedArrayBuffer;
  /** Events each thread has read (64-bit floating point). */
  readonly events: SharedArrayBuffer;
}

export function shareRanges(ranges: readonly ProcessRange[], threads: number): SharedRanges {
  return {
    ranges,
    taken: new SharedArrayBuffer(ranges.length * Int32Array.BYTES_PER_ELEMENT),
    events: new SharedArrayBuffer(threads * Float64Array.BYTES_PER_ELEMENT),
  };
}

/**
 * Yields the indices of ranges for one thread, each claimed on request, so that faster threads read more. Each thread
 * begins with a separate share, the first thread with the first ranges, and then continues with ranges the others have
 * not begun. Successive ranges are therefore mostly read by one thread.
 * @param thread its number among those that read, from 0 on
 */
export function* takeRanges({ ranges, taken, events }: SharedRanges, thread: number): Generator<number, void> {
  const flags = new Int32Array(taken);
  const threads = events.byteLength / Float64Array.BYTES_PER_ELEMENT;
  const first = Math.ceil((ranges.length * thread) / threads);
  for (let index = first; index < ranges.length; index++)
    if (Atomics.compareExchange(flags, index, 0, 1) === 0) yield index;
  for (let index = first - 1; index >= 0; index--) if (Atomics.compareExchange(flags, index, 0, 1) === 0) yield index;
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
