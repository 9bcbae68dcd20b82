import { absent } from '../../../base/elements.js';
import type { Memory } from '../tables/memory.js';
import { release } from '../tables/release.js';
import type { Intervals } from './intervals.js';
import { enlargeNodes } from './nodeColumn.js';

/** Bytes of the largest elements. */
const WIDEST = Float64Array.BYTES_PER_ELEMENT;

/** Whether other threads see a column. */
function isThere({ buffer }: ArrayBufferView): boolean {
  return !(buffer instanceof ArrayBuffer);
}

/**
 * Returns the intervals of a location in a memory, without spare capacity, and releases their previous memory. Large
 * columns may already be there. Small ones are put into one piece, since there may be very many.
 */
export function packed(intervals: Intervals, memory: Memory): Intervals {
  const { marks, start, node, seconds } = intervals;
  const { row } = marks;
  if (![row, start, node, seconds].some((column) => column !== undefined && isThere(column)))
    return inOnePiece(intervals, memory);
  return {
    count: intervals.count,
    marks: row === undefined || isThere(row) ? marks : { ...marks, row: copied(row, memory.int32(row.length)) },
    start: isThere(start) ? start : copied(start, memory.int32(start.length)),
    node: isThere(node) ? node : enlargeNodes(node, node.length, memory),
    seconds: isThere(seconds) ? seconds : copied(seconds, memory.float64(seconds.length)),
  };
}

/** Gives the memory of intervals back. */
export function releaseIntervals({ marks: { row }, start, node, seconds }: Intervals): void {
  const isOnePiece = start.buffer === seconds.buffer && start.byteOffset + evenSize(start) === seconds.byteOffset;
  release(start);
  if (isOnePiece) return;
  release(node, seconds);
  if (row !== undefined) release(row);
}

function inOnePiece({ count, marks, start, node, seconds }: Intervals, memory: Memory): Intervals {
  const entries = start[count] ?? absent(count);
  const columns = {
    start: start.subarray(0, count + 1),
    seconds: seconds.subarray(0, entries),
    row: marks.row?.subarray(0, count),
    node: node.subarray(0, entries),
  };
  const sizes = Object.values(columns).map((column) => (column === undefined ? 0 : evenSize(column)));
  const { buffer, byteOffset } = memory.uint8(sizes.reduce((sum, size) => sum + size));
  let at = byteOffset;
  const place = (column: ArrayBufferView): number => (at += evenSize(column)) - evenSize(column);
  return {
    count,
    start: copied(columns.start, new Int32Array(buffer, place(columns.start), count + 1)),
    seconds: copied(columns.seconds, new Float64Array(buffer, place(columns.seconds), entries)),
    marks: {
      first: marks.first,
      row: columns.row && copied(columns.row, new Int32Array(buffer, place(columns.row), count)),
    },
    node: copied(
      columns.node,
      columns.node instanceof Uint16Array
        ? new Uint16Array(buffer, place(columns.node), entries)
        : new Int32Array(buffer, place(columns.node), entries),
    ),
  };
}

/** Bytes of a column and what is left free behind it, so that elements of all sizes may follow. */
function evenSize({ byteLength }: ArrayBufferView): number {
  return Math.ceil(byteLength / WIDEST) * WIDEST;
}

function copied<Column extends Int32Array | Uint16Array | Float64Array>(from: Column, to: Column): Column {
  to.set(from);
  return to;
}
