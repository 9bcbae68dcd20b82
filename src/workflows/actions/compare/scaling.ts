/** Series of runs with growing rank counts, in the form of tables and charts (Oleynik 2016, figure 2.7). */
import { comparable, type Experiment, mean, scaleByRanks } from '../../../experiments/index.js';
import { TrimtabError } from '../../../base/problem.js';
import type { FindingsReport } from '../../../model/findings/findings.js';
import type { Fraction, Seconds } from '../../../base/units.js';

export interface ScalingPoint {
  readonly ranks: number;
  readonly experiments: readonly string[];
  /** Wall-clock seconds, mean over the runs of this number of ranks. */
  readonly seconds: Seconds;
  /** Of the fewest ranks of the series their number: what is ideal up to there is not known. */
  readonly speedup: number;
  /** Speed-up over ranks; 1 is ideal. */
  readonly efficiency: Fraction;
  /** Share of the total time of each property that costs at least 1 % somewhere in the series. */
  readonly properties: Readonly<Record<string, Fraction>>;
}

export interface Scaling {
  readonly points: readonly ScalingPoint[];
  /** Properties in the order in which their share grows from the fewest to the most ranks, with their titles. */
  readonly properties: readonly { readonly property: string; readonly title: string; readonly growth: number }[];
}

/** A run and its results, read once. */
interface MeasuredRanks {
  readonly id: string;
  readonly report: FindingsReport;
}

const LEAST_SHARE = 0.01;

/**
 * Returns speed-up and efficiency (see scaleByRanks), and the share of each property.
 * @throws TrimtabError when there are fewer than two rank counts, or an experiment cannot be compared
 */
export function scalingOf(experiments: readonly Experiment[]): Scaling {
  const measured = experiments.map((experiment) => ({ id: experiment.id, report: comparable(experiment).report() }));
  const groups = scaleByRanks(measured, ({ report }) => report);
  if (groups.length < 2)
    throw new TrimtabError('A scaling table needs runs with at least two rank counts; give more experiments.');
  const titles = titlesOf(measured);
  const points = groups.map(({ ranks, runs, seconds, speedup, efficiency }): ScalingPoint => ({
    ranks,
    experiments: runs.map(({ id }) => id),
    seconds,
    speedup,
    efficiency,
    properties: sharesOf(runs, [...titles.keys()]),
  }));
  const shareAt = (index: number, property: string): number => points.at(index)?.properties[property] ?? 0;
  const growth = (property: string): number => shareAt(-1, property) - shareAt(0, property);
  const properties = [...titles]
    .map(([property, title]) => ({ property, title, growth: growth(property) }))
    .sort((a, b) => b.growth - a.growth);
  return { points, properties };
}

/** Properties that somewhere take their share, with titles. */
function titlesOf(runs: readonly MeasuredRanks[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { report } of runs) {
    const sums = new Map<string, number>();
    for (const { property, title, severity } of report.findings) {
      const sum = (sums.get(property) ?? 0) + severity;
      sums.set(property, sum);
      if (sum >= LEAST_SHARE) found.set(property, title);
    }
  }
  return found;
}

function sharesOf(runs: readonly MeasuredRanks[], properties: readonly string[]): Record<string, Fraction> {
  const share = ({ report }: MeasuredRanks, property: string): number =>
    report.findings.filter((finding) => finding.property === property).reduce((sum, { severity }) => sum + severity, 0);
  return Object.fromEntries(properties.map((property) => [property, mean(runs.map((run) => share(run, property)))]));
}
