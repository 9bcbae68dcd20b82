import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SearchedRun, searchRun } from '../../../src/analysis/search/searchRun.js';
import { elementAt } from '../../../src/base/elements.js';
import type { SearchStep } from '../../../src/model/findings/searchGraph.js';

const anyRun = fc
  .array(
    fc.array(
      fc.record({
        node: fc.nat(30),
        location: fc.nat(6),
        seconds: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 20, noNaN: true })),
      }),
      { maxLength: 60 },
    ),
    { maxLength: 8 },
  )
  .map((tables): SearchedRun => ({
    totalTime: 100,
    span: 16,
    properties: tables.map((values, at) => ({ metric: `p${at}`, values })),
    pathOf: (node) => ['main', `f${node}`],
    // All of it in the second eighth.
    whenOf: (metric, node, location) => {
      const own = tables[Number(metric.slice(1))] ?? [];
      const seconds = own
        .filter((one) => one.node === node && one.location === location)
        .reduce((sum, one) => sum + one.seconds, 0);
      return Float64Array.of(0, seconds, 0, 0, 0, 0, 0, 0);
    },
  }));

/** Computes the value of a hypothesis directly from the values. */
function plainValue(run: SearchedRun, { metric, focus, window }: SearchStep): number {
  if (metric === 'time') return 1;
  const values = run.properties.find((one) => one.metric === metric)?.values ?? [];
  const sum = values
    .filter(({ node }) => focus.node === undefined || focus.node === node)
    .filter(({ location }) => focus.locations?.includes(location) ?? true)
    .reduce((total, { seconds }) => total + seconds, 0);
  return window === undefined || window.from === 2 ? sum / run.totalTime : 0;
}

describe('the search for why, where and when', () => {
  it('reports the share of the run of each hypothesis, true from 1 % on, after the one it refines', () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        const { steps } = searchRun(run);
        expect(steps.length).toBeLessThanOrEqual(60);
        for (const [at, step] of steps.entries()) {
          for (const parent of step.parents) expect(parent).toBeLessThan(at);
          expect(step.outcome === 'true').toBe((step.value ?? 0) >= 0.01);
          if (step.count !== undefined) continue;
          expect(step.outcome).toBe('true');
          expect(step.value).toBeCloseTo(plainValue(run, step), 9);
        }
      }),
    );
  });

  it('tests everything below a true hypothesis: reported, or counted', () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        const { steps } = searchRun(run);
        const isRefined = (step: SearchStep) => step.count === undefined && step.window === undefined;
        for (const [at, step] of steps.entries()) {
          if (!isRefined(step)) continue;
          const below = steps.filter(({ parents }) => parents.includes(at));
          const told = below.reduce((sum, { count = 1 }) => sum + count, 0);
          const values = run.properties
            .filter(({ metric }) => metric === step.metric)
            .flatMap((one) => one.values)
            .filter(({ node }) => step.focus.node === undefined || node === step.focus.node);
          const { node, locations } = step.focus;
          const expected =
            step.metric === 'time'
              ? run.properties.length
              : node === undefined
                ? new Set(values.map((one) => one.node)).size
                : locations === undefined
                  ? new Set(values.map(({ location }) => location)).size
                  : 8;
          expect(told).toBe(expected);
        }
      }),
    );
  });

  it('leaves hypotheses without data open, and ends if no time is left', () => {
    const values = [{ node: 3, location: 1, seconds: 50 }];
    const run = { totalTime: 100, span: 0, properties: [{ metric: 'wait', values }], pathOf: () => ['f'] };
    const { steps } = searchRun({ ...run, whenOf: () => undefined });
    expect(steps.map(({ outcome }) => outcome)).toEqual(['true', 'true', 'true', 'true', 'untested']);
    expect(elementAt(steps, 4)).toMatchObject({ count: 8, parents: [3] });
    expect(searchRun({ ...run, totalTime: 0, whenOf: () => undefined }).steps).toHaveLength(1);
  });
});
