/** Runs by their number of ranks, with speed-up and efficiency: what tables, charts and workflows have in common. */
import type { Fraction, Seconds } from '../../base/units.js';
import { doubtsOf } from '../../model/findings/doubts.js';
import type { DoubtKind, FindingsReport } from '../../model/findings/findings.js';

/** Runs with the same number of ranks. */
export interface ScaledRuns<Run> {
  readonly ranks: number;
  readonly runs: readonly Run[];
  /** Wall-clock seconds, mean over the runs. */
  readonly seconds: Seconds;
  /** `p0 · T(p0) / T(p)`. */
  readonly speedup: number;
  /** The speed-up over the number of ranks; 1 is ideal. */
  readonly efficiency: Fraction;
}

/** 0 where there is nothing to take the mean of. */
export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Groups runs, fewest ranks first. With the fewest measured ranks `p0`, the speed-up of `p` ranks is `p0 · T(p0) /
 * T(p)` of mean wall-clock times `T`. The efficiency is that over `p` (Oleynik 2016, figure 2.7): the ideal up to `p0`
 * is not known.
 */
export function scaleByRanks<Run>(
  runs: readonly Run[],
  reportOf: (run: Run) => Pick<FindingsReport, 'processes' | 'span'>,
): ScaledRuns<Run>[] {
  const byRanks = new Map<number, Run[]>();
  for (const run of runs) {
    const { processes } = reportOf(run);
    if (processes > 0) byRanks.set(processes, [...(byRanks.get(processes) ?? []), run]);
  }
  const groups = [...byRanks]
    .sort(([a], [b]) => a - b)
    .map(([ranks, members]) => ({ ranks, runs: members, seconds: mean(members.map((run) => reportOf(run).span)) }));
  const [basis] = groups;
  if (basis === undefined) return [];
  return groups.map((group) => {
    const speedup = group.seconds === 0 ? 0 : (basis.ranks * basis.seconds) / group.seconds;
    return { ...group, speedup, efficiency: speedup / group.ranks };
  });
}

/** Returns the warning about times of runs with more threads than processors; none if all had enough. */
export function crowdedRuns<Run>(
  groups: readonly Pick<ScaledRuns<Run>, 'ranks' | 'runs'>[],
  reportOf: (run: Run) => Pick<FindingsReport, 'doubts'>,
): string[] {
  const isCrowded = (run: Run): boolean => doubtsOf(reportOf(run)).some(({ kind }) => kind === CROWDED);
  const crowded = groups.filter(({ runs }) => runs.some(isCrowded)).map(({ ranks }) => ranks);
  if (crowded.length === 0) return [];
  const fitting = groups.map(({ ranks }) => ranks).filter((ranks) => !crowded.includes(ranks));
  const most = fitting.length === 0 ? '' : ` up to ${Math.max(...fitting)} ranks they had enough;`;
  const which =
    crowded.length === 1 ? `${crowded[0]} ranks` : `${crowded.slice(0, -1).join(', ')} and ${crowded.at(-1)} ranks`;
  return [
    `With ${which} there were more threads than processors: these times show the cost of shared processors, not the scaling of the program;${most} measure larger numbers on a larger target.`,
  ];
}

/** The kind of warning of such runs. */
const CROWDED: DoubtKind = 'oversubscribed';

/** Seconds of a property over the whole program: it may have a finding for each of several places. */
export function secondsOfProperty({ findings }: Pick<FindingsReport, 'findings'>, property: string): Seconds {
  return findings.filter((finding) => finding.property === property).reduce((sum, { seconds }) => sum + seconds, 0);
}
