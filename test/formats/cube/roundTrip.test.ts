import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { NO_INDEX } from '../../../src/model/definitions.js';
import type { PerformanceSpace, SeverityColumn } from '../../../src/model/performanceSpace.js';
import { deepOrder } from '../../../src/formats/cube/treeOrder.js';
import { readCube, toSpace } from '../../../src/formats/cube/index.js';
import { ofLength } from '../../support/ofLength.js';
import { anySpace, bytesOf, column, region, sampleDefinitions, sampleSpace } from './support.js';

/** Locations of the sample in CUBE's order: both threads of a process, then those of the next. */
const rankByRank = [0, 2, 1, 3];

/** The space as CUBE orders it: call paths depth first, locations rank by rank. */
function inCubeOrder({ callTree, severities, ...rest }: PerformanceSpace): PerformanceSpace {
  const order = deepOrder(callTree.parent);
  const place = new Uint32Array(order.length);
  order.forEach((node, at) => (place[node] = at));
  const sorted = ({ callPath, location, value }: SeverityColumn) =>
    column(
      ...[...callPath]
        .map(
          (path, i) =>
            [elementAt(place, path), elementAt(rankByRank, elementAt(location, i)), elementAt(value, i)] as const,
        )
        .sort((a, b) => a[0] - b[0] || a[1] - b[1]),
    );
  return {
    ...rest,
    callTree: {
      size: callTree.size,
      parent: Int32Array.from(order, (node) =>
        elementAt(callTree.parent, node) < 0 ? -1 : elementAt(place, elementAt(callTree.parent, node)),
      ),
      region: Uint32Array.from(order, (node) => elementAt(callTree.region, node)),
      site: Uint32Array.from(order, (node) => elementAt(callTree.site, node)),
    },
    severities: new Map([...severities].map(([name, values]) => [name, sorted(values)])),
  };
}

describe('a CUBE file', () => {
  it.each([false, true])('reads back as it was written, compressed: %s', (compress) => {
    fc.assert(
      fc.property(anySpace, (space) => {
        const definitions = sampleDefinitions();
        const back = toSpace(readCube(bytesOf(space, definitions, { compress }), 'x'));
        expect(back.problems).toEqual([]);
        expect(back.space).toEqual(inCubeOrder(space));
        const { locations, locationGroups, systemTree } = back.definitions;
        expect(locations.map(({ name, group }) => [name, group])).toEqual([
          ['thread 0', 0],
          ['thread 1', 0],
          ['thread 0', 1],
          ['thread 1', 1],
        ]);
        expect(locationGroups).toEqual(definitions.locationGroups);
        expect(systemTree).toEqual(definitions.systemTree);
      }),
      { numRuns: 60 },
    );
  });

  it('keeps regions, their lines and the places of calls', () => {
    const definitions = sampleDefinitions();
    const { definitions: back } = toSpace(readCube(bytesOf(sampleSpace(), definitions), 'x'));
    const [main, template, send] = definitions.regions;
    expect(back.regions).toEqual([main, { ...template, description: 'a b' }, send]);
    expect(back.sourceCodeLocations).toEqual(definitions.sourceCodeLocations);
    expect(back.properties).toEqual(new Map([['Creator', 'test']]));
  });

  it('names the place of a call as parameter, line and file', () => {
    const { callTree } = readCube(bytesOf(sampleSpace(), sampleDefinitions()), 'x').anchor;
    expect([...callTree.id]).toEqual([0, 1, 3, 2]);
    expect([...callTree.line]).toEqual([-1, -1, 42, 42]);
    expect(callTree.file).toEqual(['', '', '/src/my file.c', '/src/my file.c']);
    expect(callTree.parameters.get(2)).toEqual([{ key: 'call site', value: '/src/my file.c:42' }]);
    expect(callTree.parameters.size).toBe(2);
  });

  it('stores whole numbers as such, and fractions where there are any', () => {
    const space = sampleSpace();
    const typesOf = (value: number) => {
      const severities = new Map<string, SeverityColumn>([...space.severities, ['visits', column([0, 0, value])]]);
      return readCube(bytesOf({ ...space, severities }, sampleDefinitions()), 'x').anchor.metrics.map(
        ({ dataType }) => dataType,
      );
    };
    expect(typesOf(3)).toEqual(['DOUBLE', 'DOUBLE', 'UINT64']);
    expect(typesOf(0.5)).toEqual(['DOUBLE', 'DOUBLE', 'DOUBLE']);
    expect(typesOf(-1)).toEqual(['DOUBLE', 'DOUBLE', 'DOUBLE']);
  });

  it('puts one root above several, and one machine above several', () => {
    const definitions = sampleDefinitions();
    const space = { ...sampleSpace(), callTree: { ...sampleSpace().callTree, parent: Int32Array.of(-1, -1, 0, 1) } };
    const systemTree = definitions.systemTree.map((node) => ({ ...node, parent: NO_INDEX }));
    const { anchor } = readCube(bytesOf(space, { ...definitions, systemTree }), 'x');
    expect([...anchor.callTree.parent]).toEqual([-1, 0, 1, 0, 3]);
    expect(anchor.regions[elementAt(anchor.callTree.region, 0)]).toMatchObject({ name: 'PROGRAM', role: 'artificial' });
    expect(anchor.systemTree.filter(({ parent }) => parent < 0)).toEqual([
      { name: 'System', className: 'machine', parent: -1 },
    ]);
  });

  it('finds a place for what the trace does not define', () => {
    const definitions = {
      ...sampleDefinitions(),
      systemTree: [
        { name: 'a', className: '', parent: 1 },
        { name: 'b', className: '', parent: 0 },
      ],
      locationGroups: [{ name: 'p', type: 'unknown' as const, systemTreeNode: 7, creator: NO_INDEX }],
    };
    const space = sampleSpace();
    const callTree = { ...space.callTree, region: Uint32Array.of(0, NO_INDEX, 9, 2) };
    const { anchor, problems } = readCube(bytesOf({ ...space, callTree }, definitions), 'x');
    expect(problems).toEqual([]);
    expect([...anchor.callTree.region].map((index) => elementAt(anchor.regions, index).name)).toEqual([
      'main',
      'UNKNOWN',
      'MPI_Send',
      'UNKNOWN',
    ]);
    expect(anchor.groups.map(({ name }) => name)).toEqual(['p', 'Others']);
    expect(anchor.locations.map(({ group, rank }) => [group, rank])).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ]);
  });

  it('takes ranks from the largest MPI communicator', () => {
    const communicator = (ranks: number[], change = {}) => ({
      name: 'c',
      parent: NO_INDEX,
      ranks,
      self: false,
      ...change,
    });
    const definitions = {
      ...sampleDefinitions(),
      communicators: [communicator([0]), communicator([1, 0]), communicator([0, 1, 2, 3], { paradigm: 'openmp' })],
    };
    const { groups, locations } = readCube(bytesOf(sampleSpace(), definitions), 'x').anchor;
    expect(groups.map(({ rank }) => rank)).toEqual([1, 0]);
    // The process of rank 0 comes first, although it is defined last.
    expect(locations.map(({ group, rank }) => [group, rank])).toEqual([
      [1, 0],
      [1, 1],
      [0, 0],
      [0, 1],
    ]);
  });

  it('marks accelerators, for which a newer version is needed', () => {
    const sample = sampleDefinitions();
    const [process, other] = ofLength(sample.locationGroups, 2);
    const definitions = {
      ...sample,
      locationGroups: [process, { ...other, type: 'accelerator' as const }],
      locations: sample.locations.map((location) => ({ ...location, type: 'accelerator-stream' as const })),
    };
    const report = readCube(bytesOf(sampleSpace(), definitions), 'x');
    expect(report.anchor.version).toBe('4.7');
    expect(toSpace(report).definitions.locationGroups[1]?.type).toBe('accelerator');
    expect(toSpace(report).definitions.locations[0]?.type).toBe('accelerator-stream');
  });

  it('survives call paths as deep as recursion goes', () => {
    const size = 30_000;
    const space: PerformanceSpace = {
      metrics: [{ name: 'time', title: 'Time', unit: 'seconds', description: '' }],
      callTree: {
        size,
        parent: Int32Array.from({ length: size }, (_, i) => i - 1),
        region: new Uint32Array(size),
        site: new Uint32Array(size),
      },
      locationCount: 4,
      severities: new Map([['time', column([size - 1, 3, 1])]]),
    };
    expect(toSpace(readCube(bytesOf(space, sampleDefinitions()), 'x')).space).toEqual(space);
  });

  it('replaces what XML cannot hold', () => {
    const definitions = {
      ...sampleDefinitions(),
      regions: [region('a\u0000b\nc\uD800\uFFFE'), region('x'), region('y')],
    };
    const { regions } = readCube(bytesOf(sampleSpace(), definitions), 'x').anchor;
    expect(regions[0]?.name).toBe('a b c\uFFFD\uFFFD');
  });

  it('holds no values where there are no call paths', () => {
    const callTree = { size: 0, parent: new Int32Array(0), region: new Uint32Array(0), site: new Uint32Array(0) };
    const space = { ...sampleSpace(), callTree, severities: new Map<string, SeverityColumn>() };
    expect(toSpace(readCube(bytesOf(space, sampleDefinitions()), 'x')).space).toEqual(space);
  });
});
