/** Evidence in series before it is judged: shapes, energies, and costs of changes (dynamics.md, sections 3 to 5). */
import { elementAt } from '../../base/elements.js';
import type { SeriesEvidence } from '../../asl/measured/changes.js';
import type { DynamicsFinding } from '../../model/dynamics/dynamics.js';
import { OWN_TIME } from '../../model/dynamics/series.js';
import { binsOf } from './bins.js';
import { type Context, meanOf } from './contexts.js';
import { haarEnergies, scaleEnergies, variabilityOf } from './haar.js';
import { imbalanceOf } from './imbalance.js';
import { improvementsOf } from './improvements.js';
import type { SeriesVerdict } from './judge.js';
import { rankClusters } from './rankClusters.js';
import { RankSums } from './rankSums.js';
import { fallsInAdditionToRecurring, risesInAdditionToRecurring } from './recurring.js';

/** A series with its evidence, and the text that users see regardless of the findings. */
export interface Judged {
  readonly context: Context;
  readonly evidence: SeriesEvidence;
  readonly told: Pick<DynamicsFinding, 'locations' | 'bins' | 'letters'> &
    Pick<SeriesVerdict, 'variability' | 'shortScales' | 'wideScales'>;
  /** Peaks that the verdict has no more, summed over the ranks. */
  readonly otherPeaks?: { readonly count: number; readonly excess: number };
}

/** Context in which series are found. */
export interface MeasuredSeries {
  readonly loopTime: number;
  /** Returns the name of the series' locations, such as `ranks 3–63`. */
  readonly where: (locations: readonly number[]) => string;
  readonly judge: Judge;
}

/** Function that judges a series, at once or incrementally. */
export type Judge = (values: Float64Array) => SeriesVerdict;

/** The evidence of one metric at one call path: of each group of ranks that go alike, and of all of them together. */
export function evidenceIn(context: Context, measured: MeasuredSeries): Judged[] {
  const clusters = rankClusters(context.rows).map((members) => ofCluster(context, members, measured));
  return [...clusters, ...ofAllRanks(context, measured)];
}

/** Returns the evidence in the mean of ranks that behave alike. */
function ofCluster(context: Context, members: readonly number[], { loopTime, where, judge }: MeasuredSeries): Judged {
  const rows = members.map((row) => elementAt(context.rows, row));
  const mean = meanOf(rows, rows.length);
  const verdict = judge(mean);
  const rises = risesInAdditionToRecurring(verdict.trends, verdict, mean);
  const { improvements } = improvementsOf(mean, verdict.changes, verdict.zone);
  const falls = fallsInAdditionToRecurring(improvements, verdict, mean);
  const sums = new RankSums(rows, loopTime);
  const { variability, shortScales, wideScales, letters, recursEvery } = verdict;
  const locations = members.map((row) => elementAt(context.locations, row)).sort((a, b) => a - b);
  const { total, metric, node } = context;
  const evidence: SeriesEvidence = {
    ...{ metric, node, total, locations, episodes: letters },
    name: `${metric} on ${where(locations)}`,
    isJudged: verdict.notJudged !== 'too short',
    samples: () => meanOf(rows, 1),
    energies: energiesOf(mean, verdict),
    peaks: verdict.peaks.map((peak) => sums.peak(peak)),
    rises: rises.map((trend) => sums.rise(trend)),
    falls: falls.map((trend) => sums.improvement(trend)),
    risesExcess: sums.together(rises),
    fallsExcess: sums.before(falls),
    ...(recursEvery === undefined ? {} : { recursEvery }),
  };
  const shape = letters.map(({ letter }) => letter).join('');
  const told = { variability, shortScales, wideScales, bins: binsOf(mean), letters: shape, locations };
  const { otherPeaks } = verdict;
  if (otherPeaks === undefined) return { context, evidence, told };
  // The mean of these ranks is judged.
  return { context, evidence, told, otherPeaks: { ...otherPeaks, excess: otherPeaks.excess * rows.length } };
}

/** Returns the imbalance between ranks of time that is not waiting; the time lost by it is waiting elsewhere. */
function ofAllRanks(context: Context, { where }: MeasuredSeries): Judged[] {
  const { metric, node, total, rows, locations } = context;
  if (metric !== OWN_TIME || rows.length < 2) return [];
  const { lost, moving } = imbalanceOf(rows);
  const energies = haarEnergies(lost);
  const evidence: SeriesEvidence = {
    ...{ metric, node, total, locations, episodes: [], isJudged: false },
    ...{ peaks: [], rises: [], falls: [], risesExcess: 0, fallsExcess: 0 },
    name: `${metric} on ${where(locations)}, together`,
    samples: () => meanOf(rows, 1),
    energies: energiesOf(lost, { energies, length: lost.length, ...variabilityOf(energies, lost.length) }),
    moving: moving * rows.length,
  };
  return [
    {
      context,
      evidence,
      told: { ...variabilityOf(energies, lost.length), bins: binsOf(lost), letters: '', locations },
    },
  ];
}

/** Of all of a series, which are known, and of a part of it. */
function energiesOf(
  values: Float64Array,
  {
    energies,
    length,
    shortScales,
    wideScales,
  }: Pick<SeriesVerdict, 'energies' | 'length' | 'shortScales' | 'wideScales'>,
): SeriesEvidence['energies'] {
  const { totalEnergy: total } = energies;
  // Scales are those of what was judged together, which may be less than all.
  const whole = { total, short: shortScales * total, wide: wideScales * total };
  return (first, last) => {
    if (first <= 0 && last >= length - 1) return whole;
    const part = values.subarray(first, last + 1);
    const found = haarEnergies(part);
    return { total: found.totalEnergy, ...scaleEnergies(found, part.length) };
  };
}
