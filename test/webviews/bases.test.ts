import { describe, expect, it } from 'vitest';
import { basesOf, runBases } from '../../src/webviews/explorer/bases.js';
import type { Chosen, TreeName } from '../../src/webviews/explorer/chosen.js';
import { type Coupled, loadedOf } from '../../src/webviews/explorer/coupled.js';
import { shownRows } from '../../src/webviews/kit/rows.js';

const loaded = loadedOf({
  head: {
    metrics: [
      { name: 'time', title: 'Time', unit: 'seconds', description: '' },
      { name: 'mpi', title: 'MPI', unit: 'seconds', description: '' },
      { name: 'visits', title: 'Visits', unit: 'occ', description: '' },
    ],
    regions: ['main', 'solve'],
    places: ['node', 'rank 0', 'rank 1'],
    topologies: [],
  },
  columns: {
    metricParent: Int32Array.of(-1, 0, -1),
    nodeParent: Int32Array.of(-1, 0),
    region: Uint32Array.of(0, 1),
    placeParent: Int32Array.of(-1, 0, 0),
    location: Int32Array.of(-1, 0, 1),
    isProcess: Uint8Array.of(0, 0, 0),
  },
});
const weights = (inclusive: readonly number[], exclusive: readonly number[]) => ({
  inclusive: Float64Array.from(inclusive),
  exclusive: Float64Array.from(exclusive),
});
const coupled: Coupled = {
  unit: 'seconds',
  metrics: weights([10, 4, 30], [6, 4, 30]),
  nodes: weights([4, 3], [1, 3]),
  places: weights([3, 1, 2], [0, 1, 2]),
  byLocation: Float64Array.of(1, 2),
};
const chosen = (rows: Readonly<Record<TreeName, readonly number[]>>): Record<TreeName, Chosen> => {
  const one = (name: TreeName): Chosen => ({ open: new Set(), selected: new Set(rows[name]), active: undefined });
  return { metrics: one('metrics'), nodes: one('nodes'), places: one('places') };
};
const basesFor = (metrics: readonly number[], nodes: readonly number[]) =>
  runBases(loaded, coupled, chosen({ metrics, nodes, places: [] }));

describe('what numbers of the trees are shares of', () => {
  it('is all time for times, and all of the same for other properties', () => {
    expect(basesFor([1], []).run).toBe(10);
    expect(basesFor([2], []).run).toBe(30);
    expect(basesFor([], []).run).toBe(0);
  });

  it('is the selection to the left, which for places is that of call paths where some are selected', () => {
    expect(basesFor([1], []).left).toEqual({ metrics: 10, nodes: 4, places: 4 });
    expect(basesFor([1], [1]).left).toEqual({ metrics: 10, nodes: 4, places: 3 });
  });

  it('compares rows with their peers, and with the experiment before where there is one', () => {
    const rows = shownRows(loaded.places.tree, coupled.places, { open: new Set([0]), hidesZero: false, sorts: false });
    const numbersOf = basesOf('places', { loaded, coupled, before: undefined, bases: basesFor([1], []) }, rows);
    const rank = rows.find(({ row }) => row === 2);
    expect(rank && numbersOf(rank)).toEqual({
      among: { weight: 2, root: 3, least: 1, most: 2, other: Number.NaN },
      bases: { run: 10, left: 4, unit: 'seconds' },
      unit: 'seconds',
    });
    const before = {
      name: 'earlier',
      coupled: { ...coupled, places: weights([5, 1, 4], [0, 1, 4]) },
      flame: {
        inclusive: new Float64Array(),
        own: {
          parent: new Int32Array(),
          region: new Uint32Array(),
          exclusive: new Float64Array(),
          regionName: () => '',
        },
      },
    };
    const compared = basesOf('places', { loaded, coupled, before, bases: basesFor([1], []) }, rows);
    expect(rank && compared(rank).among.other).toBe(4);
  });

  it('has units of properties in their own tree', () => {
    const rows = shownRows(loaded.metrics.tree, coupled.metrics, { open: new Set(), hidesZero: false, sorts: false });
    const numbersOf = basesOf('metrics', { loaded, coupled, before: undefined, bases: basesFor([0], []) }, rows);
    const visits = rows.find(({ row }) => row === 2);
    expect(visits && numbersOf(visits).bases).toEqual({ run: 30, left: 30, unit: 'occ' });
  });
});
