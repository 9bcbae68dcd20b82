import { absent, addAt, elementAt } from '../../base/elements.js';
import { counterMetrics, DURATION, type RunSeries, type SeriesTable } from '../../model/dynamics/series.js';
import type { Equivalence, IterationCluster, SimilarIterations } from '../../model/dynamics/similar.js';
import type { IterationCalls } from './iterationCalls.js';
import { type ProfileCluster, ProfileClusters } from './profileClusters.js';

/** Clusters at most, unless fewer are asked for. */
export const MOST_CLUSTERS = 16;
/** Call paths add up to the duration, which therefore does not distinguish iterations further. */
const LEFT_OUT = 'execution';

/** One condensed metric: by iteration, over all call paths and locations. */
interface Condensed {
  /** Undefined: calls. */
  readonly metric: string | undefined;
  readonly values: Float64Array;
}

/**
 * Returns similar iterations and their representatives. Structures are distinguished by call paths and visits if there
 * are at most as many as clusters, else by call paths alone.
 * @param calls omitted if only sums by iteration are known
 */
export function similarIterations(
  { series, iterations }: Pick<RunSeries, 'series' | 'iterations'>,
  calls?: IterationCalls,
  most = MOST_CLUSTERS,
): SimilarIterations | undefined {
  const { count } = series;
  const condensed = condense(series, calls);
  const durations = condensed.find(({ metric }) => metric === DURATION)?.values;
  if (durations === undefined || count < 2) return undefined;
  const weights = condensed.map(({ values }) => weightOf(values, most));
  const used = condensed.filter((_, at) => elementAt(weights, at) > 0);
  const clustering = new ProfileClusters(most, Float64Array.from(weights.filter((weight) => weight > 0)));
  const told = distinguishedIterations(calls, most);
  const profile = (i: number): Float64Array => Float64Array.from(used, ({ values }) => values[i] ?? absent(i));
  for (let i = 0; i < count; i++) clustering.add(told?.number[i] ?? 0, profile(i));
  const total = durations.reduce((sum, seconds) => sum + seconds, 0);
  const processes = Math.max(1, new Set(iterations.starts.filter(({ length }) => length > 0)).size);
  const found = clustering.clusters.map((cluster) =>
    clusterOf(
      cluster,
      [...clustering.iterationsOf(cluster)].sort((a, b) => a - b),
      {
        ...{ durations, total, processes },
        farness: (i) => clustering.distance(profile(i), cluster.mean),
        isStructured: told !== undefined,
      },
    ),
  );
  const [largest] = found.toSorted((a, b) => b.count - a.count || a.representative - b.representative);
  const clusters = found.toSorted((a, b) => b.share - a.share || a.representative - b.representative);
  return {
    clusters,
    typical: (largest ?? absent(0)).representative,
    structures: { weak: calls?.structures('weak').count ?? 0, strong: calls?.structures('strong').count ?? 0 },
    ...(told === undefined ? {} : { equivalence: told.equivalence }),
    deviation: clusters.reduce((sum, { share, deviation }) => sum + share * deviation, 0),
    metrics: condensed.flatMap(({ metric, values }) =>
      metric === undefined
        ? []
        : [
            {
              metric,
              total: values.reduce((sum, value) => sum + value, 0),
              represented: clusters.reduce(
                (sum, { representative, count: own }) => sum + own * (values[representative] ?? absent(representative)),
                0,
              ),
            },
          ],
    ),
  };
}

function condense(series: SeriesTable, calls: IterationCalls | undefined): Condensed[] {
  const { metrics, metric, count, value } = series;
  const counters = counterMetrics(series);
  const sums = metrics.map(() => new Float64Array(count));
  for (let row = 0; row < metric.length; row++) {
    if (counters.has(metric[row] ?? absent(row))) continue;
    const sum = elementAt(sums, metric[row] ?? absent(row));
    for (let i = 0; i < count; i++) addAt(sum, i, value[row * count + i] ?? absent(i));
  }
  const condensed: Condensed[] = metrics
    .map((name, at) => ({ metric: name, values: elementAt(sums, at) }))
    .filter(({ metric: name }, at) => name !== LEFT_OUT && !counters.has(at));
  return calls === undefined ? condensed : [...condensed, { metric: undefined, values: calls.calls }];
}

/** Returns the mean of the first iterations, as known when clusters begin to merge; that of all if it is 0. */
function weightOf(values: Float64Array, most: number): number {
  const mean = (some: Float64Array): number => some.reduce((sum, value) => sum + value, 0) / Math.max(1, some.length);
  return mean(values.subarray(0, most + 1)) || mean(values);
}

/** Returns the structures by which iterations are distinguished. */
function distinguishedIterations(
  calls: IterationCalls | undefined,
  most: number,
): { readonly equivalence: Equivalence; readonly number: Int32Array } | undefined {
  if (calls === undefined) return undefined;
  const strong = calls.structures('strong');
  return strong.count <= most
    ? { equivalence: 'strong', number: strong.number }
    : { equivalence: 'weak', number: calls.structures('weak').number };
}

function clusterOf(
  { structure, count }: ProfileCluster,
  members: readonly number[],
  of: {
    readonly durations: Float64Array;
    readonly total: number;
    readonly processes: number;
    readonly farness: (iteration: number) => number;
    readonly isStructured: boolean;
  },
): IterationCluster {
  const { durations, total, processes } = of;
  const secondsOf = (i: number): number => durations[i] ?? absent(i);
  let [representative, least] = [elementAt(members, 0), Infinity];
  for (const i of members) {
    const own = of.farness(i);
    if (own < least) [representative, least] = [i, own];
  }
  const seconds = members.reduce((sum, i) => sum + secondsOf(i), 0);
  const apart = members.reduce((sum, i) => sum + Math.abs(secondsOf(i) - secondsOf(representative)), 0);
  return {
    representative,
    count,
    share: total > 0 ? seconds / total : 0,
    mean: seconds / count / processes,
    deviation: seconds > 0 ? apart / seconds : 0,
    structure: of.isStructured ? structure : null,
    iterations: stretchesIn(members),
  };
}

/** Ascending numbers as stretches. */
function stretchesIn(numbers: readonly number[]): [number, number][] {
  const found: [number, number][] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found;
}
