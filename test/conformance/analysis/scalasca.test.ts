import { describe, expect, test } from 'vitest';
import { total } from '../../../src/analysis/trace/index.js';
import { compareWithReference } from '../../support/conformance/compare.js';
import { conformanceOf, tracesWithReference } from '../../support/conformance/traces.js';
import { conformanceData } from '../../support/conformanceData.js';

/** Seconds. */
const ROUNDING = 1e-12;

/** Metrics whose totals agree in traces with tasks, whose call paths differ from the reference's. */
const sameTotals = ['time', 'execution', 'comp', 'omp_time', 'omp_synchronization', 'omp_taskwait', 'omp_idle_threads'];

const folder = conformanceData('otf2-with-scalasca');

/** `npm run conformance` prints what this checks as a table. */
describe.skipIf(folder === undefined)('agreement with Scalasca 2.6', () => {
  test('a difference fails where its cause is not in the trace', () => {
    const { reference, values, facts } = conformanceOf(folder ?? '', 'bots_sort.2t');
    const without = { ...facts, hasTasks: false };
    const comparisons = compareWithReference(without, reference, values);
    expect(comparisons.flatMap(({ unexplained }) => unexplained).length).toBeGreaterThan(10);
  });

  test.each(tracesWithReference(folder))('%s', (name) => {
    const { comparisons, result, values, reference, facts } = conformanceOf(folder ?? '', name);
    expect(comparisons.flatMap(({ unexplained }) => unexplained)).toEqual([]);
    expect(comparisons.filter(({ compared }) => compared > 0).length).toBeGreaterThan(20);
    expect(comparisons.reduce((sum, { compared }) => sum + compared, 0)).toBeGreaterThan(100);
    expect(total(result.space, 'critical_path')).toBeLessThanOrEqual(result.report.span + ROUNDING);
    if (!facts.hasTasks) return;
    const sum = (amounts?: ReadonlyMap<string, number>): number =>
      [...(amounts ?? new Map<string, number>()).values()].reduce((all, value) => all + value, 0);
    for (const metric of sameTotals) {
      expect(sum(values.get(metric)), metric).toBeCloseTo(sum(reference.metrics.get(metric)?.exclusive), 11);
    }
  });
});
