/** A series of runs with growing numbers of ranks, as tables and charts want it (Oleynik 2016, figure 2.7). */
import { type Experiment } from '../../experiments/index.js';
import { TrimtabError } from '../../model/problem.js';
import type { Fraction, Seconds } from '../../model/units.js';

export interface ScalingPoint {
  readonly ranks: number;
  readonly experiments: readonly string[];
  /** Wall-clock seconds, mean over the runs of this number of ranks. */
  readonly seconds: Seconds;
  /** Against the fewest ranks of the series. */
  readonly speedup: number;
  /** Speed-up by the growth of ranks; 1 is ideal. */
  readonly efficiency: Fraction;
  /** Share of the total time of each property that costs at least 1 % somewhere in the series. */
  readonly properties: Readonly<Record<string, Fraction>>;
}

export interface Scaling {
  readonly points: readonly ScalingPoint[];
  /** Properties in the order in which their share grows from the fewest to the most ranks, with their titles. */
  readonly properties: readonly { readonly property: string; readonly title: string; readonly growth: number }[];
}

const LEAST_SHARE = 0.01;

/**
 * Speed-up S(p) = T(p0) p0-relative wall-clock time, efficiency S(p) p0 / p, and the share of each property.
 * @throws TrimtabError when there are fewer than two numbers of ranks, or an experiment has no results
 */
export function scalingOf(experiments: readonly Experiment[]): Scaling {
  const byRanks = new Map<number, Experiment[]>();
  for (const experiment of experiments) {
    const { processes } = experiment.report();
    byRanks.set(processes, [...(byRanks.get(processes) ?? []), experiment]);
  }
  if (byRanks.size < 2)
    throw new TrimtabError('A scaling table needs runs with at least two numbers of ranks; give more experiments.');
  const ordered = [...byRanks].sort(([a], [b]) => a - b);
  const [[fewest, first]] = ordered;
  const base = meanSpan(first);
  const titles = titlesOf(experiments);
  const points = ordered.map(([ranks, runs]): ScalingPoint => {
    const seconds = meanSpan(runs);
    const speedup = base / seconds;
    return {
      ranks,
      experiments: runs.map(({ id }) => id),
      seconds,
      speedup,
      efficiency: (speedup * fewest) / ranks,
      properties: sharesOf(runs, [...titles.keys()]),
    };
  });
  const growth = (property: string): number =>
    (points.at(-1)?.properties[property] ?? 0) - points[0].properties[property];
  const properties = [...titles]
    .map(([property, title]) => ({ property, title, growth: growth(property) }))
    .sort((a, b) => b.growth - a.growth);
  return { points, properties };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const meanSpan = (runs: readonly Experiment[]): Seconds => mean(runs.map((run) => run.report().span));

/** Properties that somewhere take their share, with titles. */
function titlesOf(experiments: readonly Experiment[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const experiment of experiments) {
    const sums = new Map<string, number>();
    for (const { property, title, severity } of experiment.report().findings) {
      const sum = (sums.get(property) ?? 0) + severity;
      sums.set(property, sum);
      if (sum >= LEAST_SHARE) found.set(property, title);
    }
  }
  return found;
}

function sharesOf(runs: readonly Experiment[], properties: readonly string[]): Record<string, Fraction> {
  const share = (run: Experiment, property: string): number =>
    run
      .report()
      .findings.filter((finding) => finding.property === property)
      .reduce((sum, { severity }) => sum + severity, 0);
  return Object.fromEntries(properties.map((property) => [property, mean(runs.map((run) => share(run, property)))]));
}
