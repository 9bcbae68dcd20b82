import { type Memory, OWN_MEMORY } from '../tables/memory.js';
import { type Column, release } from '../tables/release.js';

/** Columns from so many bytes on lie in the memory that is wanted; thousands of small ones would leave it in pieces. */
const LARGE = 1 << 16;

/** Returns a longer copy of a column of one location, and releases the old memory. */
export function grown<From extends Column, To extends Column>(
  column: From,
  enlarge: (column: From, capacity: number, memory: Memory) => To,
  capacity: number,
  memory: Memory,
): To {
  const isLarge = capacity * column.BYTES_PER_ELEMENT >= LARGE;
  const larger = enlarge(column, capacity, isLarge ? memory : OWN_MEMORY);
  release(column);
  return larger;
}
