/** How visits are spread, next to the events of the recorded run and plain definitions of quartiles and outliers. */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { EventKind } from '../../../src/model/events.js';
import { exampleArchive } from '../support/archives.js';
import { asking, type OpenedRun, openedRun } from './asking.js';

const FUNCTION = 'MPI_Waitall';

let run: OpenedRun;
let node: number;
beforeAll(() => {
  run = openedRun(join(exampleArchive('heat2d-mpi'), 'traces.otf2'));
  const { region } = run.made.space.callTree;
  node = region.findIndex((one) => run.trace.definitions.regions[one]?.name === FUNCTION);
  return run.remove;
});

const ask = asking(() => run.measurement);

/** The calls of the function on a rank, by the events of the trace: it has one call path, and calls nothing. */
function callsOn(rank: number): { readonly from: number; readonly to: number }[] {
  const calls: { from: number; to: number }[] = [];
  let from = Number.NaN;
  for (const { count, kind, time, reference } of run.trace.batches(rank))
    for (let at = 0; at < count; at++) {
      if (run.trace.definitions.regions[elementAt(reference, at)]?.name !== FUNCTION) continue;
      if (kind[at] === EventKind.Enter) from = elementAt(time, at);
      if (kind[at] === EventKind.Leave) calls.push({ from, to: elementAt(time, at) });
    }
  return calls;
}

/** Hyndman & Fan, definition 7. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = share * (sorted.length - 1);
  const below = elementAt(sorted, Math.floor(position));
  return below + (position % 1) * ((sorted[Math.ceil(position)] ?? below) - below);
}

function expectSpread(row: number, values: readonly number[], property?: string): void {
  const { columns } = ask('visitSpread', { node, ...(property === undefined ? {} : { property }) });
  const [lower, median, upper] = [0.25, 0.5, 0.75].map((share) => quantile(values, share));
  if (lower === undefined || median === undefined || upper === undefined) throw new Error('there are no quartiles');
  const isFar = (value: number): boolean =>
    value < lower - 1.5 * (upper - lower) || value > upper + 1.5 * (upper - lower);
  const near = values.filter((value) => !isFar(value));
  const far = values.filter(isFar).sort((a, b) => a - b);
  expect(columns.visits[row]).toBe(values.length);
  const expected = {
    ...{ least: Math.min(...values), lower, median, upper, most: Math.max(...values) },
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    ...{ from: Math.min(lower, ...near), to: Math.max(upper, ...near) },
  };
  for (const name of ['least', 'lower', 'median', 'upper', 'most', 'mean', 'from', 'to'] as const)
    expect(columns[name][row], name).toBeCloseTo(expected[name], 9);
  expect(columns.outliers[row]).toBe(far.length);
  const [start, end] = [row === 0 ? 0 : elementAt(columns.outlierEnd, row - 1), elementAt(columns.outlierEnd, row)];
  const drawn = [...columns.outlier.subarray(start, end)].sort((a, b) => a - b);
  expect(drawn).toHaveLength(far.length);
  for (const [at, value] of far.entries()) expect(drawn[at]).toBeCloseTo(value, 9);
}

describe('how visits are spread', () => {
  it('follows from the times of the calls on each rank, and leads to the longest', () => {
    const { columns } = ask('visitSpread', { node });
    expect([...columns.location]).toEqual([0, 1, 2, 3]);
    for (const rank of columns.location) {
      const calls = callsOn(rank);
      const seconds = calls.map(({ from, to }) => to - from);
      expectSpread(rank, seconds);
      const longest = calls[seconds.indexOf(Math.max(...seconds))];
      expect(columns.worstFrom[rank]).toBeCloseTo(longest?.from ?? Number.NaN, 9);
      expect(columns.worstTo[rank]).toBeCloseTo(longest?.to ?? Number.NaN, 9);
    }
    expect(columns.outlier.length).toBeGreaterThan(0);
  });

  it('follows from the waits in them, for a wait state', () => {
    const { properties, waits } = run.timeline;
    const { metrics, severities } = run.made.space;
    const isLateSender = (name: string | undefined): boolean =>
      name !== undefined &&
      (name === 'mpi_latesender' || isLateSender(metrics.find((metric) => metric.name === name)?.parent));
    // Parts of waits are in the log in addition to the whole ones.
    const whole = [...waits.from.keys()].filter(
      (at) => waits.part[at] === 0 && isLateSender(properties[elementAt(waits.property, at)]),
    );
    for (const rank of [0, 1, 2, 3]) {
      const waited = callsOn(rank).map(({ from, to }) =>
        whole
          .filter((at) => waits.location[at] === rank)
          .filter((at) => elementAt(waits.from, at) >= from && elementAt(waits.from, at) < to)
          .reduce((sum, at) => sum + elementAt(waits.to, at) - elementAt(waits.from, at), 0),
      );
      expectSpread(rank, waited, 'mpi_latesender');
      const column = severities.get('mpi_latesender');
      const all = [...(column?.value ?? [])].filter(
        (_, at) => column?.location[at] === rank && column.callPath[at] === node,
      );
      const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
      expect(sum(waited)).toBeCloseTo(sum(all), 9);
    }
  });

  it('is not known of call paths and properties that there are not', () => {
    expect(() => ask('visitSpread', { node: 1e6 })).toThrow('There is no call path 1000000');
    expect(() => ask('visitSpread', { node, property: 'nothing' })).toThrow('has no property nothing');
  });
});
