/** A performance space as the rows of the language's classes. */
import { absent, addAt, elementAt } from '../../base/elements.js';
import { type Definitions, isProgram } from '../../model/definitions.js';
import { isOutermost } from '../../model/outermost.js';
import type { ParallelRegion } from '../../model/parallelRegions.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { processesOf } from '../../model/processes.js';
import { upTree } from '../../model/profileValues.js';
import { COUNTER_MEMBERS } from '../counters.js';
import { type AslData, type Column, ColumnTable, manyFrom, type Table, Texts } from '../data.js';
import { CHANGE_CLASSES, type ChangesEvidence, changesTables } from './changes.js';
import { type PredictedGains, regionGains, runGains } from './gains.js';
import { kindOf, parPerfTable } from './parPerf.js';
import { ByLocation, inclusive, sumsBy } from './severities.js';

export interface MeasuredRun {
  readonly space: PerformanceSpace;
  readonly definitions: Definitions;
  readonly name: string;
  /** Seconds from begin to end, where they are known; else those of the location that took longest. */
  readonly wall?: number;
  /** Seconds of all locations, where they are known; else the sum of their times. */
  readonly cpu?: number;
  /** Asked for when properties look at constructs of OpenMP, or at the kinds of regions. */
  readonly parallelRegions?: readonly ParallelRegion[] | undefined;
  /** Returns the inputs of efficiencies; undefined if no thread has a time. Called once, when needed. */
  readonly efficiency?: () => EfficiencyData | undefined;
  readonly matches?: AslData['matches'];
  /** Predicted run times after changes; none if they were not computed. */
  readonly predictions?: PredictedGains | undefined;
  /** Returns changes by iteration; undefined if no loop is known. Called once, when needed. */
  readonly changes?: () => ChangesEvidence | undefined;
}

/** Useful times in seconds, as POP counts them. */
export interface EfficiencyData {
  readonly runTime: number;
  /** Of the threads that recorded anything. */
  readonly useful: ArrayLike<number>;
  /** The critical path without its time in MPI; omitted if unknown. */
  readonly idealTime?: number;
}

export function measuredData(run: MeasuredRun): AslData {
  const texts = new Texts();
  const tables = new Map<string, Table | undefined>();
  let changes: ReadonlyMap<string, Table> | undefined;
  const changing = (name: string): Table | undefined => {
    if (!CHANGE_CLASSES.has(name)) return undefined;
    const evidence = changes === undefined ? run.changes?.() : undefined;
    changes ??= evidence === undefined ? new Map<string, Table>() : changesTables(evidence, texts);
    return changes.get(name);
  };
  const make = (name: string): Table | undefined => {
    switch (name) {
      case 'Experiment':
        return experiments(run, texts);
      case 'Region':
        return regions(run, texts);
      case 'CallPath':
        return callPaths(run);
      case 'Location':
        return locations(run, texts);
      case 'ParPerf':
        return run.parallelRegions === undefined ? undefined : parPerfTable(run.parallelRegions);
      case 'SeqPerf':
        return sequential(run);
      default:
        return changing(name);
    }
  };
  const program = run.definitions.regions.findIndex(isProgram);
  const first = run.space.callTree.region[0];
  return {
    texts,
    wholeProgram: program >= 0 ? program : (first ?? NaN),
    table: (name) => {
      if (!tables.has(name)) tables.set(name, make(name));
      return tables.get(name);
    },
    ...(run.matches === undefined ? {} : { matches: run.matches }),
  };
}

/** A table whose metrics are made when they are asked for, and kept. */
class MetricTable implements Table {
  private readonly made = new Map<string, Column | ByLocation | undefined>();

  constructor(
    readonly rows: number,
    private readonly own: ReadonlyMap<string, Column>,
    private readonly metric: (name: string) => Column | ByLocation | undefined,
  ) {}

  readonly member = (name: string, rows: Float64Array): Column | undefined => {
    if (!this.made.has(name)) this.made.set(name, this.own.get(name) ?? this.metric(name));
    const found = this.made.get(name);
    if (found === undefined) return undefined;
    return found instanceof ByLocation
      ? found.of(rows)
      : new ColumnTable(this.rows, new Map([[name, found]])).member(name, rows);
  };
}

type RowOf = (callPath: number) => number;

/** Metrics summed over locations, with a T at each location, and with a P at the first thread of each process. */
function metricsBy(
  { space, definitions }: MeasuredRun,
  rows: number,
  rowOf: RowOf,
): (name: string) => Column | ByLocation | undefined {
  return (name) => {
    const counted = COUNTER_MEMBERS.get(name)?.metrics.find((metric) => space.severities.has(metric));
    const column = space.severities.get(counted ?? name);
    if (column !== undefined) return sumsBy(column, rows, (entry) => rowOf(column.callPath[entry] ?? absent(entry)));
    if (space.metrics.some((metric) => metric.name === name)) return undefined;
    const single = /[TP]$/.test(name) ? space.severities.get(name.slice(0, -1)) : undefined;
    if (single === undefined) return undefined;
    if (name.endsWith('T')) return new ByLocation(single, space.locationCount, rows, rowOf);
    const firsts = new Map(firstThreads(definitions).map((location, process) => [location, process]));
    return new ByLocation(single, firsts.size, rows, rowOf, firsts);
  };
}

/** Streams of devices and what only counts are no threads. */
function firstThreads(definitions: Definitions): number[] {
  const isThread = (location: number): boolean => {
    const type = definitions.locations[location]?.type;
    return type !== 'accelerator-stream' && type !== 'metric';
  };
  return processesOf(definitions).locations.flatMap((members) => members.filter(isThread).slice(0, 1));
}

function timeOf({ space }: MeasuredRun, count: number, of: (entry: number) => number): Float64Array | undefined {
  const column = space.severities.get('time');
  return column === undefined ? undefined : sumsBy(column, count, of);
}

function locationTimes(run: MeasuredRun): Float64Array | undefined {
  const { location } = run.space.severities.get('time') ?? { location: new Uint32Array(0) };
  return timeOf(run, run.space.locationCount, (entry) => location[entry] ?? absent(entry));
}

function experiments(run: MeasuredRun, texts: Texts): Table {
  const { space } = run;
  const times = locationTimes(run);
  const wall = run.wall ?? times?.reduce((most, time) => Math.max(most, time), 0) ?? NaN;
  const cpu = run.cpu ?? times?.reduce((sum, time) => sum + time, 0) ?? NaN;
  const upTo = (count: number): Column => manyFrom([Array.from({ length: count }, (_, at) => at)]);
  const own = new Map<string, Column>([
    ['name', Float64Array.of(texts.number(run.name))],
    ['wall', Float64Array.of(wall)],
    ['cpu', Float64Array.of(cpu)],
    ['locationC', Float64Array.of(space.locationCount)],
    ['locations', upTo(space.locationCount)],
    ['callPaths', upTo(space.callTree.size)],
    ['trace', Float64Array.of(0)],
    ...efficiencyColumns(run),
    ...runGains(run.predictions ?? []),
  ]);
  return new MetricTable(
    1,
    own,
    metricsBy(run, 1, () => 0),
  );
}

function efficiencyColumns({ efficiency }: MeasuredRun): [string, Column][] {
  const times = efficiency?.();
  if (times === undefined) return [];
  const { runTime, useful, idealTime = NaN } = times;
  return [
    ['runTime', Float64Array.of(runTime)],
    ['usefulT', manyFrom([useful])],
    ['idealTime', Float64Array.of(idealTime)],
  ];
}

function regions(run: MeasuredRun, texts: Texts): Table {
  const { space, definitions } = run;
  const { callTree } = space;
  const count = definitions.regions.length;
  const number = (of: (region: Definitions['regions'][number]) => number): Column =>
    Float64Array.from(definitions.regions, of);
  const constructs = new Map(run.parallelRegions?.map(({ region, construct }) => [region, construct]));
  const own = new Map<string, Column>([
    ['name', number(({ name }) => texts.number(name))],
    ['file', number(({ file }) => (file === undefined ? NaN : texts.number(file)))],
    ['beginLine', number(({ beginLine }) => (beginLine === 0 ? NaN : beginLine))],
    ['endLine', number(({ endLine }) => (endLine === 0 ? NaN : endLine))],
    ['type', Float64Array.from(definitions.regions, ({ role }, at) => texts.number(kindOf(role, constructs.get(at))))],
    ['paradigm', number(({ paradigm }) => texts.number(paradigm))],
    ...regionGains(run.predictions ?? [], definitions),
  ]);
  const durations = regionDurations(run, count);
  if (durations !== undefined) for (const [name, values] of Object.entries(durations)) own.set(name, values);
  return new MetricTable(
    count,
    own,
    metricsBy(run, count, (path) => elementAt(callTree.region, path)),
  );
}

/** Seconds within a region and all that it calls: of the location that took longest, and of all. */
function regionDurations(run: MeasuredRun, count: number): { wall: Float64Array; cpu: Float64Array } | undefined {
  const { callTree, severities, locationCount } = run.space;
  const column = severities.get('time');
  if (column === undefined) return undefined;
  const sums = new Map<number, Float64Array>();
  upTree(callTree, locationCount, column, (path, location, value = 0, below) => {
    // Recursive calls count once: the outermost call has the inclusive time.
    if (isOutermost(path, callTree)) {
      const region = elementAt(callTree.region, path);
      const own = sums.get(region) ?? new Float64Array(locationCount);
      sums.set(region, own);
      addAt(own, location, value + below);
    }
    return value + below;
  });
  const [wall, cpu] = [new Float64Array(count), new Float64Array(count)];
  for (const [region, times] of sums) {
    wall[region] = times.reduce((most, time) => Math.max(most, time), 0);
    cpu[region] = times.reduce((sum, time) => sum + time, 0);
  }
  return { wall, cpu };
}

function callPaths(run: MeasuredRun): Table {
  const { callTree, severities } = run.space;
  const { size, parent, region } = callTree;
  const depth = new Float64Array(size);
  for (let node = 0; node < size; node++)
    depth[node] = (parent[node] ?? -1) < 0 ? 0 : (depth[parent[node] ?? 0] ?? 0) + 1;
  const own = new Map<string, Column>([
    ['region', Float64Array.from(region)],
    ['parent', Float64Array.from(parent, (above) => (above < 0 ? NaN : above))],
    ['depth', depth],
  ]);
  const time = severities.get('time');
  if (time !== undefined)
    own.set(
      'exec_time',
      inclusive(
        callTree,
        sumsBy(time, size, (entry) => elementAt(time.callPath, entry)),
      ),
    );
  const visits = severities.get('visits');
  if (visits !== undefined) {
    const instances = sumsBy(visits, size, (entry) => elementAt(visits.callPath, entry));
    const all = inclusive(callTree, instances);
    own.set('excl_instances', instances);
    own.set(
      'nested_instances',
      all.map((sum, node) => sum - (instances[node] ?? 0)),
    );
  }
  return new MetricTable(
    size,
    own,
    metricsBy(run, size, (path) => path),
  );
}

function locations(run: MeasuredRun, texts: Texts): Table {
  const { space, definitions } = run;
  const { ofLocation, locations: members } = processesOf(definitions);
  const own = new Map<string, Column>([
    ['name', Float64Array.from(definitions.locations, ({ name }) => texts.number(name))],
    ['process', Float64Array.from(ofLocation)],
    ['thread', Float64Array.from(ofLocation, (process, location) => elementAt(members, process).indexOf(location))],
  ]);
  const metric = (name: string): Column | undefined => {
    const column = space.severities.get(name === 'useful' ? 'comp' : name);
    return column === undefined
      ? undefined
      : sumsBy(column, space.locationCount, (entry) => elementAt(column.location, entry));
  };
  return new MetricTable(definitions.locations.length, own, metric);
}

/**
 * Returns the serial part of each process in a call path: its first location, which calls MPI in nearly all programs.
 */
function sequential(run: MeasuredRun): Table | undefined {
  const { space, definitions } = run;
  const { callTree, severities, locationCount } = space;
  const [mpi, time] = [severities.get('mpi'), severities.get('time')];
  if (time === undefined) return undefined;
  const masters = firstThreads(definitions);
  const paths = Float64Array.from({ length: callTree.size * masters.length }, (_, row) =>
    Math.floor(row / masters.length),
  );
  const valuesOf = (column: typeof time): Float64Array => {
    const { values } = new ByLocation(column, locationCount, callTree.size, (path) => path).of(
      Float64Array.from({ length: callTree.size }, (_, path) => path),
    );
    return paths.map((path, row) => values[path * locationCount + elementAt(masters, row % masters.length)] ?? NaN);
  };
  const columns = new Map<string, Column>([
    ['reg', paths.map((path) => callTree.region[path] ?? NaN)],
    ['path', paths],
    ['exp', new Float64Array(paths.length)],
    ['execT', valuesOf(time)],
    ...(mpi === undefined ? [] : [['mpiT', valuesOf(mpi)] as const]),
  ]);
  return new ColumnTable(paths.length, columns);
}
