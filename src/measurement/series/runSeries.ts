/** Iteration data of a profile's progress loop, as the series in which changes are searched. */
import { addAt, elementAt } from '../../base/elements.js';
import { SeriesRows } from '../../analysis/dynamics/series/rows.js';
import { NO_INDEX } from '../../model/definitions.js';
import { DURATION, OWN_TIME, type RunSeries } from '../../model/dynamics/series.js';
import { bucketsOf, type IterationSeries, linesOf, type SeriesLine } from './model.js';

/** The run to which the series belong. */
export interface ProfiledRun {
  /** By path of the series: its call path in the run's tree; -1 where there is none. */
  readonly nodes: Int32Array;
  /** The location of a rank's thread; undefined where the run has none. */
  readonly locationOf: (rank: number, thread: number) => number | undefined;
  readonly locations: number;
  /** Whether the time of a call path is the program's own, not that of MPI or OpenMP. */
  readonly isOwn: (node: number) => boolean;
  /** Seconds of a call path on a location in the whole run. */
  readonly secondsOf: (node: number, location: number) => number;
  /** All time of the run. */
  readonly totalTime: number;
}

/** Lines of one location, in order. */
type OwnLines = readonly SeriesLine[];

/**
 * Returns the series of a profile; undefined if it has none of a location of the run. A profile has no points in time:
 * iterations of a location follow one another with the durations of its call paths.
 */
export function runSeriesOf(series: IterationSeries, run: ProfiledRun): RunSeries | undefined {
  const count = bucketsOf(series);
  const byLocation = new Map<number, SeriesLine[]>();
  for (const line of linesOf(series, 'time', true)) {
    const location = run.locationOf(line.rank, line.thread ?? 0);
    if (location === undefined) continue;
    const known = byLocation.get(location);
    if (known === undefined) byLocation.set(location, [line]);
    else known.push(line);
  }
  if (byLocation.size === 0 || count === 0) return undefined;
  const rows = new SeriesRows(count);
  const none = new Float64Array(0);
  const starts = Array.from({ length: run.locations }, () => none);
  let loopTime = 0;
  for (const [location, lines] of [...byLocation].sort(([left], [right]) => left - right)) {
    const all = summed(lines, count, () => true);
    const own = summed(lines, count, ({ path }) => run.isOwn(elementAt(run.nodes, path)));
    rows.add(DURATION, NO_INDEX, location, withOutside(all, 0));
    rows.add(OWN_TIME, NO_INDEX, location, withOutside(own, 0));
    for (const [node, values] of byNode(lines, run.nodes, count)) {
      const inside = values.reduce((sum, value) => sum + value, 0);
      const outside = node === NO_INDEX ? 0 : run.secondsOf(node, location) - inside;
      rows.add('execution', node, location, withOutside(values, outside));
    }
    const moments = new Float64Array(count + 1);
    for (let i = 0; i < count; i++) moments[i + 1] = elementAt(moments, i) + elementAt(all, i);
    starts[location] = moments;
    loopTime += elementAt(moments, count);
  }
  const { phase, stride } = series;
  const name = phase === '' ? 'the progress loop' : phase;
  const level = {
    source: 'profile',
    name: stride === 1 ? name : `${name} (${stride} iterations each)`,
    parent: -1,
    members: [],
    count,
    coverage: run.totalTime > 0 ? Math.min(1, loopTime / run.totalTime) : 0,
    regularity: 1,
  } as const;
  return {
    levels: [level],
    iterations: { ...level, starts },
    series: rows.table(),
    loopTime,
    totalTime: run.totalTime,
  };
}

/** With what belongs to no iteration as the last one. */
function withOutside(values: Float64Array, outside: number): Float64Array {
  const all = new Float64Array(values.length + 1);
  all.set(values);
  all[values.length] = outside;
  return all;
}

function summed(lines: OwnLines, count: number, counts: (line: SeriesLine) => boolean): Float64Array {
  const sums = new Float64Array(count);
  for (const line of lines) if (counts(line)) for (const [at, value] of line.values.entries()) addAt(sums, at, value);
  return sums;
}

/** Paths that are not in the tree are summed. */
function byNode(lines: OwnLines, nodes: Int32Array, count: number): Map<number, Float64Array> {
  const sums = new Map<number, Float64Array>();
  for (const { path, values } of lines) {
    const at = elementAt(nodes, path);
    const node = at < 0 ? NO_INDEX : at;
    const sum = sums.get(node) ?? new Float64Array(count);
    sums.set(node, sum);
    for (const [bucket, value] of values.entries()) addAt(sum, bucket, value);
  }
  return sums;
}
