import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { analyzeTrace, total } from '../../../src/analysis/trace/index.js';
import { rootCauseRows } from '../../../src/analysis/trace/rootCauses/metricRows.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { conformanceData } from '../../support/conformanceData.js';
import { differences, type Values } from '../../support/rootCauseDifferences.js';
import { readReference, type Reference } from '../../support/scalascaReference.js';
import { valuesByPath } from '../../support/spaceValues.js';

/** Largest relative difference allowed between values of the two analysers. */
const TOLERANCE = 1e-6;
/** Values below this many seconds are rounding: the reference stores them inclusively. */
const ROUNDING = 1e-12;

const names = rootCauseRows.map(([name]) => name);
const folder = conformanceData('otf2-with-scalasca');
const traces =
  folder === undefined
    ? []
    : readdirSync(folder).filter((name) => existsSync(path.join(folder, name, 'reference.tsv.gz')));

interface Row {
  /** Largest relative difference of values no rule explains, and of those one does. */
  largest: number;
  explained: number;
}

function compare(
  trace: string,
  reference: Reference,
  values: Values,
): { rows: Map<string, Row>; unexplained: string[] } {
  const rows = new Map<string, Row>();
  const unexplained: string[] = [];
  const rules = differences.filter((rule) => rule.traces.includes(trace));
  for (const metric of names.filter((name) => reference.names.has(name))) {
    const expected = reference.metrics.get(metric)?.exclusive ?? new Map<string, number>();
    const found = values.get(metric) ?? new Map<string, number>();
    const row: Row = { largest: 0, explained: 0 };
    for (const key of new Set([...expected.keys(), ...found.keys()])) {
      const a = expected.get(key) ?? 0;
      const b = found.get(key) ?? 0;
      if (Math.max(Math.abs(a), Math.abs(b)) <= ROUNDING) continue;
      const relative = Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b));
      const rule = rules.find(({ metrics, allows }) => metrics.test(metric) && allows(a, b, key, reference));
      if (relative <= TOLERANCE) row.largest = Math.max(row.largest, relative);
      else if (rule !== undefined) row.explained = Math.max(row.explained, relative);
      else unexplained.push(`${metric} ${key.replace('\t', ' @')}: ${a} expected, ${b} found`);
    }
    if (expected.size + found.size > 0) rows.set(metric, row);
  }
  return { rows, unexplained };
}

describe.skipIf(folder === undefined)('root causes and critical path agree with Scalasca 2.6', () => {
  const table = new Map<string, Map<string, string>>();

  test.each(traces)('%s', (name) => {
    const archive = path.join(folder ?? '', name);
    const trace = openArchive(path.join(archive, 'traces.otf2'));
    const reference = readReference(path.join(archive, 'reference.tsv.gz'));
    const { space, report } = analyzeTrace(trace, { program: name });
    expect(total(space, 'critical_path')).toBeLessThanOrEqual(report.span + ROUNDING);
    const { rows, unexplained } = compare(name, reference, valuesByPath(space, trace.definitions));
    for (const [metric, { largest, explained }] of rows) {
      const row = table.get(metric) ?? new Map<string, string>();
      const text = explained > 0 ? `*${explained.toExponential(0)}` : largest === 0 ? '0' : largest.toExponential(0);
      table.set(metric, row.set(name, text));
    }
    expect(unexplained.slice(0, 20)).toEqual([]);
    expect(rows.size).toBeGreaterThan(10);
  });

  test('the table of largest relative differences', () => {
    const width = Math.max(...[...table.keys()].map((metric) => metric.length));
    const rows = [...table].map(
      ([metric, row]) =>
        `${metric.padEnd(width)} ${traces.map((name) => (row.get(name) ?? '-').padStart(14)).join('')}`,
    );
    console.log([`${' '.repeat(width)} ${traces.map((name) => name.padStart(14)).join('')}`, ...rows].join('\n'));
    console.log('* with a reason:');
    for (const { traces: where, metrics, reason } of differences) {
      console.log(`${where.join(', ')}: ${metrics.source}: ${reason}.`);
    }
    expect(table.size).toBeGreaterThan(0);
  });
});
