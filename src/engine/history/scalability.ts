/** How a program does with more ranks: speed-up, efficiency, and the growth of its properties. */
import type { FindingsReport } from '../../model/findings.js';
import { counted, plainLine } from '../../model/text.js';
import type { ScalabilityState, ScalePoint, ScaleProperty } from '../../protocol/pages/scalability.js';

/** A run with its results. */
export interface ScaleRun {
  readonly id: string;
  /** ISO 8601. */
  readonly date: string;
  readonly report: Pick<FindingsReport, 'program' | 'processes' | 'span' | 'totalTime' | 'findings'>;
}

/**
 * Runs by their number of ranks. With the fewest ranks `p0` that were measured, the speed-up of `p` ranks is
 * `p0 · T(p0) / T(p)` of mean wall-clock times `T`, and its efficiency that over `p`: what is ideal up to `p0` is not
 * known.
 */
export function scalability(runs: readonly ScaleRun[]): ScalabilityState {
  const byRanks = new Map<number, ScaleRun[]>();
  for (const run of runs) byRanks.set(run.report.processes, [...(byRanks.get(run.report.processes) ?? []), run]);
  const groups = [...byRanks]
    .filter(([ranks]) => ranks > 0)
    .sort(([a], [b]) => a - b)
    .map(([ranks, members]) => ({ ranks, runs: members.sort((a, b) => b.date.localeCompare(a.date)) }));
  const basis = groups.at(0);
  const reference = basis === undefined ? 0 : basis.ranks * meanSpan(basis.runs);
  const programs = [...new Set(runs.map((run) => plainLine(run.report.program)))];
  return {
    program: programs.at(0) ?? 'a program',
    points: groups.map((group) => pointOf(group.ranks, group.runs, reference)),
    properties: propertiesOf(groups.map((group) => group.runs)),
    problems: problemsOf(programs, groups),
  };
}

function pointOf(ranks: number, runs: readonly ScaleRun[], reference: number): ScalePoint {
  const spans = runs.map((run) => run.report.span);
  const runTime = meanSpan(runs);
  const speedup = runTime === 0 ? 0 : reference / runTime;
  return {
    ranks,
    ids: runs.map((run) => run.id),
    runTime,
    fastest: Math.min(...spans),
    slowest: Math.max(...spans),
    speedup,
    efficiency: speedup / ranks,
  };
}

/** Properties over whole programs, the largest share at the most ranks first. */
function propertiesOf(groups: readonly (readonly ScaleRun[])[]): ScaleProperty[] {
  const titles = new Map<string, string>();
  for (const run of groups.flat())
    for (const { property, title } of run.report.findings) titles.set(property, plainLine(title));
  return [...titles]
    .map(([property, title]) => ({
      property,
      title,
      seconds: groups.map((runs) => mean(runs.map((run) => secondsOf(run, property)))),
      shares: groups.map((runs) => mean(runs.map((run) => shareOf(run, property)))),
    }))
    .sort((a, b) => (b.shares.at(-1) ?? 0) - (a.shares.at(-1) ?? 0));
}

function problemsOf(programs: readonly string[], groups: readonly { runs: readonly ScaleRun[] }[]): string[] {
  const single = groups.filter(({ runs }) => runs.length === 1).length;
  return [
    ...(programs.length > 1 ? [`These are runs of different programs: ${programs.join(', ')}.`] : []),
    ...(single === 0 || groups.length < 2
      ? []
      : [`${counted(single, 'number')} of ranks ran once only; repeat the runs to see how much chance is in them.`]),
  ];
}

function secondsOf({ report }: ScaleRun, property: string): number {
  return report.findings
    .filter((finding) => finding.property === property)
    .reduce((sum, finding) => sum + finding.seconds, 0);
}

function shareOf(run: ScaleRun, property: string): number {
  return run.report.totalTime === 0 ? 0 : secondsOf(run, property) / run.report.totalTime;
}

function meanSpan(runs: readonly ScaleRun[]): number {
  return mean(runs.map((run) => run.report.span));
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
