/**
 * Loops and series of real traces compared with the results of a Python reference implementation, which reads them with
 * libotf2.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { PieceRoom } from '../../../src/analysis/dynamics/series/pieces.js';
import { type MeasuredTrace, seriesOfTrace } from '../../../src/analysis/dynamics/series/index.js';
import { analyzeTrace, changedTrace, processesOf } from '../../../src/analysis/trace/index.js';
import { absent, elementAt } from '../../../src/base/elements.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { DURATION, OWN_TIME, type RunSeries } from '../../../src/model/dynamics/series.js';
import { conformanceData, LARGE_TRACES, usualTraces } from '../../support/conformanceData.js';

const numbers = v.array(v.number());
const found = v.object({
  parent: v.string(),
  marker: v.string(),
  members: v.array(v.string()),
  iterations: numbers,
  coverage: numbers,
  regularity: numbers,
  firstBegins: numbers,
  lastEnds: numbers,
  seconds: numbers,
  durations: v.exactOptional(v.array(numbers)),
  otherLevels: v.array(v.object({ parent: v.string(), members: v.array(v.string()), iterations: numbers })),
});
const file = path.join(import.meta.dirname, 'reference', 'loops.json');
const reference = v.parse(
  v.record(v.string(), v.union([found, v.object({ loop: v.null() })])),
  JSON.parse(readFileSync(file, 'utf8')),
);

function archiveOf(name: string): string | undefined {
  return ['otf2', 'otf2-with-scalasca']
    .map((folder) => path.join(conformanceData(folder) ?? '', name, 'traces.otf2'))
    .find(existsSync);
}

/** @param correctClocks the reference takes times as they were recorded */
function measured(archive: string, correctClocks: boolean): MeasuredTrace {
  const trace = openArchive(archive);
  const processes = processesOf(trace.definitions);
  const { space, report, waits, changes = {} } = analyzeTrace(trace, { program: 'p', waits: true, correctClocks });
  return { trace: changedTrace(trace, processes, changes), processes, space, totalTime: report.totalTime, waits };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
/** Of call paths without a separate series. */
const REST = 0xffff_ffff;

function matches(run: MeasuredTrace, { levels, iterations }: RunSeries, expected: v.InferOutput<typeof found>): void {
  const { definitions } = run.trace;
  const { callTree } = run.space;
  const nameOf = (node: number): string => elementAt(definitions.regions, elementAt(callTree.region, node)).name;
  const starts = run.processes.locations.flatMap((own) => {
    const main = own.find((location) => elementAt(iterations.starts, location).length > 0);
    return main === undefined ? [] : [elementAt(iterations.starts, main)];
  });
  const [level, ...others] = levels;
  expect(level?.name).toBe(expected.marker);
  expect(nameOf(level?.parent ?? -1)).toBe(expected.parent);
  expect([...(level?.members ?? [])].map(nameOf).sort()).toEqual([...expected.members].sort());
  expect(level?.count).toBe(Math.min(...expected.iterations));
  expect(level?.coverage).toBeCloseTo(mean(expected.coverage), 6);
  expect(level?.regularity).toBeCloseTo(mean(expected.regularity), 6);
  for (const [at, own] of starts.entries()) {
    expect(own).toHaveLength(elementAt(expected.iterations, at) + 1);
    expect(own[0]).toBeCloseTo(elementAt(expected.firstBegins, at), 8);
    expect(own.at(-1)).toBeCloseTo(elementAt(expected.lastEnds, at), 8);
  }
  expect(others.map(({ count, parent }) => [nameOf(parent), count])).toEqual(
    expected.otherLevels.map(({ parent, iterations }) => [parent, Math.min(...iterations)]),
  );
}

/** Checks that iterations and the time outside of them add up to the severity in the space. */
function keepsSeverities(run: MeasuredTrace, { series, iterations }: RunSeries): void {
  const { severities } = run.space;
  const known = new Map<string, number>();
  for (const metric of series.metrics) {
    const { callPath = [], location = [], value = [] } = severities.get(metric) ?? {};
    for (let at = 0; at < value.length; at++) known.set(`${metric} ${callPath[at]} ${location[at]}`, value[at] ?? 0);
  }
  const differences: string[] = [];
  const rest = new Map<string, number>();
  const withRest = new Set(['execution', ...(series.counters ?? []).map(({ name }) => name)]);
  for (let row = 0; row < series.metric.length; row++) {
    const metric = elementAt(series.metrics, elementAt(series.metric, row));
    const [node, location] = [elementAt(series.node, row), elementAt(series.location, row)];
    const values = series.value.subarray(row * series.count, (row + 1) * series.count);
    const sum = values.reduce((total, value) => total + value, elementAt(series.outside, row));
    const key = `${metric} ${node} ${location}`;
    if (metric === DURATION) {
      const starts = elementAt(iterations.starts, location);
      expect(sum).toBeCloseTo((starts.at(-1) ?? 0) - elementAt(starts, 0), 9);
    } else if (metric !== OWN_TIME && node === REST) rest.set(`${metric} ${location}`, sum);
    else if (metric !== OWN_TIME) {
      const severity = known.get(key) ?? Number.NaN;
      known.delete(key);
      if (!(Math.abs(sum - severity) <= 1e-9 * Math.abs(severity))) differences.push(`${key}: ${sum}, not ${severity}`);
    }
  }
  expect(differences).toEqual([]);
  const left = new Map<string, number>();
  for (const [key, seconds] of known) {
    const [metric = '', , location] = key.split(' ');
    const place = `${metric} ${location}`;
    if (withRest.has(metric)) left.set(place, (left.get(place) ?? 0) + seconds);
  }
  for (const [place, sum] of rest) {
    const expected = left.get(place) ?? 0;
    expect(Math.abs(sum - expected), place).toBeLessThanOrEqual(1e-9 * Math.max(1, expected));
  }
}

/**
 * Checks that a second pass over the times after the loop is known, as for pieces that need too much memory, gives the
 * same: for each of the loops.
 */
function isSameReadTwice(run: MeasuredTrace, made: RunSeries): void {
  for (const level of made.levels.keys()) {
    const once = level === 0 ? made : seriesOfTrace({ ...run, level });
    const twice = seriesOfTrace({ ...run, level, room: new PieceRoom(0) });
    if (typeof once === 'string' || typeof twice === 'string') throw new Error('no loop');
    expect(twice.iterations).toEqual(once.iterations);
    expect(twice.loopTime).toBe(once.loopTime);
    const { value, outside, ...columns } = once.series;
    const { value: other, outside: otherOutside, ...otherColumns } = twice.series;
    expect(otherColumns).toEqual(columns);
    const largest = value.reduce((most, seconds) => Math.max(most, seconds), 0);
    const isNear = (seconds: number, wanted: number): boolean =>
      Math.abs(seconds - wanted) <= 1.2e-7 * Math.abs(wanted) + 1e-12 * largest;
    expect(value.findIndex((seconds, at) => !isNear(seconds, other[at] ?? Number.NaN))).toBe(-1);
    const sum = outside.reduce((total, seconds) => total + Math.abs(seconds), largest);
    expect(outside.findIndex((seconds, at) => !(Math.abs(seconds - (otherOutside[at] ?? NaN)) <= 1e-7 * sum))).toBe(-1);
  }
}

describe('loops and series of real traces', () => {
  // Of the large ones that with a loop in a loop is left.
  const names = usualTraces(
    Object.keys(reference),
    LARGE_TRACES.filter((name) => name !== 'omp_cg.S.4t'),
  );
  for (const name of names) {
    const expected = reference[name] ?? absent(0);
    const archive = archiveOf(name);
    it.skipIf(archive === undefined)(`are those of the reference, and keep the severities: ${name}`, () => {
      const run = measured(archive ?? '', false);
      const made = seriesOfTrace(run);
      if ('loop' in expected) {
        expect(made).toMatch(/^No loop was found.*\.$/);
        return;
      }
      if (typeof made === 'string') throw new Error(made);
      matches(run, made, expected);
      keepsSeverities(run, made);
      isSameReadTwice(run, made);
    });
  }

  // How often otf2-print shows the first call of an iteration on the first location, and the mean distance of these.
  for (const [name, marker, count, period] of [
    ['casita_1_xeonphi_jacobi_09', '!$omp parallel @jacobi_target.c:160', 100, 83_233_757.242 / 1e9],
    ['pipit_ping-pong', 'MPI_Send', 8, 1_180_800.286 / 2_095_197_216],
  ] as const) {
    const archive = archiveOf(name);
    it.skipIf(archive === undefined)(`have the iterations and the period that otf2-print shows: ${name}`, () => {
      const made = seriesOfTrace(measured(archive ?? '', false));
      if (typeof made === 'string') throw new Error(made);
      expect(made.iterations).toMatchObject({ name: marker, count });
      const starts = elementAt(made.iterations.starts, 0);
      const found = (elementAt(starts, count - 1) - elementAt(starts, 0)) / (count - 1);
      expect(Math.abs(found / period - 1)).toBeLessThan(1e-6);
    });
  }

  const corrected = archiveOf('cg.S.4');
  it.skipIf(corrected === undefined)('keep the severities where clocks were corrected', () => {
    const run = measured(corrected ?? '', true);
    const made = seriesOfTrace(run);
    if (typeof made === 'string') throw new Error(made);
    keepsSeverities(run, made);
  });
});
