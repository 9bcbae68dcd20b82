/** The rows of the Explorer's trees. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { explorerTrees } from '../../../src/extension/explorer/explorerTrees.js';
import { NO_INDEX } from '../../../src/model/definitions.js';
import type { Answer } from '../../../src/protocol/queries/index.js';
import { askIn, openedRun } from '../../engine/measurements/asking.js';
import { exampleArchive } from '../../engine/support/archives.js';

const callTree: Answer<'callTree'> = {
  head: {},
  columns: { parent: Int32Array.of(-1, 0), region: Uint32Array.of(0, 1), site: Uint32Array.of(0, 0) },
} as const;

type Head = Answer<'definitions'>['head'];
const process = (name: string, systemTreeNode: number): Head['definitions']['locationGroups'][number] => ({
  ...{ name, type: 'process', systemTreeNode, creator: NO_INDEX },
});
const thread = (name: string, group: number): Head['definitions']['locations'][number] => ({
  ...{ name, type: 'cpu-thread', group, id: '0', announcedEvents: 0 },
});

/** Rows of places as [title, title of the row above, location, whether it is a process]. */
function placesOf(definitions: Partial<Head['definitions']>, locationCount: number) {
  const lists = { systemTree: [], locationGroups: [], locations: [], regions: [], sourceCodeLocations: [] };
  const head: Head = {
    ...{ metrics: [], locationCount, callPaths: 2, hasEvents: false, definitions: { ...lists, ...definitions } },
  };
  const { head: trees, columns } = explorerTrees({ head, columns: {} }, callTree);
  return trees.places.map((title, row) => [
    title,
    trees.places[elementAt(columns.placeParent, row)] ?? '',
    columns.location[row],
    columns.isProcess[row] === 1,
  ]);
}

describe('the trees of the Explorer', () => {
  const systemTree = [
    { name: 'cluster', className: 'machine', parent: NO_INDEX },
    { name: 'n1', className: 'node', parent: 0 },
    { name: 'n2', className: 'node', parent: 0 },
    { name: 'empty', className: 'node', parent: 0 },
  ];

  it('have processes on their nodes, with threads below them where they have several', () => {
    const locationGroups = [process('MPI Rank 0', 1), process('MPI Rank 1', 2)];
    const locations = [thread('Master thread', 0), thread('OMP thread 1', 0), thread('Master thread', 1)];
    expect(placesOf({ systemTree, locationGroups, locations }, 3)).toEqual([
      ['machine cluster', '', -1, false],
      ['node n1', 'machine cluster', -1, false],
      ['MPI Rank 0', 'node n1', -1, true],
      ['Master thread', 'MPI Rank 0', 0, false],
      ['OMP thread 1', 'MPI Rank 0', 1, false],
      ['node n2', 'machine cluster', -1, false],
      ['MPI Rank 1', 'node n2', 2, false],
    ]);
  });

  it('have locations of no process or system at the top, and those that are not named', () => {
    expect(placesOf({ locations: [thread('alone', NO_INDEX)] }, 2)).toEqual([
      ['alone', '', 0, false],
      ['location 1', '', 1, false],
    ]);
  });

  it('end where a system tree leads back to itself', () => {
    const turning = [
      { name: 'a', className: 'node', parent: 1 },
      { name: 'b', className: 'node', parent: 0 },
    ];
    const rows = placesOf({ systemTree: turning, locationGroups: [process('p', 0)], locations: [thread('t', 0)] }, 1);
    expect(rows.map(([title]) => title)).toEqual(['node b', 'node a', 'p']);
    expect(rows.at(-1)).toEqual(['p', 'node a', 0, false]);
  });

  it('have the metrics and call paths of a recorded run, each below its own', () => {
    const { measurement, remove } = openedRun(join(exampleArchive('hybrid'), 'traces.otf2'));
    try {
      const definitions = askIn(measurement, 'definitions', {});
      const { head, columns } = explorerTrees(definitions, askIn(measurement, 'callTree', {}));
      const { metrics } = definitions.head;
      for (const [row, { name, parent }] of metrics.entries()) {
        expect(head.metrics[row]?.name).toBe(name);
        expect(metrics[elementAt(columns.metricParent, row)]?.name).toBe(parent);
      }
      expect(columns.nodeParent).toEqual(measurement.space.callTree.parent);
      // Every location once, below a row that comes before it.
      const located = [...columns.location].filter((location) => location >= 0);
      expect(located.sort((a, b) => a - b)).toEqual(
        Array.from({ length: measurement.space.locationCount }, (_, at) => at),
      );
      for (const [row, parent] of columns.placeParent.entries()) expect(parent).toBeLessThan(row);
      // Threads of ranks: ranks hold them.
      expect([...columns.isProcess].filter((each) => each === 1).length).toBeGreaterThan(1);
    } finally {
      remove();
    }
  });
});
