/** Rows that are asked for at once. Nothing here knows the browser. */
import type { Row } from '../../pictures/timeline/rowTree.js';
import { TILE_ROWS } from './tiles.js';

export interface Block {
  /** Stays the same as long as it has the same rows. */
  readonly number: number;
  readonly first: number;
  readonly count: number;
}

/**
 * Cuts rows into blocks: those of a group are in others than what is around it, so that what a group hides or shows leaves
 * the others as they are.
 * @param numbers those that blocks have by their rows, of this and earlier calls
 */
export function blocksOf(rows: readonly Row[], numbers: Map<string, number>): Block[] {
  const blocks: Block[] = [];
  for (let first = 0; first < rows.length;) {
    let end = first + 1;
    while (end < rows.length && end - first < TILE_ROWS && isAlike(rows[first], rows[end])) end++;
    const key = `${rows[first]?.key} ${rows[end - 1]?.key} ${end - first}`;
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    blocks.push({ number, first, count: end - first });
    first = end;
  }
  return blocks;
}

function isAlike(one: Row | undefined, other: Row | undefined): boolean {
  return one?.depth === other?.depth && one?.isGroup === other?.isGroup;
}
