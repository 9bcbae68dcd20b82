import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { selection } from '../support/matrix.js';

describe('the combinations that npm test runs', () => {
  const rows = fc.array(fc.tuple(fc.nat(5), fc.nat(9), fc.nat(3)), { maxLength: 60 });

  it('have each value of each column, and none that adds nothing when it is chosen', () => {
    fc.assert(
      fc.property(rows, (all) => {
        const chosen = selection(all);
        for (const column of [0, 1, 2])
          expect(new Set(chosen.map((row) => row[column]))).toEqual(new Set(all.map((row) => row[column])));
        expect(chosen.length).toBeLessThanOrEqual(
          [0, 1, 2].reduce((sum, c) => sum + new Set(all.map((r) => r[c])).size, 0),
        );
        expect(all).toEqual(expect.arrayContaining([...chosen]));
      }),
    );
  });

  it('of two columns are as many as the longer one has values', () => {
    const all = ['gcc', 'clang', 'gfortran'].flatMap((one) =>
      ['-O0', '-O1', '-O2', '-O3'].map((other) => [one, other]),
    );
    expect(selection(all)).toHaveLength(4);
  });
});
