import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import type { CallPathRow, ComparedValue, Comparison } from '../../../src/experiments/compare/comparison.js';
import type { MeasuredRun } from '../../../src/experiments/compare/measuredRun.js';
import { compareRuns, FILE, runOf, type Call } from './runs.js';

const compare = (...groups: MeasuredRun[][]) =>
  compareRuns(groups.map((runs, index) => ({ label: `group ${index}`, runs })));

/** Regions of a call path with the lines they are called from in a group. */
function pathText(comparison: Comparison, index: number, group: number): string {
  const row = elementAt(comparison.callPaths, index);
  const own = `${row.region}@${row.places[group]?.line ?? '-'}`;
  return row.parent < 0 ? own : `${pathText(comparison, row.parent, group)}/${own}`;
}

const BEFORE = ['int main() {', '  init();', '  send(a);', '  work();', '  work();', '}'].join('\n');
const AFTER = [
  '#include <mpi.h>',
  'int main() {',
  '  init();',
  '  isend(a);',
  '  work();',
  '  work();',
  '  more();',
  '}',
].join('\n');

describe('compareRuns', () => {
  it('follows calls through the difference of the sources', () => {
    const before = runOf(
      [
        {
          region: 'main',
          line: 0,
          comp: 1,
          calls: [
            { region: 'init', line: 2, comp: 1 },
            { region: 'MPI_Send', line: 3, wait: 4 },
            { region: 'work', line: 4, comp: 2 },
            { region: 'work', line: 5, comp: 3 },
          ],
        },
      ],
      { text: BEFORE },
    );
    const after = runOf(
      [
        {
          region: 'main',
          line: 0,
          comp: 1,
          calls: [
            { region: 'init', line: 3, comp: 1 },
            { region: 'MPI_Isend', line: 4, wait: 1 },
            { region: 'work', line: 5, comp: 2 },
            { region: 'work', line: 6, comp: 3.5 },
            { region: 'more', line: 7, comp: 0.25 },
          ],
        },
      ],
      { text: AFTER },
    );
    const comparison = compare([before], [after]);
    const paths = comparison.callPaths.map(({ index, presence }) => [
      pathText(comparison, index, 0),
      pathText(comparison, index, 1),
      presence,
    ]);
    expect(paths).toEqual([
      ['main@-', 'main@-', 'everywhere'],
      ['main@-/init@2', 'main@-/init@3', 'everywhere'],
      ['main@-/MPI_Send@3', 'main@-/MPI_Send@-', 'gone'],
      ['main@-/work@4', 'main@-/work@5', 'everywhere'],
      ['main@-/work@5', 'main@-/work@6', 'everywhere'],
      ['main@-/MPI_Isend@-', 'main@-/MPI_Isend@4', 'new'],
      ['main@-/more@-', 'main@-/more@7', 'new'],
    ]);
    // The changed line is one line, whatever it calls now.
    expect(
      comparison.lines.map(({ places, presence, changes }) => [
        places.map((place) => place?.line ?? null),
        presence,
        elementAt(changes, 0).absolute,
      ]),
    ).toEqual([
      [[3, 4], 'everywhere', -3],
      [[5, 6], 'everywhere', 0.5],
      [[null, 7], 'new', 0.25],
      [[2, 3], 'everywhere', 0],
      [[4, 5], 'everywhere', 0],
    ]);
    expect(comparison.cells[0]).toMatchObject({ property: 'mpi', callPath: 2 });
    expect(comparison.totalTime.changes[0]?.absolute).toBeCloseTo(-2.25, 12);
    expect(comparison.problems.map(({ message }) => message).join()).toMatch(
      /comparisons with group 0, group 1 get no verdict/,
    );
  });

  it('matches the only call of a name although its line was not found, and reports if texts were not kept', () => {
    const call = (line: number): Call => ({ region: 'main', line: 0, calls: [{ region: 'f', line, comp: 1 }] });
    const comparison = compare([runOf([call(3)])], [runOf([call(9)])]);
    expect(comparison.callPaths.map(({ presence }) => presence)).toEqual(['everywhere', 'everywhere']);
    expect(comparison.callPaths[1]?.places).toEqual([
      { file: FILE, line: 3 },
      { file: FILE, line: 9 },
    ]);
    expect(comparison.problems.map(({ message }) => message).join()).toMatch(/main.c was not kept/);
  });

  it('passes over the root that CUBE files put above several roots', () => {
    const direct = runOf([
      { region: 'main', line: 0, comp: 1 },
      { region: 'thread', line: 0, comp: 2 },
    ]);
    const held = runOf([
      {
        region: 'PROGRAM',
        line: 0,
        calls: [
          { region: 'main', line: 0, comp: 1 },
          { region: 'thread', line: 0, comp: 2 },
        ],
      },
    ]);
    const comparison = compare([direct], [held]);
    expect(comparison.callPaths.map(({ region, presence }) => [region, presence])).toEqual([
      ['main', 'everywhere'],
      ['thread', 'everywhere'],
    ]);
    expect(comparison.lines).toEqual([]);
  });

  it('takes repeats together and compares more than two groups with the first', () => {
    const of = (...seconds: number[]) => seconds.map((comp) => runOf([{ region: 'main', line: 0, comp }]));
    const comparison = compare(of(10, 10.1, 9.9), of(8, 8.1, 7.9), of(10, 10.2, 9.8));
    expect(comparison.runTime.groups.map(({ mean, runs }) => [Number(mean.toFixed(6)), runs])).toEqual([
      [10, 3],
      [8, 3],
      [10, 3],
    ]);
    expect(comparison.runTime.changes.map(({ verdict }) => verdict)).toEqual(['faster', 'no difference shown']);
  });

  it('refuses fewer than two groups', () => {
    expect(() => compare([runOf([])])).toThrow(/at least two/);
    expect(() => compare([runOf([])], [])).toThrow(/has no experiments/);
  });
});

const seconds = fc.integer({ min: 0, max: 1000 }).map((value) => value / 64);
const call: fc.Memo<Call> = fc.memo((depth) =>
  fc.record({
    region: fc.constantFrom('f', 'g', 'MPI_Send', 'MPI_Recv'),
    line: fc.integer({ min: 0, max: 6 }),
    comp: seconds,
    wait: seconds,
    calls:
      depth > 1
        ? fc.uniqueArray(call(depth - 1), { maxLength: 4, selector: ({ region, line }) => `${region}${line}` })
        : fc.constant([]),
  }),
);
const text = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 0, maxLength: 8 })
  .map((lines) => lines.join('\n'));
const run = fc.record({ main: call(4), text: fc.option(text, { nil: undefined }) }).map(({ main, text }) => {
  return runOf([{ ...main, region: 'main', line: 0 }], text === undefined ? {} : { text });
});
const comparedOf = (row: ComparedValue | CallPathRow): ComparedValue => ('inclusive' in row ? row.inclusive : row);
const group = fc.array(run, { minLength: 1, maxLength: 3 });

const near = (a: number, b: number) => Math.abs(a - b) < 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
const total = (run: MeasuredRun, metric: string) =>
  (run.space.severities.get(metric)?.value ?? new Float64Array()).reduce((sum, value) => sum + value, 0);

/** Seconds of the calls whose line is known. */
function timeOnLines({ space: { callTree, severities } }: MeasuredRun): number {
  const { callPath, value } = severities.get('time') ?? { callPath: new Uint32Array(), value: new Float64Array() };
  return value.reduce(
    (sum, one, entry) => sum + (elementAt(callTree.site, elementAt(callPath, entry)) === 0 ? 0 : one),
    0,
  );
}

describe('a comparison of any runs', () => {
  it('turns round when its sides are swapped', () => {
    const opposite = { faster: 'slower', slower: 'faster' } as Record<string, string>;
    fc.assert(
      fc.property(group, group, (a, b) => {
        const there = compare(a, b);
        const back = compare(b, a);
        expect(back.callPaths.map(({ parent, region }) => [parent, region])).toEqual(
          there.callPaths.map(({ parent, region }) => [parent, region]),
        );
        for (const rows of ['properties', 'callPaths', 'cells', 'lines'] as const) {
          expect(back[rows]).toHaveLength(there[rows].length);
          there[rows].forEach((row, i) => {
            const [one, other] = [comparedOf(row), comparedOf(elementAt<typeof row>(back[rows], i))];
            const [change, changeBack] = [elementAt(one.changes, 0), elementAt(other.changes, 0)];
            expect(changeBack.absolute === -change.absolute || change.absolute === 0).toBe(true);
            expect(changeBack.verdict).toBe(opposite[change.verdict] ?? change.verdict);
            expect(other.groups).toEqual([...one.groups].reverse());
          });
        }
      }),
      { numRuns: 150 },
    );
  });

  it('has every call path of every run, once', () => {
    fc.assert(
      fc.property(group, group, (a, b) => {
        const comparison = compare(a, b);
        for (const [index, runs] of [a, b].entries()) {
          const present = comparison.callPaths.filter((row) => row.present[index]).length;
          const sizes = runs.map((one) => one.space.callTree.size);
          expect(present).toBeGreaterThanOrEqual(Math.max(...sizes));
          if (runs.length === 1) expect(present).toBe(sizes[0]);
        }
        for (const { parent, index, present } of comparison.callPaths) {
          expect(parent).toBeLessThan(index);
          if (parent >= 0)
            present.forEach((has, i) => expect(!has || elementAt(comparison.callPaths, parent).present[i]).toBe(true));
        }
      }),
      { numRuns: 150 },
    );
  });

  /** Metrics that are no part of the total time. */
  const beside: ReadonlySet<string> = new Set(['visits', 'delay_latesender']);

  it('adds up to the totals of the runs', () => {
    fc.assert(
      fc.property(group, group, (a, b) => {
        const comparison = compare(a, b);
        for (const [index, runs] of [a, b].entries()) {
          const mean = (metric: string) => runs.reduce((sum, one) => sum + total(one, metric), 0) / runs.length;
          expect(near(elementAt(comparison.totalTime.groups, index).mean, mean('time'))).toBe(true);
          for (const { property, groups } of comparison.properties)
            expect(near(elementAt(groups, index).mean, mean(property))).toBe(true);
          const parts = comparison.cells.filter(({ property }) => !beside.has(property));
          expect(
            near(
              parts.reduce((sum, { groups }) => sum + elementAt(groups, index).mean, 0),
              mean('time'),
            ),
          ).toBe(true);
          // Each second of a call with a line is exclusive time of exactly one line.
          const placed = runs.reduce((sum, one) => sum + timeOnLines(one), 0) / runs.length;
          const own = comparison.lines.reduce((sum, line) => sum + elementAt(line.own.groups, index).mean, 0);
          expect(near(own, placed)).toBe(true);
          const root = comparison.callPaths.at(0);
          if (root !== undefined) expect(near(elementAt(root.inclusive.groups, index).mean, mean('time'))).toBe(true);
        }
        const changes = comparison.cells
          .filter(({ property }) => !beside.has(property))
          .reduce((sum, { changes }) => sum + elementAt(changes, 0).absolute, 0);
        expect(near(changes, elementAt(comparison.totalTime.changes, 0).absolute)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('shows no change against itself', () => {
    fc.assert(
      fc.property(run, (one) => {
        const comparison = compare([one], [one]);
        expect(comparison.callPaths.every(({ presence }) => presence === 'everywhere')).toBe(true);
        expect(comparison.cells.every(({ changes }) => changes[0]?.absolute === 0)).toBe(true);
        expect(comparison.lines.every(({ changes }) => changes[0]?.absolute === 0)).toBe(true);
      }),
    );
  });
});
