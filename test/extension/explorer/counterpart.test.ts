/** Weights of another experiment in the rows of the one that is shown, of recorded runs. */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { counterpartOf } from '../../../src/extension/explorer/counterpart.js';
import type { Ask, QueryKind } from '../../../src/protocol/queries/index.js';
import { askIn, openedRun, type OpenedRun } from '../../engine/measurements/asking.js';
import { exampleArchive } from '../../engine/support/archives.js';

const runs = new Map<string, OpenedRun>();
beforeAll(() => {
  for (const name of ['heat2d-mpi', 'jacobi-openmp'])
    runs.set(name, openedRun(join(exampleArchive(name), 'traces.otf2')));
  return () => runs.forEach(({ remove }) => remove());
});

function runOf(name: string): OpenedRun {
  const run = runs.get(name);
  if (run === undefined) throw new Error(`no run ${name}`);
  return run;
}

const engine = {
  query: <K extends QueryKind>(id: string, kind: K, ask: Ask<K>) =>
    Promise.resolve(askIn(runOf(id).measurement, kind, ask)),
};
const time = { properties: [{ metric: 'time', exclusive: false }], nodes: null };
const signal = new AbortController().signal;
const identity = (count: number): number[] => Array.from({ length: count }, (_, node) => node);

describe('the counterpart of an experiment', () => {
  it('is its own weights where it is compared with itself', async () => {
    const { measurement } = runOf('heat2d-mpi');
    const { size, parent, region } = measurement.space.callTree;
    const own = askIn(measurement, 'weights', time).columns;
    const asked = { experiment: 'heat2d-mpi', other: 'heat2d-mpi', ...time };
    const { head, columns } = await counterpartOf(
      engine,
      () => Promise.resolve({ nodes: identity(size) }),
      asked,
      signal,
    );
    const { otherParent, otherRegion, otherExclusive, ...weights } = columns;
    expect(weights).toEqual(own);
    expect([...otherParent]).toEqual([...parent]);
    expect([...otherRegion]).toEqual([...region]);
    expect(otherExclusive).toEqual(own.nodeExclusive);
    expect(head.regions).toContain('MPI_Waitall');
  });

  it('has the weights of the call paths that match, and no number for the others', async () => {
    const { measurement } = runOf('heat2d-mpi');
    const { size } = measurement.space.callTree;
    // Matched in the opposite order, and every third one not at all.
    const nodes = identity(size).map((node) => (node % 3 === 0 ? -1 : size - 1 - node));
    const its = askIn(measurement, 'weights', time).columns;
    const asked = { experiment: 'heat2d-mpi', other: 'heat2d-mpi', ...time };
    const { columns } = await counterpartOf(engine, () => Promise.resolve({ nodes }), asked, signal);
    for (const [node, there] of nodes.entries()) {
      const [inclusive, exclusive] = [columns.nodeInclusive[node], columns.nodeExclusive[node]];
      expect(inclusive).toBe(there < 0 ? Number.NaN : elementAt(its.nodeInclusive, there));
      expect(exclusive).toBe(there < 0 ? Number.NaN : elementAt(its.nodeExclusive, there));
    }
    expect(nodes.filter((there) => there >= 0).length).toBeGreaterThan(3);
  });

  it('asks for the call paths there that match the selected ones', async () => {
    const { measurement } = runOf('heat2d-mpi');
    const { size } = measurement.space.callTree;
    const nodes = identity(size).map((node) => (node + 1) % size);
    const selected = { ...time, nodes: [{ node: 2, exclusive: true }] };
    const { columns } = await counterpartOf(
      engine,
      () => Promise.resolve({ nodes }),
      { experiment: 'heat2d-mpi', other: 'heat2d-mpi', ...selected },
      signal,
    );
    const there = askIn(measurement, 'weights', { ...time, nodes: [{ node: 3, exclusive: true }] }).columns;
    expect(columns.metricInclusive).toEqual(there.metricInclusive);
    expect(columns.place).toEqual(there.place);
  });

  it('has no numbers of locations where these are not the same, and none at all of a metric that it does not have', async () => {
    const { measurement: own } = runOf('heat2d-mpi');
    const { measurement: other } = runOf('jacobi-openmp');
    expect(other.space.locationCount).not.toBe(own.space.locationCount);
    const match = () =>
      Promise.resolve({ nodes: identity(own.space.callTree.size).map((node) => (node === 0 ? 0 : -1)) });
    const about = { experiment: 'heat2d-mpi', other: 'jacobi-openmp' };
    const { columns } = await counterpartOf(engine, match, { ...about, ...time }, signal);
    const its = askIn(other, 'weights', time).columns;
    expect(columns.place).toEqual(new Float64Array(own.space.locationCount).fill(Number.NaN));
    expect(columns.nodeInclusive[0]).toBe(its.nodeInclusive[0]);
    expect([...columns.nodeInclusive.subarray(1)].every(Number.isNaN)).toBe(true);
    expect(columns.otherExclusive).toEqual(its.nodeExclusive);
    const nothing = { ...time, properties: [{ metric: 'of_nobody', exclusive: false }] };
    const none = (await counterpartOf(engine, match, { ...about, ...nothing }, signal)).columns;
    expect([none.metricInclusive, none.nodeInclusive, none.place].every((column) => column.every(Number.isNaN))).toBe(
      true,
    );
    expect(none.otherExclusive).toEqual(new Float64Array(other.space.callTree.size));
  });
});
