/** Iteration data of a running program, as series of a finished run. */
import { isOwnTime } from '../../analysis/dynamics/series/ownTime.js';
import { timeClass } from '../../analysis/trace/metrics/timeClasses.js';
import { absent, elementAt } from '../../base/elements.js';
import { type Definitions, NO_INDEX, type Region } from '../../model/definitions.js';
import type { CallTree } from '../../model/callTree.js';
import { DURATION, type LoopLevel, OWN_TIME, type RunSeries } from '../../model/dynamics/series.js';
import type { FoldedSeries } from '../live/iterations/folded.js';
import type { IterationStream } from '../live/iterations/stream.js';
import { threadsByRank } from './window.js';

/** Root call path of a running program's series. */
const EXECUTION = 'execution';

/** Iterations of a run, so many together. */
export interface Range {
  readonly from: number;
  /** Iterations of a value; 1 are known one by one for the latest alone. */
  readonly width: number;
  /** How many values. */
  readonly count: number;
}

export interface StreamRun {
  readonly run: RunSeries;
  readonly callTree: CallTree;
  readonly definitions: Definitions;
  /** By location. */
  readonly ranks: readonly number[];
  /** Names from the loop on, by call path; empty for the loop. */
  readonly pathOf: (node: number) => readonly string[];
}

interface Row {
  readonly metric: string;
  readonly node: number;
  readonly rank: number;
  readonly series: FoldedSeries[];
}

/** Which series are taken. */
interface Wanted {
  /** Of whole iterations, and of properties: they are the same whatever functions are on. */
  readonly properties: boolean;
  /** Of call paths of the program: they are comparable while the same functions are on. */
  readonly functions: boolean;
}

/** Call paths below the loop, as they are needed: each has one number as long as a run is searched. */
export class Nodes {
  readonly parent: number[] = [-1];
  readonly regions: Region[];
  readonly paths: (readonly string[])[] = [[]];
  private readonly byPath = new Map<string, number>();

  constructor(loop: string) {
    this.regions = [functionNamed(loop)];
    this.byPath.set(JSON.stringify([loop]), 0);
  }

  /** @param names from the loop on */
  at(names: readonly string[], region: Region): number {
    const key = JSON.stringify(names);
    const known = this.byPath.get(key);
    if (known !== undefined) return known;
    const around = names.slice(0, -1);
    const parent = around.length === 0 ? 0 : this.at(around, functionNamed(around.at(-1) ?? ''));
    const node = this.regions.push(region) - 1;
    this.parent.push(parent);
    this.paths.push(names);
    this.byPath.set(key, node);
    return node;
  }
}

/** The series of some iterations. Undefined where some are not known one by one any more. */
export function runOfStream(
  stream: IterationStream,
  range: Range,
  { nodes, wanted }: { readonly nodes: Nodes; readonly wanted: Wanted },
): StreamRun | undefined {
  const durations = stream.durations();
  const rows = [...(wanted.properties ? propertyRows(stream, nodes) : [])];
  if (wanted.functions) rows.push(...functionRows(stream, nodes));
  const ranks = [...durations.keys()];
  const metrics = [...new Set(rows.map(({ metric }) => metric))];
  const value = new Float32Array(rows.length * range.count);
  for (const [index, { series }] of rows.entries())
    for (const one of series) if (!addValues(value, index * range.count, one, range)) return undefined;
  const loopTime = timeOf(stream, range);
  if (loopTime === undefined) return undefined;
  const level = loopOf(stream, range.count);
  return {
    run: {
      levels: [level],
      iterations: { ...level, starts: [] },
      series: {
        ...{ metrics, count: range.count, value },
        metric: Uint32Array.from(rows, ({ metric }) => metrics.indexOf(metric)),
        node: Uint32Array.from(rows, ({ node }) => node),
        location: Uint32Array.from(rows, ({ rank }) => ranks.indexOf(rank)),
        outside: new Float64Array(rows.length),
      },
      ...{ loopTime, totalTime: loopTime },
    },
    callTree: {
      size: nodes.regions.length,
      parent: Int32Array.from(nodes.parent),
      region: Uint32Array.from(nodes.regions, (_, index) => index),
      site: new Uint32Array(nodes.regions.length),
    },
    definitions: definitionsOf(nodes.regions, ranks),
    ranks,
    pathOf: (node) => nodes.paths[node] ?? [],
  };
}

/** Time of iterations, that without MPI and OpenMP, and of each call that is not the program's own work, by rank. */
function propertyRows(stream: IterationStream, nodes: Nodes): Row[] {
  const rows = new Rows();
  for (const [rank, series] of stream.durations()) rows.add(DURATION, 0, rank, series);
  for (const [path, { metric, name, region }] of stream.paths.entries()) {
    if (metric === 'overhead') continue;
    const isOwn = isOwnTime(timeClass(region));
    const isCall = metric !== 'comp';
    for (const { rank, series } of stream.rowsOf(path)) {
      if (isOwn) rows.add(OWN_TIME, 0, rank, series);
      // Who calls it depends on the functions that are on.
      if (isCall) rows.add(metric, nodes.at([loopName(stream), name], region), rank, series);
    }
  }
  return rows.all;
}

/** Own time of call paths of the program, by rank. */
function functionRows(stream: IterationStream, nodes: Nodes): Row[] {
  const rows = new Rows();
  for (const [path, { metric, names, region }] of stream.paths.entries())
    if (metric === 'comp')
      for (const { rank, series } of stream.rowsOf(path)) rows.add(EXECUTION, nodes.at(names, region), rank, series);
  return rows.all;
}

/** Series of one metric at one call path on one rank are one row. */
class Rows {
  private readonly byKey = new Map<string, Row>();

  add(metric: string, node: number, rank: number, series: FoldedSeries): void {
    const key = `${metric} ${node} ${rank}`;
    const known = this.byKey.get(key);
    if (known === undefined) this.byKey.set(key, { metric, node, rank, series: [series] });
    else known.series.push(series);
  }

  get all(): Row[] {
    return [...this.byKey.values()];
  }
}

/** Adds sums of seconds, so that losses are in seconds of the run. @returns whether all are known */
function addValues(sums: Float32Array, at: number, series: FoldedSeries, { from, width, count }: Range): boolean {
  const values = series.sums({ from, width, count });
  if (values === undefined) return false;
  for (let i = 0; i < count; i++) sums[at + i] = (sums[at + i] ?? absent(at + i)) + elementAt(values, i);
  return true;
}

/** Of all threads. */
function timeOf(stream: IterationStream, range: Range): number | undefined {
  const threads = threadsByRank(stream);
  let all = 0;
  for (const [rank, series] of stream.durations()) {
    const values = series.sums(range);
    if (values === undefined) return undefined;
    all += (threads.get(rank) ?? 1) * values.reduce((sum, value) => sum + value, 0);
  }
  return all;
}

export const loopName = (stream: IterationStream): string => stream.paths[0]?.name ?? 'loop';

const functionNamed = (name: string): Region => ({
  ...{ name, canonicalName: name, description: '', file: undefined, beginLine: 0, endLine: 0 },
  ...{ paradigm: 'user', role: 'function' },
});

function loopOf(stream: IterationStream, count: number): LoopLevel {
  return {
    ...{ source: 'live', name: loopName(stream), parent: 0, members: [0], count },
    ...{ coverage: 1, regularity: 1 },
  };
}

function definitionsOf(regions: readonly Region[], ranks: readonly number[]): Definitions {
  return {
    clock: { ticksPerSecond: 1_000_000_000n, globalOffset: 0n, traceLength: 0n },
    span: 0,
    systemTree: [],
    locationGroups: ranks.map((rank) => ({
      ...{ name: `MPI Rank ${rank}`, type: 'process', systemTreeNode: NO_INDEX, creator: NO_INDEX },
    })),
    locations: ranks.map((rank, group) => ({
      ...{ name: 'Master thread', type: 'cpu-thread', group, id: String(rank), announcedEvents: 0 },
    })),
    regions,
    communicators: [],
    sourceCodeLocations: [],
    properties: new Map(),
  };
}
