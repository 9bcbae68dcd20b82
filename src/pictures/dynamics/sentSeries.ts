/** Names of the series of a run. */
import { elementAt } from '../../base/elements.js';
import { NO_INDEX } from '../../model/definitions.js';
import { shortFunctionName } from '../../model/text/functionNames.js';
import type { MetricUnit } from '../../model/performanceSpace.js';
import { type CounterSeries, seriesTitle } from '../../model/dynamics/series.js';

/** Definitions that numbers of an experiment refer to. */
export interface SeriesLists {
  /** Of the performance space. */
  readonly metrics: readonly { readonly name: string; readonly title: string }[];
  readonly regions: readonly { readonly name: string }[];
  /** Of call paths. */
  readonly tree: { readonly parent: ArrayLike<number>; readonly region: ArrayLike<number> };
}

/** Series by the numbers of their metric and call path, as an experiment lists them. */
export interface ListedSeries {
  readonly metrics: readonly string[];
  /** Those of them that are counters. */
  readonly counters: readonly CounterSeries[];
  readonly metric: ArrayLike<number>;
  /** The largest Uint32: none. */
  readonly node: ArrayLike<number>;
}

export interface SentSeries {
  readonly metric: string;
  /** Null where it is of no call path. */
  readonly node: number | null;
  readonly title: string;
  /** The call path with its last callers; empty where it is of none. */
  readonly path: string;
  /** The unit of a counter; null for time. */
  readonly counter: MetricUnit | null;
}

/** Maximum number of listed functions of a call path. */
const MOST_STEPS = 3;

export function sentSeries({ metrics, counters, metric, node }: ListedSeries, lists: SeriesLists): SentSeries[] {
  const units = new Map(counters.map(({ name, unit }) => [name, unit]));
  const titles = new Map(lists.metrics.map(({ name, title }) => [name, title]));
  return Array.from(metric, (number, at) => {
    const [name, path] = [elementAt(metrics, number), elementAt(node, at)];
    return {
      metric: name,
      node: path === NO_INDEX ? null : path,
      title: titles.get(name) ?? seriesTitle(name),
      path: path === NO_INDEX ? '' : pathOf(path, lists),
      counter: units.get(name) ?? null,
    };
  });
}

function pathOf(node: number, { regions, tree: { parent, region } }: SeriesLists): string {
  const steps: string[] = [];
  for (let at = node; at >= 0 && at < parent.length && steps.length < MOST_STEPS; at = elementAt(parent, at))
    steps.unshift(shortFunctionName(regions[elementAt(region, at)]?.name ?? 'unknown'));
  return steps.join(' › ');
}

/** `Late Sender in exchange_halo › MPI_Waitall`. */
export const seriesName = ({ title, path }: Pick<SentSeries, 'title' | 'path'>): string =>
  path === '' ? title : `${title} in ${path}`;
