import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import {
  type ChangeRows,
  changeRowsOf,
  largestChange,
  openAtFirst,
  withoutUnchanged,
} from '../../src/webviews/compare/changeRows.js';
import { shownRows, weightsOfLeaves, treeOf } from '../../src/webviews/kit/rows.js';

interface Drawn {
  readonly parents: readonly number[];
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** Half the width of each interval; null for single runs. */
  readonly half: number | null;
}

/** Rows as an answer has them; inclusive values are sums of exclusive ones. */
function rowsOf({ parents, before, after, half }: Drawn): ChangeRows {
  const parent = Int32Array.from(parents);
  const tree = treeOf(parent);
  const [first, second] = [before, after].map((own) => weightsOfLeaves(tree, Float64Array.from(own)));
  const size = parents.length;
  const edge = (kind: 'inclusive' | 'exclusive', sign: number): Float64Array =>
    half === null
      ? new Float64Array()
      : Float64Array.from(
          { length: size },
          (_, row) => (second?.[kind][row] ?? 0) - (first?.[kind][row] ?? 0) + sign * half,
        );
  const none = new Float64Array(size);
  return changeRowsOf({
    head: { regions: Array.from({ length: size }, (_, row) => `f${row}`), files: ['main.c'] },
    columns: {
      ...{ inclusiveBefore: first?.inclusive ?? none, inclusiveAfter: second?.inclusive ?? none },
      ...{ exclusiveBefore: first?.exclusive ?? none, exclusiveAfter: second?.exclusive ?? none },
      ...{ inclusiveLow: edge('inclusive', -1), inclusiveHigh: edge('inclusive', 1) },
      ...{ exclusiveLow: edge('exclusive', -1), exclusiveHigh: edge('exclusive', 1) },
      ...{ parent, callPath: Uint32Array.from(parents.keys()), region: Uint32Array.from(parents.keys()) },
      ...{ presence: new Uint8Array(size), file: new Uint32Array(size), group: new Uint32Array(size) },
      line: Uint32Array.from(parents.keys()),
    },
  });
}

const seconds = fc.oneof(fc.constant(0), fc.constant(1), fc.double({ min: 0, max: 1e3, noNaN: true }));
const drawn = fc.integer({ min: 1, max: 30 }).chain((size) => {
  const column = fc.array(seconds, { minLength: size, maxLength: size });
  return fc.record({
    parents: fc
      .array(fc.nat(1000), { minLength: size, maxLength: size })
      .map((all) => all.map((parent, row) => (parent % (row + 1)) - 1)),
    ...{ before: column, after: column },
    half: fc.option(fc.double({ min: 0, max: 500, noNaN: true })),
    open: fc.uniqueArray(fc.nat(size - 1)).map((rows) => new Set(rows)),
  });
});
const view = (open: ReadonlySet<number>) => ({ open, hidesZero: false, sorts: true });

describe('the rows of changes', () => {
  it('add up to the change of the closed roots, whatever is open, also where unchanged ones are merged', () => {
    fc.assert(
      fc.property(drawn, ({ open, ...one }) => {
        const all = rowsOf(one);
        const whole = all.tree.roots.reduce((sum, row) => sum + all.changeOf(row, false).absolute, 0);
        for (const rows of [all, withoutUnchanged(all)]) {
          const shown = shownRows(rows.tree, rows.weights, view(open));
          const changes = shown.map(({ row, isOpen }) => rows.changeOf(row, isOpen).absolute);
          expect(changes.reduce((sum, change) => sum + change, 0)).toBeCloseTo(whole, 6);
          for (const [at, { weight }] of shown.entries()) expect(weight).toBeCloseTo(elementAt(changes, at), 6);
        }
      }),
    );
  });

  it('have the largest change with a verdict first, then those without in the order of calls', () => {
    fc.assert(
      fc.property(drawn, ({ open, ...one }) => {
        const rows = rowsOf(one);
        const shown = shownRows(rows.tree, rows.weights, view(open));
        for (const parent of new Set(one.parents)) {
          const peers = shown.filter(({ row }) => one.parents[row] === parent).map(({ row }) => row);
          const closed = peers.map((row) => ({ row, ...rows.changeOf(row, false) }));
          const first = closed.filter(({ isShown }) => isShown);
          expect(closed.slice(0, first.length)).toEqual(first);
          const sizes = first.map(({ absolute }) => Math.abs(absolute));
          expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
          const rest = closed.slice(first.length).map(({ row }) => row);
          expect(rest).toEqual(rest.toSorted((a, b) => a - b));
        }
      }),
    );
  });

  const program = { parents: [-1, 0, 0, 0, 2], before: [1, 2, 3, 1, 4], after: [1, 2.001, 3, 1, 9] };

  it('that did not change are one row, with their sum', () => {
    for (const half of [null, 0.01]) {
      const rows = withoutUnchanged(rowsOf({ ...program, half }));
      const shown = shownRows(rows.tree, rows.weights, view(new Set([0])));
      expect(shown.map(({ row }) => rows.titleOf(row))).toEqual(['f0', 'f2', '2 unchanged']);
      expect(rows.changeOf(5, false)).toMatchObject({ before: 3, after: 3.001, isShown: false });
      expect(rows.callPathOf(5)).toBeUndefined();
    }
  });

  it('are open at first above the largest changes with a verdict, else down to the first fork', () => {
    expect([...openAtFirst(rowsOf({ ...program, half: 0.01 }))].sort()).toEqual([0, 2]);
    expect([...openAtFirst(rowsOf({ ...program, half: null }))]).toEqual([0]);
    expect(largestChange(rowsOf({ ...program, half: 0.01 }))).toBe(4);
    expect(largestChange(rowsOf({ ...program, after: program.before, half: null }))).toBeUndefined();
  });

  it('lead to their lines, where they have one', () => {
    const rows = rowsOf({ ...program, half: null });
    expect(rows.placeOf(0)).toBeUndefined();
    expect(rows.placeOf(4)).toEqual({ file: 'main.c', line: 4, group: 0 });
  });
});
