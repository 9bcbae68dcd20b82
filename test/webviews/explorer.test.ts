import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { spreadOf } from '../../src/base/spread.js';
import { flameOf } from '../../src/pictures/explorer/flame.js';
import { numbersCsv } from '../../src/webviews/explorer/exported.js';
import { pathToShow, type TreeName } from '../../src/webviews/explorer/chosen.js';
import { nextFound } from '../../src/webviews/explorer/finding.js';
import { above, heaviest, shownRows, treeOf, weightsOfLeaves } from '../../src/webviews/kit/rows.js';
import { type Among, type Bases, hardlyMatters, textOf } from '../../src/webviews/explorer/shares.js';

const number = fc.oneof(fc.constant(0), fc.double({ min: -1e6, max: 1e6, noNaN: true }));

const anyTree = fc.integer({ min: 1, max: 30 }).chain((size) =>
  fc.record({
    parents: fc
      .array(fc.nat(1000), { minLength: size, maxLength: size })
      .map((drawn) => drawn.map((parent, row) => (parent % (row + 1)) - 1)),
    own: fc.array(number, { minLength: size, maxLength: size }),
    open: fc.uniqueArray(fc.nat(size - 1)).map((rows) => new Set(rows)),
    sorts: fc.boolean(),
    hidesZero: fc.boolean(),
  }),
);

const made = ({ parents, own }: { readonly parents: readonly number[]; readonly own: readonly number[] }) => {
  const tree = treeOf(Int32Array.from(parents));
  return { tree, weights: weightsOfLeaves(tree, Float64Array.from(own)) };
};

describe('the rows of a tree', () => {
  it('add up to its closed roots, whatever is open', () => {
    fc.assert(
      fc.property(anyTree, ({ open, sorts, hidesZero, ...drawn }) => {
        const { tree, weights } = made(drawn);
        const rows = shownRows(tree, weights, { open, sorts, hidesZero });
        const sum = rows.reduce((total, { weight }) => total + weight, 0);
        const roots = tree.roots.reduce((total, root) => total + elementAt(weights.inclusive, root), 0);
        // Hidden parts may be positive and negative if values are below zero.
        if (!hidesZero) expect(sum).toBeCloseTo(roots, 3);
        if (drawn.own.every((value) => value >= 0)) expect(sum).toBeCloseTo(roots, 3);
      }),
    );
  });

  it('are those whose callers are all open, each below its caller, peers counted', () => {
    fc.assert(
      fc.property(anyTree, ({ open, sorts, ...drawn }) => {
        const { tree, weights } = made(drawn);
        const rows = shownRows(tree, weights, { open, sorts, hidesZero: false });
        const isSeen = (row: number): boolean => [...above(tree, [row])].every((over) => open.has(over));
        expect(rows.map(({ row }) => row).sort((a, b) => a - b)).toEqual([...drawn.parents.keys()].filter(isSeen));
        for (const [at, { row, level, position, peers }] of rows.entries()) {
          const over = elementAt(drawn.parents, row);
          const same = rows.filter((one) => drawn.parents[one.row] === over);
          expect(peers).toBe(same.length);
          expect(same[position - 1]?.row).toBe(row);
          if (over >= 0) expect(rows.slice(0, at).findLast((one) => one.level < level)?.row).toBe(over);
          if (sorts && position > 1)
            expect(Math.abs(elementAt(weights.inclusive, row))).toBeLessThanOrEqual(
              Math.abs(elementAt(weights.inclusive, same[position - 2]?.row ?? row)),
            );
        }
      }),
    );
  });

  it('have those that are selected, with all above them, where rows that weigh nothing are hidden', () => {
    fc.assert(
      fc.property(anyTree, fc.uniqueArray(fc.nat(29)), ({ open, sorts, ...drawn }, wanted) => {
        const { tree, weights } = made(drawn);
        const keeps = new Set(wanted.filter((row) => row < tree.size));
        const rowsWith = (hidesZero: boolean, kept: ReadonlySet<number>): number[] =>
          shownRows(tree, weights, { open, sorts, hidesZero, keeps: kept }).map(({ row }) => row);
        const all = [...keeps, ...above(tree, keeps)];
        const expected = rowsWith(false, keeps).filter(
          (row) => all.includes(row) || weights.inclusive[row] !== 0 || weights.exclusive[row] !== 0,
        );
        const found = rowsWith(true, keeps);
        expect(new Set(found).size).toBe(found.length);
        // Hidden rows may have parts that are more and less than nothing.
        if (drawn.own.every((value) => value >= 0)) expect([...found].sort()).toEqual([...expected].sort());
        for (const row of keeps)
          if ([...above(tree, [row])].every((over) => open.has(over))) expect(found).toContain(row);
        expect(rowsWith(true, new Set()).length).toBeLessThanOrEqual(found.length);
      }),
    );
  });

  it('lead to the one with the largest exclusive value', () => {
    const { weights } = made({ parents: [-1, 0, 1], own: [1, -5, 3] });
    expect(heaviest(weights)).toBe(1);
    expect(heaviest(made({ parents: [-1], own: [0] }).weights)).toBeUndefined();
  });
});

describe('the line that is shown', () => {
  it('is that of a call path that was selected, not of one that was removed or of other rows', () => {
    const chosen = { open: new Set<number>(), selected: new Set([3, 5]) };
    expect(pathToShow('nodes', { ...chosen, active: 5 })).toEqual({ node: 5 });
    expect(pathToShow('nodes', { ...chosen, active: 4 })).toEqual({});
    expect(pathToShow('nodes', { ...chosen, active: undefined })).toEqual({});
    expect(pathToShow('places', { ...chosen, active: 5 })).toEqual({});
  });
});

describe('weights', () => {
  it('are read as shares of something else, or as they are', () => {
    const among: Among = { weight: 2, root: 8, least: 1, most: 5 };
    const bases: Bases = { run: 20, left: 4, unit: 'seconds' };
    const texts = (['run', 'left', 'value', 'root', 'peer', 'spread'] as const).map((mode) =>
      textOf(mode, among, bases),
    );
    expect(texts).toEqual(['10.0 %', '50.0 %', '2.00 s', '25.0 %', '40.0 %', '25.0 %']);
    expect(textOf('run', { ...among, weight: -2 }, bases)).toBe('−10.0 %');
    expect(textOf('left', among, { ...bases, left: 0 })).toBe('0.0 %');
    expect([0.09, 0.11].map((weight) => hardlyMatters(weight, bases))).toEqual([true, false]);
  });
});

describe('pictures next to the trees', () => {
  it('show quartiles, mean and values farther than 1.5 times the interquartile range', () => {
    const spread = spreadOf(Float64Array.from([4, 1, 2, 3, 5, 100]));
    expect(spread).toMatchObject({
      least: 1,
      lower: 2.25,
      median: 3.5,
      upper: 4.75,
      most: 100,
      from: 1,
      to: 5,
      outliers: [5],
    });
    expect(spread.mean).toBeCloseTo(115 / 6, 12);
    expect(spreadOf(Float64Array.from([7]))).toMatchObject({ least: 7, lower: 7, upper: 7, outliers: [] });
  });

  it('have call paths as wide as they weigh, within their callers, and none over another', () => {
    const positive = anyTree.map(({ own, ...rest }) => ({ ...rest, own: own.map(Math.abs) }));
    fc.assert(
      fc.property(positive, (drawn) => {
        const { tree, weights } = made(drawn);
        const whole = tree.roots.reduce((sum, root) => sum + elementAt(weights.inclusive, root), 0);
        const boxes = flameOf(tree, weights, 0);
        const boxOf = new Map(boxes.map((box) => [box.row, box]));
        for (const { row, level, from, width } of boxes) {
          expect(width).toBeCloseTo(elementAt(weights.inclusive, row) / whole, 9);
          const over = boxOf.get(elementAt(drawn.parents, row));
          expect(level).toBe(over === undefined ? 0 : over.level + 1);
          expect(from).toBeGreaterThanOrEqual((over?.from ?? 0) - 1e-9);
          expect(from + width).toBeLessThanOrEqual((over === undefined ? 1 : over.from + over.width) + 1e-9);
        }
        for (const level of new Set(boxes.map((box) => box.level))) {
          // Values as small as the error of the sums cover nothing.
          const seen = boxes.filter((box) => box.level === level && box.width > 1e-9);
          const same = seen.sort((a, b) => a.from - b.from);
          for (const [at, { from }] of same.entries()) {
            const before = same[at - 1];
            if (before !== undefined) expect(from).toBeGreaterThanOrEqual(before.from + before.width - 1e-9);
          }
        }
      }),
    );
    expect(flameOf(treeOf(Int32Array.of(-1)), { inclusive: Float64Array.of(-1) }, 0)).toEqual([]);
  });
});

describe('a picture as values between commas', () => {
  it('has what its table shows', () => {
    const numbers = {
      heads: ['Location', 'Late Sender'],
      lines: [
        ['rank 0', '1,024 s'],
        ['rank 1', '2 s'],
      ],
    };
    expect(numbersCsv(numbers)).toBe('Location,Late Sender\nrank 0,"1,024 s"\nrank 1,2 s\n');
  });
});

describe('a search in the three trees', () => {
  const anyTitles = fc.array(fc.constantFrom('main', 'MPI_Send', 'rank 0', 'Send', 'solve'), {
    minLength: 1,
    maxLength: 8,
  });

  it('comes by each row that has the text once, and then by the first again', () => {
    fc.assert(
      fc.property(
        fc.record({ nodes: anyTitles, metrics: anyTitles, places: anyTitles }),
        fc.constantFrom<TreeName>('nodes', 'metrics', 'places'),
        fc.constantFrom('send', 'MAIN', 'rank 0'),
        (titles, first, text) => {
          const treeFrom = (own: readonly string[]) => ({
            tree: treeOf(Int32Array.from(own, (_, row) => row - 1)),
            titleOf: (row: number) => elementAt(own, row),
          });
          const loaded = {
            nodes: { ...treeFrom(titles.nodes), region: new Uint32Array(0), regionName: String },
            metrics: { ...treeFrom(titles.metrics), rows: [] },
            places: {
              ...treeFrom(titles.places),
              ...{ location: new Int32Array(0), isProcess: new Uint8Array(0), rowOf: new Map<number, number>() },
              ...{ locationsOf: () => [], topologies: [], uncertain: new Set<number>() },
            },
          };
          const names: readonly TreeName[] = ['nodes', 'metrics', 'places'];
          const meant = names.flatMap((name) =>
            [...titles[name].entries()]
              .filter(([, title]) => title.toLowerCase().includes(text.toLowerCase()))
              .map(([row]) => `${name} ${row}`),
          );
          const active: Record<TreeName, { active: number | undefined }> = {
            nodes: { active: undefined },
            metrics: { active: undefined },
            places: { active: undefined },
          };
          let used = first;
          const next = (): string | undefined => {
            const found = nextFound(text, loaded, active, used);
            if (found === undefined) return undefined;
            active[found.name] = { active: found.row };
            used = found.name;
            return `${found.name} ${found.row}`;
          };
          const come = meant.map(next);
          expect(new Set(come)).toEqual(new Set(meant));
          expect(come.every((row) => row?.startsWith(first) ?? false) || meant.length === 0).toBe(
            meant.every((row) => row.startsWith(first)),
          );
          expect(next()).toBe(come[0]);
        },
      ),
    );
  });
});
