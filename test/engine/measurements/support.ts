/** Experiments on disk with a space of many locations, for measurements that are opened. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Experiment, type ExperimentStore, FILES } from '../../../src/experiments/index.js';
import { encodeSpace } from '../../../src/experiments/files/spaceFile.js';
import { NO_INDEX, type SpaceDefinitions } from '../../../src/model/definitions.js';
import type { PerformanceSpace, SeverityColumn } from '../../../src/model/performanceSpace.js';
import { sampleReport } from '../../experiments/support.js';

/** Metrics of the spaces made here; nothing has values of the last one. */
export const METRICS = ['time', 'mpi', 'visits', 'nothing'];

function definitionsOf(locationCount: number): SpaceDefinitions {
  return {
    systemTree: [],
    locationGroups: [],
    locations: Array.from({ length: locationCount }, (_, location) => ({
      name: `thread ${location}`,
      type: 'cpu-thread',
      group: NO_INDEX,
      id: String(location),
      announcedEvents: 0,
    })),
    regions: ['main', 'solve', 'MPI_Recv'].map((name) => ({
      name,
      canonicalName: name,
      description: '',
      file: undefined,
      beginLine: 0,
      endLine: 0,
      paradigm: 'user',
      role: 'function',
    })),
    sourceCodeLocations: [{ file: '/home/u/main.c', line: 3 }],
  };
}

/** Creates a space of these parents and values; values at [call path][location], zeros are omitted. */
export function spaceOf(
  parents: readonly number[],
  locationCount: number,
  values: ReadonlyMap<string, readonly (readonly number[])[]>,
): PerformanceSpace {
  const columns = [...values].map(([metric, rows]): [string, SeverityColumn] => {
    const entries = rows.flatMap((row, node) =>
      row.flatMap((value, location) => (value === 0 ? [] : [[node, location, value] as const])),
    );
    return [
      metric,
      {
        callPath: Uint32Array.from(entries, ([node]) => node),
        location: Uint32Array.from(entries, ([, location]) => location),
        value: Float64Array.from(entries, ([, , value]) => value),
      },
    ];
  });
  return {
    metrics: METRICS.map((name) => ({
      name,
      title: name.toUpperCase(),
      ...(name === 'mpi' ? { parent: 'time' } : {}),
      unit: name === 'visits' ? 'count' : 'seconds',
      description: '',
    })),
    callTree: {
      size: parents.length,
      parent: Int32Array.from(parents),
      region: Uint32Array.from(parents, (_, node) => node % 3),
      site: Uint32Array.from(parents, (_, node) => node % 2),
    },
    locationCount,
    severities: new Map(columns),
    definitions: definitionsOf(locationCount),
  };
}

/** Any such space, and its values as a table: metric, then call path, then location. */
export const anySpace = fc
  .record({ nodes: fc.integer({ min: 1, max: 12 }), locationCount: fc.integer({ min: 1, max: 5 }) })
  .chain(({ nodes, locationCount }) => {
    const number = fc.oneof(fc.constant(0), fc.double({ min: -1e6, max: 1e6, noNaN: true }));
    const row = fc.array(number, { minLength: locationCount, maxLength: locationCount });
    const table = fc.array(row, { minLength: nodes, maxLength: nodes });
    return fc.record({
      locationCount: fc.constant(locationCount),
      parents: fc
        .array(fc.nat(1000), { minLength: nodes, maxLength: nodes })
        .map((drawn) => drawn.map((parent, node) => (parent % (node + 1)) - 1)),
      values: fc.record({ time: table, mpi: table, visits: table }).map((each) => new Map(Object.entries(each))),
    });
  })
  .map((made) => ({ ...made, space: spaceOf(made.parents, made.locationCount, made.values) }));

/** Another space in the place of an experiment's own. */
export function replaceSpace({ folder }: Experiment, space: PerformanceSpace): void {
  writeFileSync(join(folder, FILES.space), encodeSpace(space));
}

let made = 0;

/** A complete experiment. */
export function experimentOf(store: ExperimentStore, space: PerformanceSpace): Experiment {
  const recorder = store.create({ program: 'app', target: 'local', ranks: 1 }, new Date(2026, 0, 1, 0, 0, ++made));
  recorder.storeResults(sampleReport({ program: 'app' }), space);
  recorder.finish('complete');
  return store.get(recorder.id);
}
