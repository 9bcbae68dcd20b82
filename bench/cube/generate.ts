// node generate.cjs FILE PATHS LOCATIONS METRICS: writes a CUBE file of so many values, as a large run leaves one.
import { closeSync, openSync, writeSync } from 'node:fs';
import { encodeCube } from '../../src/formats/cube/index.js';
import { NO_INDEX } from '../../src/model/definitions.js';
import type { SeverityColumn } from '../../src/model/performanceSpace.js';

const [path = '', ...sizes] = process.argv.slice(2);
const [paths = 2000, locations = 1024, metrics = 6] = sizes.map(Number);
const nothing = { canonicalName: '', description: '', paradigm: 'user', role: 'function' } as const;
const column = (scale: number): SeverityColumn => ({
  callPath: Uint32Array.from({ length: paths * locations }, (_, i) => Math.floor(i / locations)),
  location: Uint32Array.from({ length: paths * locations }, (_, i) => i % locations),
  value: Float64Array.from({ length: paths * locations }, (_, i) => ((i * 7919) % 1000) * scale + scale),
});
const names = Array.from({ length: metrics }, (_, i) => (i === 0 ? 'time' : `counter_${i}`));
const space = {
  metrics: names.map((name, i) => ({ name, title: name, unit: i === 0 ? 'seconds' : 'count', description: '' })),
  callTree: {
    size: paths,
    parent: Int32Array.from({ length: paths }, (_, node) => (node - 1) >> 2),
    region: Uint32Array.from({ length: paths }, (_, node) => node % 200),
    site: new Uint32Array(paths),
  },
  locationCount: locations,
  severities: new Map(names.map((name, i) => [name, column(i === 0 ? 1e-3 : 1)])),
};
const definitions = {
  clock: { ticksPerSecond: 1n, globalOffset: 0n, traceLength: 0n },
  span: 0,
  systemTree: [{ name: 'cluster', className: 'machine', parent: NO_INDEX }],
  locationGroups: Array.from({ length: locations }, (_, rank) => ({
    name: `MPI Rank ${rank}`,
    type: 'process' as const,
    systemTreeNode: 0,
    creator: NO_INDEX,
  })),
  locations: Array.from({ length: locations }, (_, group) => ({
    name: 'Master thread',
    type: 'cpu-thread' as const,
    group,
    id: String(group),
    announcedEvents: 0,
  })),
  regions: Array.from({ length: 200 }, (_, i) => ({
    ...nothing,
    name: `function_${i}`,
    file: `/src/part${i % 20}.c`,
    beginLine: i * 10 + 1,
    endLine: i * 10 + 9,
  })),
  communicators: [],
  sourceCodeLocations: [],
  properties: new Map<string, string>(),
};
const file = openSync(path, 'w');
for (const piece of encodeCube(space, definitions, { creator: 'bench' })) writeSync(file, piece);
closeSync(file);
