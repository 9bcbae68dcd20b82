/** Whether the lines of a range are still those that were marked. */
import { hashOf, type MarkedRange } from './model.js';
import type { Lines } from './place.js';

/** State of a range in the current text. */
export type RangeState =
  | { readonly is: 'there'; readonly lines: Lines }
  /** The same text is at exactly one other position. */
  | { readonly is: 'moved'; readonly lines: Lines }
  | { readonly is: 'changed' }
  | { readonly is: 'gone' };

/** @param lines those of the file; undefined if it does not exist */
export function stateOf({ first, last, hash }: MarkedRange, lines: readonly string[] | undefined): RangeState {
  if (lines === undefined) return { is: 'gone' };
  const count = last - first + 1;
  const isAt = (line: number): boolean => hashOf(lines.slice(line - 1, line - 1 + count)) === hash;
  if (last <= lines.length && isAt(first)) return { is: 'there', lines: { first, last } };
  const places: number[] = [];
  for (let line = 1; line + count - 1 <= lines.length && places.length < 2; line++) if (isAt(line)) places.push(line);
  const [found, other] = places;
  if (found === undefined || other !== undefined) return { is: 'changed' };
  return { is: 'moved', lines: { first: found, last: found + count - 1 } };
}
