import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { certainPrefix } from '../../../../src/analysis/trace/certainty/agreement.js';
import { elementAt } from '../../../../src/base/elements.js';

interface Entry {
  readonly kind: number;
  /** Which entry of the whole list it is: what certainPrefix cannot see. */
  readonly origin: number;
}

const wholeList = fc
  .array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 12 })
  .map((kinds) => kinds.map((kind, origin): Entry => ({ kind, origin })));

/** Positions at which each of the other lists lost an entry. */
const losses = fc.array(fc.option(fc.nat(11)), { minLength: 1, maxLength: 3 });

const kindOf = ({ kind }: Entry): number => kind;

/** Whether the first `certain` entries of all lists are the same ones. */
function belongTogether(lists: readonly (readonly Entry[])[], certain: number): boolean {
  return [...Array(certain).keys()].every((n) =>
    lists.every((list) => elementAt(list, n).origin === elementAt(elementAt(lists, 0), n).origin),
  );
}

describe('what surely belongs together', () => {
  test('is everything where nothing is lost', () => {
    expect(certainPrefix([], kindOf, () => false)).toBe(0);
    fc.assert(
      fc.property(wholeList, (whole) => {
        expect(certainPrefix([whole, whole], kindOf, () => false)).toBe(whole.length);
      }),
    );
  });

  test('never holds entries of different origin, wherever each list lost an entry', () => {
    fc.assert(
      fc.property(wholeList, losses, (whole, lost) => {
        const lists = [whole, ...lost.map((position) => whole.filter(({ origin }) => origin !== position))];
        expect(
          belongTogether(
            lists,
            certainPrefix(lists, kindOf, () => false),
          ),
        ).toBe(true);
      }),
    );
  });

  test('is all of the shortest list where lists only end early', () => {
    fc.assert(
      fc.property(wholeList, fc.array(fc.nat(12), { minLength: 1, maxLength: 3 }), (whole, lengths) => {
        const lists = [whole, ...lengths.map((length) => whole.slice(0, length))];
        const shortest = Math.min(...lists.map(({ length }) => length));
        expect(certainPrefix(lists, kindOf, (list) => list > 0)).toBe(shortest);
      }),
    );
  });
});
