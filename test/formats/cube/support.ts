import fc from 'fast-check';
import { elementAt } from '../../../src/base/elements.js';
import { NO_INDEX, type Definitions, type Region } from '../../../src/model/definitions.js';
import type { PerformanceSpace } from '../../../src/model/performanceSpace.js';
import { encodeCube, type CubeOptions } from '../../../src/formats/cube/index.js';

/** The whole file. */
export function bytesOf(space: PerformanceSpace, definitions: Definitions, options: Partial<CubeOptions> = {}): Buffer {
  return Buffer.concat([...encodeCube(space, definitions, { creator: 'test', ...options })]);
}

export function region(name: string, change: Partial<Region> = {}): Region {
  const nothing = { canonicalName: name, description: '', file: undefined, beginLine: 0, endLine: 0 };
  return { name, ...nothing, paradigm: 'user', role: 'function', ...change };
}

/** Two processes with two threads each, numbered in turns, on two nodes. */
export function sampleDefinitions(): Definitions {
  return {
    clock: { ticksPerSecond: 1n, globalOffset: 0n, traceLength: 0n },
    span: 0,
    systemTree: [
      { name: 'cluster', className: 'machine', parent: NO_INDEX },
      { name: 'n0', className: 'node', parent: 0 },
      { name: 'n1', className: 'node', parent: 0 },
    ],
    locationGroups: [
      { name: 'MPI Rank 0', type: 'process', systemTreeNode: 2, creator: NO_INDEX },
      { name: 'MPI Rank 1', type: 'process', systemTreeNode: 1, creator: NO_INDEX },
    ],
    locations: [0, 1, 0, 1].map((group, index) => ({
      name: `thread ${index >> 1}`,
      type: 'cpu-thread' as const,
      group,
      id: String(index),
      announcedEvents: 0,
    })),
    regions: [
      region('main', { file: '/src/a.c', beginLine: 3, endLine: 90, paradigm: 'compiler' }),
      region('vector<int> & "x"', { canonicalName: '_Z3fooi', description: 'a\tb' }),
      region('MPI_Send', { file: 'MPI', paradigm: 'mpi', role: 'point2point' }),
    ],
    communicators: [],
    sourceCodeLocations: [{ file: '/src/my file.c', line: 42 }],
    properties: new Map(),
  };
}

export function sampleSpace(): PerformanceSpace {
  return {
    metrics: [
      { name: 'time', title: 'Time', unit: 'seconds', description: 'All of it' },
      { name: 'mpi', title: 'MPI', parent: 'time', unit: 'seconds', description: '' },
      { name: 'visits', title: 'Visits', unit: 'count', description: '' },
    ],
    // Node 3 is called by node 1, so the order of the file is 0, 1, 3, 2.
    callTree: {
      size: 4,
      parent: Int32Array.of(-1, 0, 0, 1),
      region: Uint32Array.of(0, 1, 2, 2),
      site: Uint32Array.of(0, 0, 1, 1),
    },
    locationCount: 4,
    severities: new Map([
      ['time', column([0, 0, 1.5], [0, 1, 2], [2, 3, 20], [3, 1, 0.1])],
      ['visits', column([0, 0, 1], [1, 3, 2 ** 53 - 1], [3, 2, 7])],
    ]),
  };
}

/** A severity column of (call path, location, value). */
export function column(...entries: readonly (readonly [number, number, number])[]) {
  return {
    callPath: Uint32Array.from(entries, ([path]) => path),
    location: Uint32Array.from(entries, ([, location]) => location),
    value: Float64Array.from(entries, ([, , value]) => value),
  };
}

/** Text that XML can hold, without blanks at its ends. */
const text = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .map((value) => value.replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, '').trim());

const value = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((one) => one !== 0);

/** Spaces of any shape over the sample definitions, with names of any kind. */
export const anySpace: fc.Arbitrary<PerformanceSpace> = fc
  .record({
    names: fc.uniqueArray(text, { minLength: 1, maxLength: 4 }),
    title: text,
    units: fc.array(fc.constantFrom('seconds' as const, 'count' as const, 'bytes' as const), {
      minLength: 4,
      maxLength: 4,
    }),
    parents: fc.array(fc.nat(), { maxLength: 14 }),
    entries: fc.array(fc.array(fc.tuple(fc.nat(), fc.nat(3), value), { maxLength: 12 }), {
      minLength: 4,
      maxLength: 4,
    }),
    sites: fc.array(fc.nat(1), { minLength: 15, maxLength: 15 }),
  })
  .map(({ names, title, units, parents, entries, sites }) => {
    const size = parents.length + 1;
    return {
      metrics: names.map((name, i) => ({
        name,
        title,
        ...(i === 0 ? {} : { parent: elementAt(names, i - 1) }),
        unit: elementAt(units, i),
        description: title,
      })),
      callTree: {
        size,
        parent: Int32Array.from([-1, ...parents.map((parent, i) => parent % (i + 1))]),
        region: Uint32Array.from({ length: size }, (_, i) => i % 3),
        site: Uint32Array.from(sites.slice(0, size)),
      },
      locationCount: 4,
      severities: new Map(
        names.flatMap((name, i) => {
          const unique = new Map(
            elementAt(entries, i).map(([path, location, one]) => [(path % size) * 4 + location, one] as const),
          );
          const sorted = [...unique].sort(([a], [b]) => a - b);
          return sorted.length === 0
            ? []
            : [[name, column(...sorted.map(([at, one]) => [Math.floor(at / 4), at % 4, one] as const))] as const];
        }),
      ),
    };
  });
