import { absent } from '../../../base/elements.js';
import type { Memory } from '../tables/memory.js';
import { grown } from './grown.js';

/**
 * Call-tree nodes, a few for each MPI call of a trace: 16 bits each as long as that is enough, as it nearly always is. Of
 * a trace that is nearly only communication they take a tenth of the memory otherwise.
 */
export type NodeColumn = Uint16Array | Int32Array;

/** The largest node that 16 bits are enough for. */
const LARGEST_NARROW = 0xffff;

/** A column for so many nodes, none of which is larger than `largest`. */
export function emptyNodes(length: number, largest: number): NodeColumn {
  return largest <= LARGEST_NARROW ? new Uint16Array(length) : new Int32Array(length);
}

/** A longer copy of a column, with zeros at its end. */
export function enlargeNodes(nodes: NodeColumn, capacity: number, memory: Memory): NodeColumn {
  const larger = nodes instanceof Uint16Array ? memory.uint16(capacity) : memory.int32(capacity);
  larger.set(nodes);
  return larger;
}

/** Returns the column, or a wider copy if it is too narrow for nodes up to `largest`; then its memory is released. */
export function withRoomFor(largest: number, nodes: NodeColumn, memory: Memory): NodeColumn {
  if (largest <= LARGEST_NARROW || nodes instanceof Int32Array) return nodes;
  return grown(nodes, enlargeWide, nodes.length, memory);
}

function enlargeWide(nodes: NodeColumn, capacity: number, memory: Memory): Int32Array {
  const wide = memory.int32(capacity);
  wide.set(nodes);
  return wide;
}

/**
 * Renumbers nodes, in place if their width suffices.
 * @param numbers by node
 * @param largest of them
 */
export function renumberNodes(nodes: NodeColumn, numbers: Int32Array, largest: number, memory: Memory): NodeColumn {
  const column = withRoomFor(largest, nodes, memory);
  for (let i = 0; i < column.length; i++) {
    const node = column[i] ?? absent(i);
    column[i] = numbers[node] ?? absent(node);
  }
  return column;
}
