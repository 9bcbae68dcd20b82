import type { Memory } from '../tables/memory.js';
import { release } from '../tables/release.js';
import type { Intervals } from './intervals.js';

/**
 * The intervals in one piece of memory, without room for more; what they lay in before is given back.
 * @param memory where
 */
export function packed({ count, row, start, node, seconds }: Intervals, memory: Memory): Intervals {
  const entries = start[count];
  const wide = entries * Float64Array.BYTES_PER_ELEMENT;
  const narrow = Int32Array.BYTES_PER_ELEMENT;
  const buffer = memory.buffer(wide + (2 * count + 1 + entries) * narrow);
  const moved: Intervals = {
    count,
    seconds: new Float64Array(buffer, 0, entries),
    row: new Int32Array(buffer, wide, count),
    start: new Int32Array(buffer, wide + count * narrow, count + 1),
    node: new Int32Array(buffer, wide + (2 * count + 1) * narrow, entries),
  };
  moved.seconds.set(seconds.subarray(0, entries));
  moved.row.set(row.subarray(0, count));
  moved.start.set(start.subarray(0, count + 1));
  moved.node.set(node.subarray(0, entries));
  release(seconds, row, start, node);
  return moved;
}
