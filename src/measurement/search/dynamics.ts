/**
 * How a running program changes from iteration to iteration: what it has told until now, judged as series of a run that has
 * ended. Where functions were switched meanwhile, times are those of properties and functions of MPI, which are the same
 * whatever was on; since the last switch they are also those of call paths.
 */
import { analyzeDynamics } from '../../analysis/dynamics/index.js';
import { isOwnTime } from '../../analysis/dynamics/series/ownTime.js';
import { sentenceOf } from '../../analysis/dynamics/texts.js';
import { timeClass } from '../../analysis/trace/timeline/classes.js';
import { absent, elementAt } from '../../base/elements.js';
import { listRanks } from '../../model/concerned.js';
import { type Definitions, NO_INDEX } from '../../model/definitions.js';
import type { DynamicsFinding, DynamicsPattern, DynamicsReport } from '../../model/dynamics.js';
import { DURATION, type LoopLevel, OWN_TIME, type RunSeries } from '../../model/series.js';
import { shippedProperties } from '../../properties/index.js';
import type { FoldedSeries } from '../live/iterations/folded.js';
import type { IterationStream } from '../live/iterations/stream.js';
import type { SearchBook } from './history.js';

/** Fewer iterations have no shape. */
const LEAST = 16;

interface Row {
  readonly metric: string;
  readonly node: number;
  readonly rank: number;
  readonly series: readonly FoldedSeries[];
}

/** Undefined where too few iterations are known. What is found is put among the hypotheses. */
export function dynamicsOf(stream: IterationStream, book: SearchBook): DynamicsReport | undefined {
  const durations = stream.durations();
  const width = Math.max(1, ...[...durations.values()].map((series) => series.width));
  const from = Math.ceil(stream.began / width) * width;
  const count = Math.floor(stream.reached / width) - from / width;
  if (count < LEAST) return undefined;
  const names = ['', ...new Set(stream.paths.filter(({ metric }) => metric.startsWith('mpi')).map(({ name }) => name))];
  const rows = [...rowsOf(stream, names)];
  const ranks = [...durations.keys()];
  const metrics = [...new Set(rows.map(({ metric }) => metric))];
  const value = new Float32Array(rows.length * count);
  for (const [index, { series }] of rows.entries())
    for (const one of series) addBins(value, index * count, one, { from, width, count });
  const level = loopOf(stream, count);
  const run: RunSeries = {
    levels: [level],
    iterations: { ...level, starts: [] },
    series: {
      ...{ metrics, count, value },
      metric: Uint32Array.from(rows, ({ metric }) => metrics.indexOf(metric)),
      node: Uint32Array.from(rows, ({ node }) => node),
      location: Uint32Array.from(rows, ({ rank }) => ranks.indexOf(rank)),
      outside: new Float64Array(rows.length),
    },
    ...times(rows, value, count),
  };
  const report = analyzeDynamics(run, {
    callTree: treeOf(names),
    definitions: definitionsOf(names, ranks, stream.paths[0]?.name ?? 'loop'),
    properties: shippedProperties,
  });
  const findings = report.findings.map((finding) => scaled(finding, from, width, ranks));
  noteAll(book, findings, names);
  return { ...report, findings };
}

/** Time of iterations, without that in MPI and OpenMP, and of each function of MPI, by rank. */
function* rowsOf(stream: IterationStream, names: readonly string[]): Generator<Row> {
  for (const [rank, series] of stream.durations()) yield { metric: DURATION, node: 0, rank, series: [series] };
  const own = new Map<number, FoldedSeries[]>();
  const calls = new Map<string, Row & { readonly series: FoldedSeries[] }>();
  for (const [path, { metric, name, region }] of stream.paths.entries())
    for (const { rank, series } of stream.rowsOf(path)) {
      if (isOwnTime(timeClass(region))) own.set(rank, [...(own.get(rank) ?? []), series]);
      else if (metric.startsWith('mpi')) {
        const key = `${rank} ${name}`;
        const row = calls.get(key) ?? { metric, node: names.indexOf(name), rank, series: [] };
        row.series.push(series);
        calls.set(key, row);
      }
    }
  for (const [rank, series] of own) yield { metric: OWN_TIME, node: 0, rank, series };
  yield* calls.values();
}

/** Sums of seconds by bin, so that what is lost is told in seconds of the run. */
function addBins(
  value: Float32Array,
  at: number,
  series: FoldedSeries,
  { from, width, count }: { readonly from: number; readonly width: number; readonly count: number },
): void {
  const means = series.means(width, from + count * width);
  for (let i = 0; i < count; i++)
    value[at + i] = (value[at + i] ?? absent(at + i)) + width * (means[from / width + i] ?? 0);
}

function times(rows: readonly Row[], value: Float32Array, count: number): { loopTime: number; totalTime: number } {
  let sum = 0;
  for (const [index, { metric }] of rows.entries())
    if (metric === DURATION) for (let i = 0; i < count; i++) sum += value[index * count + i] ?? 0;
  return { loopTime: sum, totalTime: sum };
}

function loopOf(stream: IterationStream, count: number): LoopLevel {
  const name = stream.paths[0]?.name ?? '';
  return { source: 'live', name, parent: 0, members: [0], count, coverage: 1, regularity: 1 };
}

/** The loop, and what is called in it. */
function treeOf(names: readonly string[]): {
  size: number;
  parent: Int32Array;
  region: Uint32Array;
  site: Uint32Array;
} {
  return {
    size: names.length,
    parent: Int32Array.from(names, (_, index) => (index === 0 ? -1 : 0)),
    region: Uint32Array.from(names, (_, index) => index),
    site: new Uint32Array(names.length),
  };
}

function definitionsOf(names: readonly string[], ranks: readonly number[], loop: string): Definitions {
  const region = (name: string): Definitions['regions'][number] => ({
    ...{ name, canonicalName: name, description: '', file: undefined, beginLine: 0, endLine: 0 },
    paradigm: name.startsWith('MPI_') ? 'mpi' : 'unknown',
    role: 'function',
  });
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
    regions: names.map((name) => region(name === '' ? loop : name)),
    communicators: [],
    sourceCodeLocations: [],
    properties: new Map(),
  };
}

/** In iterations in place of bins. */
function scaled(finding: DynamicsFinding, from: number, width: number, ranks: readonly number[]): DynamicsFinding {
  const first = (bin: number): number => from + bin * width;
  const last = (bin: number): number => from + bin * width + width - 1;
  const patterns = finding.patterns.map((one): DynamicsPattern => ({
    ...one,
    first: first(one.first),
    last: last(one.last),
    ...(one.top === undefined ? {} : { top: first(one.top) }),
    ...(one.costsUntil === undefined ? {} : { costsUntil: last(one.costsUntil) }),
    before: one.before / width,
    after: one.after / width,
  }));
  const { recursEvery: every, ...others } = finding;
  const locations = finding.locations.map((index) => elementAt(ranks, index));
  const recurs = every === undefined ? {} : { recursEvery: every * width };
  const where =
    locations.length === ranks.length
      ? 'all ranks'
      : listRanks({ unit: 'rank', numbers: locations, total: ranks.length });
  const told = { ...others, patterns, ...recurs };
  return {
    ...told,
    locations,
    bins: finding.bins.map((value) => value / width),
    sentence: sentenceOf({ ...told, where }),
  };
}

/**
 * The hypotheses when, one for each kind of change of what is below the loop, whichever ranks show it: which these are is told by
 * the sentence about the most severe. With more iterations, what seemed to be a change may turn out to be none.
 */
function noteAll(book: SearchBook, findings: readonly DynamicsFinding[], names: readonly string[]): void {
  const found = new Set<number>();
  for (const { property, metric, node, severity, patterns, sentence } of findings) {
    if (severity < book.history.threshold) continue;
    const about = metric === OWN_TIME ? 'comp' : metric === DURATION ? 'time' : metric;
    const parent = book.find({ property: about, path: [], ranks: [] }) ?? book.root;
    const name = names[node] ?? '';
    // What changes tells one of computation from one of the whole iteration.
    const path = name !== '' ? [name] : parent === book.root ? [] : [about];
    const one = book.below(parent, { property, path, ranks: [] });
    const isWorse = !found.has(one.number) || severity > (one.severity ?? 0);
    found.add(one.number);
    if (!isWorse) continue;
    const [first, last] = [patterns.at(0)?.first, patterns.at(-1)?.last];
    const extent = first === undefined || last === undefined ? undefined : { first, last };
    book.set(one.number, { state: 'true', severity, note: sentence, extent });
  }
  for (const { number, property, state } of book.all)
    if (property.startsWith('dynamics_') && state === 'true' && !found.has(number))
      book.set(number, { state: 'false', note: 'With more iterations it is no change any more.', extent: undefined });
}
