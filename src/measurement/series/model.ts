/** Values of call paths by iteration of a run's progress loop: v[call path, process, metric, iteration]. */
import { absent, elementAt } from '../../base/elements.js';
import type { Seconds } from '../../base/units.js';

/** Metrics of each iteration, under the names of profiles; `time` is exclusive, `inclusive_time` that of its visits. */
export const SERIES_METRICS = [
  'visits',
  'time',
  'inclusive_time',
  'messages_sent',
  'messages_received',
  'bytes_sent',
  'bytes_received',
  'bytes_put',
  'bytes_get',
  'io_bytes_read',
  'io_bytes_written',
] as const;
export type SeriesMetric = (typeof SERIES_METRICS)[number];

export interface SeriesPath {
  readonly region: string;
  /** Its call site; '' and 0 if unknown. */
  readonly file: string;
  readonly line: number;
  /** Index of the path around it, which comes before it; -1 for none. */
  readonly parent: number;
}

export interface SeriesLocation {
  readonly rank: number;
  readonly thread: number;
  /** Duration of one tick of its clock. */
  readonly tick: Seconds;
}

/**
 * Values by iteration of a run. An entry is the activity of one location on one path in the iterations `stride * bucket
 * + 1` to `stride * (bucket + 1)`; iterations without an entry had no activity. Times are ticks of the location, so
 * that sums over iterations are exact.
 */
export interface IterationSeries {
  /** Name of the progress loop; '' where it is not known. */
  readonly phase: string;
  /** The last iteration that any process began. */
  readonly iterations: number;
  readonly stride: number;
  readonly paths: readonly SeriesPath[];
  readonly locations: readonly SeriesLocation[];
  /** Location by location. */
  readonly location: Uint32Array;
  readonly path: Uint32Array;
  readonly bucket: Uint32Array;
  readonly values: ReadonlyMap<SeriesMetric, Float64Array>;
}

export const isSeriesMetric = (name: string): name is SeriesMetric => SERIES_METRICS.some((known) => known === name);

/** How many values a series has over the run. */
export const bucketsOf = ({ iterations, stride }: IterationSeries): number => Math.ceil(iterations / stride);

/** The names along a path, outermost first. */
export function namesOf({ paths }: IterationSeries, path: number): string[] {
  const names: string[] = [];
  for (let at = path; at >= 0; at = elementAt(paths, at).parent) names.push(elementAt(paths, at).region);
  return names.reverse();
}

/** The unit in which people read a metric. */
export const unitOf = (metric: SeriesMetric): string =>
  metric.endsWith('time') ? 's' : metric.includes('bytes') ? 'bytes' : '';

/** One line of values, from the first bucket to the last. */
export interface SeriesLine {
  readonly path: number;
  readonly rank: number;
  /** Undefined where all threads of a process are one. */
  readonly thread: number | undefined;
  /** By bucket, in the metric's unit; 0 where it is missing. */
  readonly values: Float64Array;
  /** By bucket: 1 where there is a value. */
  readonly known: Uint8Array;
}

/**
 * The lines of a metric, of paths that have a value anywhere; in the order of their paths.
 * @param byThread whether threads of a process stay apart
 */
export function linesOf(series: IterationSeries, metric: SeriesMetric, byThread: boolean): SeriesLine[] {
  const column = series.values.get(metric);
  const buckets = bucketsOf(series);
  const lines = new Map<string, SeriesLine>();
  const isTime = metric.endsWith('time');
  for (let entry = 0; entry < series.path.length; entry++) {
    const { rank, thread, tick } = elementAt(series.locations, elementAt(series.location, entry));
    const path = elementAt(series.path, entry);
    const key = `${path} ${rank} ${byThread ? thread : ''}`;
    const line = lines.get(key) ?? {
      ...{ path, rank, thread: byThread ? thread : undefined },
      ...{ values: new Float64Array(buckets), known: new Uint8Array(buckets) },
    };
    lines.set(key, line);
    const bucket = elementAt(series.bucket, entry);
    const value = column?.[entry] ?? absent(entry);
    line.values[bucket] = elementAt(line.values, bucket) + (isTime ? value * tick : value);
    line.known[bucket] = 1;
  }
  return [...lines.values()].sort(
    (left, right) => left.path - right.path || left.rank - right.rank || (left.thread ?? 0) - (right.thread ?? 0),
  );
}
