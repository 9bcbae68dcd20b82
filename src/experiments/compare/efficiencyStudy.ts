/** The efficiencies of runs side by side: common code of tables, pages and criteria. */
import { present } from '../../base/present.js';
import { elementAt } from '../../base/elements.js';
import { counted } from '../../base/text.js';
import {
  additive,
  type Efficiency,
  type EfficiencyTimes,
  multiplicative,
  type Scaling,
  scaled,
  type ThreadTimes,
  unknownEfficiencies,
} from '../../model/findings/efficiency.js';

/** Runs with as many processes and threads. */
export interface EfficiencyColumn<Run> {
  /** `4 ranks`, or `4 ranks × 2 threads`. */
  readonly label: string;
  readonly runs: readonly Run[];
  /** Means over the runs; where a run does not know one, none is known. */
  readonly times: EfficiencyTimes;
  /** Of a study with the scalabilities against its first column; see `multiplicative`, `scaled` and `additive`. */
  readonly multiplicative: readonly Efficiency[];
  readonly additive: readonly Efficiency[];
}

export interface EfficiencyStudy<Run> {
  /** Fewest threads first. */
  readonly columns: readonly EfficiencyColumn<Run>[];
  /** Unknown efficiencies, one sentence each. */
  readonly unknown: readonly string[];
}

/**
 * Groups runs by their processes and threads.
 * @param timesOf undefined for runs without times; they are excluded
 */
export function efficiencyStudy<Run>(
  runs: readonly Run[],
  timesOf: (run: Run) => EfficiencyTimes | undefined,
  scaling: Scaling = 'strong',
): EfficiencyStudy<Run> {
  const groups = new Map<string, { run: Run; times: EfficiencyTimes }[]>();
  for (const run of runs) {
    const times = timesOf(run);
    if (times === undefined) continue;
    const key = `${times.processes} ${times.threads}`;
    groups.set(key, [...(groups.get(key) ?? []), { run, times }]);
  }
  const means = [...groups.values()]
    .map((members) => ({ runs: members.map(({ run }) => run), times: meanTimes(members.map(({ times }) => times)) }))
    .sort((a, b) => a.times.threads - b.times.threads || a.times.processes - b.times.processes);
  const reference = means.at(0)?.times;
  const isStudy = means.length > 1;
  return {
    columns: means.map(({ runs: members, times }) => ({
      label: labelOf(times),
      ...{ runs: members, times, additive: additive(times) },
      multiplicative: isStudy && reference !== undefined ? scaled(times, reference, scaling) : multiplicative(times),
    })),
    unknown: unknownOf(means.map(({ times }) => times)),
  };
}

function unknownOf(columns: readonly EfficiencyTimes[]): string[] {
  const pathless =
    columns.find(({ mostUseful }) => mostUseful === undefined) ??
    columns.find(({ idealTime }) => idealTime === undefined);
  const isCounted = columns.every(({ instructions, cycles }) => instructions !== undefined && cycles !== undefined);
  const about = pathless ?? columns.at(0);
  return about === undefined ? [] : unknownEfficiencies(about, columns.length > 1, isCounted);
}

function labelOf({ processes, threads }: EfficiencyTimes): string {
  if (threads === processes) return counted(processes, 'rank');
  if (threads % processes !== 0) return `${counted(processes, 'rank')}, ${counted(threads, 'thread')}`;
  return `${counted(processes, 'rank')} × ${counted(threads / processes, 'thread')}`;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Quotients of means are efficiencies too, and still multiply and add up. The losses are those of the first run. */
export function meanTimes(runs: readonly EfficiencyTimes[]): EfficiencyTimes {
  const first = elementAt(runs, 0);
  if (runs.length === 1) return first;
  const of = <Key extends 'mostUseful' | 'idealTime' | 'instructions' | 'cycles'>(
    key: Key,
  ): Partial<Record<Key, number>> => {
    const known = runs.flatMap((run) => run[key] ?? []);
    const found: Partial<Record<Key, number>> = {};
    if (known.length === runs.length) found[key] = mean(known);
    return found;
  };
  const teams = runs.flatMap((run) => run.teams ?? []);
  return {
    ...{ processes: first.processes, threads: first.threads },
    runTime: mean(runs.map(({ runTime }) => runTime)),
    averageUseful: mean(runs.map(({ averageUseful }) => averageUseful)),
    ...of('mostUseful'),
    ...of('idealTime'),
    ...of('instructions'),
    ...of('cycles'),
    ...(teams.length === runs.length ? { teams: meanTeams(teams) } : {}),
    ...present({ losses: first.losses }),
  };
}

function meanTeams(teams: readonly ThreadTimes[]): ThreadTimes {
  const of = (key: keyof ThreadTimes): number => mean(teams.map((one) => one[key]));
  return {
    averageOutside: of('averageOutside'),
    mostOutside: of('mostOutside'),
    serialIdle: of('serialIdle'),
    regionLoss: of('regionLoss'),
    otherLoss: of('otherLoss'),
  };
}
