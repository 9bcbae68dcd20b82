import type { Memory } from '../tables/memory.js';
import { release } from '../tables/release.js';
import type { Intervals } from './intervals.js';

/** Whether other threads see a column. */
function isThere({ buffer }: ArrayBufferView): boolean {
  return !(buffer instanceof ArrayBuffer);
}

/**
 * The intervals of a location in a memory, without room for more; what they lay in before is given back. Large columns
 * may lie there already. Small ones are put into one piece: there may be very many.
 */
export function packed(intervals: Intervals, memory: Memory): Intervals {
  const { row, start, node, seconds } = intervals;
  if (![row, start, node, seconds].some(isThere)) return inOnePiece(intervals, memory);
  return {
    count: intervals.count,
    row: isThere(row) ? row : copied(row, memory.int32(row.length)),
    start: isThere(start) ? start : copied(start, memory.int32(start.length)),
    node: isThere(node) ? node : copied(node, memory.int32(node.length)),
    seconds: isThere(seconds) ? seconds : copied(seconds, memory.float64(seconds.length)),
  };
}

/** Gives the memory of intervals back. */
export function releaseIntervals({ row, start, node, seconds }: Intervals): void {
  const isOnePiece = row.buffer === start.buffer && row.byteOffset + row.byteLength === start.byteOffset;
  release(row);
  if (!isOnePiece) release(start, node, seconds);
}

function inOnePiece({ count, row, start, node, seconds }: Intervals, memory: Memory): Intervals {
  const entries = start[count];
  const narrow = 2 * count + 1 + entries;
  // An even number of them, so that the wide ones begin where they may.
  const piece = memory.int32(narrow + (narrow % 2) + 2 * entries);
  const { buffer, byteOffset: from } = piece;
  const wide = from + (narrow + (narrow % 2)) * Int32Array.BYTES_PER_ELEMENT;
  return {
    count,
    row: copied(row.subarray(0, count), piece.subarray(0, count)),
    start: copied(start.subarray(0, count + 1), piece.subarray(count, 2 * count + 1)),
    node: copied(node.subarray(0, entries), piece.subarray(2 * count + 1, narrow)),
    seconds: copied(seconds.subarray(0, entries), new Float64Array(buffer, wide, entries)),
  };
}

function copied<Column extends Int32Array | Float64Array>(from: Column, to: Column): Column {
  to.set(from);
  return to;
}
