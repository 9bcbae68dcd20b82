import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { analyzeTrace, metrics } from '../../../src/analysis/trace/index.js';
import { rootCauseRows } from '../../../src/analysis/trace/rootCauses/metricRows.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { conformanceData } from '../../support/conformanceData.js';
import { readReference, type Reference } from '../../support/scalascaReference.js';
import { valuesByPath } from '../../support/spaceValues.js';

/** Largest relative difference allowed between values of the two analysers. */
const TOLERANCE = 1e-6;
/**
 * Values below this many seconds are rounding of sums in binary64: the reference stores times inclusively, so that
 * exclusive values are differences of numbers of the order of 1 s.
 */
const ROUNDING = 1e-13;

/** Where the rules followed here lead to other values than the reference, and why. */
interface Difference {
  readonly trace: string;
  readonly metrics: readonly string[];
  /** The values concerned; all others must agree. */
  readonly at: (path: string, location: string) => boolean;
  readonly reason: string;
}

const TASK_REASON =
  'the reference shows the code of explicit tasks under a root of its own (TASKS) and again, without its callees, ' +
  'where it was executed; here it stands once, where it was executed';
const differences: readonly Difference[] = [
  {
    trace: 'clover_hyb.2x2',
    metrics: ['time', 'omp_idle_threads', 'omp_limited_parallelism'],
    at: (where, location) => location === '3' && where.includes('!$omp parallel @update_halo_kernel.f90:93'),
    reason:
      'the reference counts a worker as idle in parallel regions it takes part in, on call paths that only rank 1 ' +
      'has; its total of that worker exceeds that of the master thread, which Wolf 2003, 4.4.6 rules out',
  },
  ...['bots_sort.2t', 'omp_task.2t'].map((trace) => ({
    trace,
    metrics: [
      'time',
      'execution',
      'comp',
      'omp_time',
      'omp_synchronization',
      'omp_taskwait',
      'omp_idle_threads',
      'visits',
    ],
    at: () => true,
    reason: TASK_REASON,
  })),
];

/** Metrics whose totals are the same although their call paths differ. */
const sameTotals = ['time', 'execution', 'comp', 'omp_time', 'omp_synchronization', 'omp_taskwait', 'omp_idle_threads'];

/** Compared in rootCauses.test.ts. */
const rootCauses: ReadonlySet<string> = new Set(rootCauseRows.map(([name]) => name));

interface Comparison {
  readonly metric: string;
  readonly largest: number;
  readonly compared: number;
  /** Values out of tolerance that no rule explains. */
  readonly unexplained: readonly string[];
}

function compare(trace: string, reference: Reference, mine: ReadonlyMap<string, Map<string, number>>): Comparison[] {
  const results: Comparison[] = [];
  for (const { name } of metrics) {
    if (!reference.names.has(name) || rootCauses.has(name)) continue;
    const expected = reference.metrics.get(name)?.exclusive ?? new Map<string, number>();
    const actual = mine.get(name) ?? new Map<string, number>();
    const unexplained: string[] = [];
    let largest = 0;
    const keys = new Set([...expected.keys(), ...actual.keys()]);
    for (const key of keys) {
      const a = expected.get(key) ?? 0;
      const b = actual.get(key) ?? 0;
      if (Math.max(Math.abs(a), Math.abs(b)) <= ROUNDING) continue;
      const relative = Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b));
      const [where, location] = key.split('\t');
      const rule = differences.find((d) => d.trace === trace && d.metrics.includes(name) && d.at(where, location));
      if (rule !== undefined) continue;
      largest = Math.max(largest, relative);
      if (relative > TOLERANCE) unexplained.push(`${name} ${key.replace('\t', ' @')}: ${a} expected, ${b} found`);
    }
    results.push({ metric: name, largest, compared: keys.size, unexplained });
  }
  return results;
}

const folder = conformanceData('otf2-with-scalasca');
const traces =
  folder === undefined
    ? []
    : readdirSync(folder).filter((name) => existsSync(path.join(folder, name, 'reference.tsv.gz')));

describe.skipIf(folder === undefined)('agreement with Scalasca 2.6', () => {
  const table = new Map<string, Map<string, string>>();

  test.each(traces)('%s', (name) => {
    const archive = path.join(folder ?? '', name);
    const trace = openArchive(path.join(archive, 'traces.otf2'));
    const reference = readReference(path.join(archive, 'reference.tsv.gz'));
    const { space } = analyzeTrace(trace, { program: name });
    const mine = valuesByPath(space, trace.definitions);
    const results = compare(name, reference, mine);
    for (const { metric, largest, compared } of results) {
      if (compared === 0) continue;
      const row = table.get(metric) ?? new Map<string, string>();
      table.set(metric, row.set(name, largest === 0 ? '0' : largest.toExponential(0)));
    }
    expect(results.flatMap(({ unexplained }) => unexplained)).toEqual([]);
    expect(results.reduce((sum, { compared }) => sum + compared, 0)).toBeGreaterThan(50);
  });

  test.each(['bots_sort.2t', 'omp_task.2t'].filter((name) => traces.includes(name)))('%s: totals', (name) => {
    const archive = path.join(folder ?? '', name);
    const trace = openArchive(path.join(archive, 'traces.otf2'));
    const reference = readReference(path.join(archive, 'reference.tsv.gz'));
    const mine = valuesByPath(analyzeTrace(trace, { program: name }).space, trace.definitions);
    const sum = (values?: ReadonlyMap<string, number>): number =>
      [...(values ?? new Map<string, number>()).values()].reduce((total, value) => total + value, 0);
    for (const metric of sameTotals) {
      expect(sum(mine.get(metric)), metric).toBeCloseTo(sum(reference.metrics.get(metric)?.exclusive), 11);
    }
  });

  test('the table of largest relative differences', () => {
    const width = Math.max(...[...table.keys()].map((metric) => metric.length));
    const rows = [...table].map(
      ([metric, row]) =>
        `${metric.padEnd(width)} ${traces.map((name) => (row.get(name) ?? '-').padStart(14)).join('')}`,
    );
    console.log([`${' '.repeat(width)} ${traces.map((name) => name.padStart(14)).join('')}`, ...rows].join('\n'));
    for (const { trace, reason } of differences) console.log(`${trace}: ${reason}.`);
    expect(table.size).toBeGreaterThan(0);
  });
});
