/** Runs made up for comparisons. */
import { elementAt } from '../../../src/base/elements.js';
import { type Definitions, NO_INDEX } from '../../../src/model/definitions.js';
import type { MetricDefinition, SeverityColumn } from '../../../src/model/performanceSpace.js';
import { traceRuns } from '../../../src/experiments/compare/compare.js';
import type { MeasuredRun, RunGroup } from '../../../src/experiments/compare/measuredRun.js';
import type { Comparison } from '../../../src/experiments/index.js';

/** A call: region, line it is called from in `main.c`, seconds spent outside and inside MPI, and what it calls. */
export interface Call {
  readonly region: string;
  readonly line: number;
  readonly comp?: number;
  readonly wait?: number;
  readonly calls?: readonly Call[];
}

export const FILE = '/home/u/app/main.c';

const metrics: readonly MetricDefinition[] = [
  { name: 'time', title: 'Total', unit: 'seconds', description: '' },
  { name: 'comp', title: 'Computation', parent: 'time', unit: 'seconds', description: '' },
  { name: 'mpi', title: 'MPI', parent: 'time', unit: 'seconds', description: '' },
  { name: 'mpi_latesender', title: 'Late Sender', parent: 'mpi', unit: 'seconds', description: '' },
  { name: 'delay_latesender', title: 'Late Sender delays', unit: 'seconds', description: '' },
  { name: 'visits', title: 'Visits', unit: 'count', description: '' },
];

const column = (values: readonly number[]): SeverityColumn => {
  const entries = [...values.entries()].filter(([, value]) => value !== 0);
  return {
    callPath: Uint32Array.from(entries, ([node]) => node),
    location: new Uint32Array(entries.length),
    value: Float64Array.from(entries, ([, value]) => value),
  };
};

let made = 0;

/** A run with this call tree; runs made later are newer. */
export function runOf(
  roots: readonly Call[],
  options: { text?: string; span?: number; ranks?: number } = {},
): MeasuredRun {
  const nodes: { call: Call; parent: number }[] = [];
  const visit = (call: Call, parent: number): void => {
    const node = nodes.push({ call, parent }) - 1;
    for (const below of call.calls ?? []) visit(below, node);
  };
  for (const root of roots) visit(root, -1);
  const regions = [...new Set(nodes.map(({ call }) => call.region))];
  const lines = [...new Set(nodes.map(({ call }) => call.line))];
  const comp = nodes.map(({ call }) => call.comp ?? 0);
  const wait = nodes.map(({ call }) => call.wait ?? 0);
  const time = comp.map((value, node) => value + elementAt(wait, node));
  const number = ++made;
  return {
    run: {
      id: `run-${number}`,
      name: `run ${number}`,
      program: 'app',
      created: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString(),
      target: 'local',
      ranks: options.ranks ?? 1,
    },
    span: options.span ?? time.reduce((sum, value) => sum + value, 0),
    space: {
      metrics,
      callTree: {
        size: nodes.length,
        parent: Int32Array.from(nodes, ({ parent }) => parent),
        region: Uint32Array.from(nodes, ({ call }) => regions.indexOf(call.region)),
        site: Uint32Array.from(nodes, ({ call }) => (call.line === 0 ? 0 : lines.indexOf(call.line) + 1)),
      },
      locationCount: 1,
      severities: new Map([
        ['time', column(time)],
        ['comp', column(comp)],
        ['mpi', column(wait)],
        ['mpi_latesender', column(wait.map((value) => value / 2))],
        ['delay_latesender', column(wait.map((value) => value / 4))],
        ['visits', column(nodes.map(() => 1))],
      ]),
    },
    definitions: definitionsOf(regions, lines),
    textOf: (file) => (file === FILE ? options.text : undefined),
    projectPath: () => 'main.c',
  };
}

function definitionsOf(regions: readonly string[], lines: readonly number[]): Definitions {
  return {
    clock: { ticksPerSecond: 1n, globalOffset: 0n, traceLength: 0n },
    span: 0,
    systemTree: [{ name: 'machine', className: 'node', parent: NO_INDEX }],
    locationGroups: [{ name: 'MPI Rank 0', type: 'process', systemTreeNode: 0, creator: 0 }],
    locations: [{ name: 'Master thread', type: 'cpu-thread', group: 0, id: '0', announcedEvents: 0 }],
    regions: regions.map((name) => ({
      name,
      canonicalName: name,
      description: '',
      file: undefined,
      beginLine: 0,
      endLine: 0,
      paradigm: name.startsWith('MPI_') ? 'mpi' : 'user',
      role: 'function',
    })),
    communicators: [],
    sourceCodeLocations: lines.map((line) => ({ file: FILE, line })),
    properties: new Map(),
  };
}

/** A comparison of results in memory. */
export function compareRuns(groups: readonly RunGroup[]): Comparison {
  return traceRuns(groups).comparison;
}
