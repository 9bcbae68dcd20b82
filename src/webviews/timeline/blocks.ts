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
 * Splits rows into blocks: those of a group are separate from the surrounding ones, so that opening or closing a group
 * does not affect other blocks.
 * @param numbers block numbers by their rows, of this and earlier calls
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
