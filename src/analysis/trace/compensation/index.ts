import type { Problem } from '../../../base/problem.js';
import { counted, duration, grouped } from '../../../base/text.js';
import type { ClockViolations } from '../clocks/violations.js';
import { OverheadPass, type OverheadRecords } from '../overhead/pass.js';
import { dependenciesOf } from '../replay/dependencies.js';
import type { Searched } from '../replay/searched.js';
import { Points } from '../replay/points.js';
import { replay } from '../replay/replay.js';
import { ShiftLog } from '../replay/shiftLog.js';
import type { Compensating } from './compensating.js';
import { MomentCosts } from './momentCosts.js';

export type { Compensating } from './compensating.js';
export { compensatedTrace } from './compensatedTrace.js';
export { type Compensate, type RecordingCosts, recordingCosts, type RunCosts } from '../overhead/costs.js';
export type { Compensation } from './locationTimes.js';
export { compensatedReport } from './summary.js';

/**
 * Computes the times without recording. Activities of locations are shortened by their overhead, and waiting for others
 * changes accordingly. See Shende and Malony, "Overhead compensation in performance profiling", and Malony and Shende,
 * "Models for on-the-fly compensation of measurement overhead in parallel performance profiling".
 * @returns undefined if measurement overhead was not recorded
 */
export function compensationOf(searched: Searched): Compensating | undefined {
  const { reading, trace, processes } = searched;
  const pass = reading.passes.find((each) => each instanceof OverheadPass);
  if (pass === undefined) return undefined;
  const { records, threads } = reading;
  const { definitions } = trace;
  const replayed = { records, threads, teams: pass.records.teams, ...dependenciesOf(searched) };
  const log = new ShiftLog(definitions.locations.length);
  const own = new MomentCosts(definitions.locations.length, pass.records);
  const { negative } = replay(new Points(replayed), { own, log }, definitions, processes);
  return {
    compensation: { costs: pass.costs, shifts: log.locationShifts() },
    overhead: totals(pass.records),
    problems: negativeProblems(pass.records, negative),
  };
}

function totals({ totals: { length, columns } }: OverheadRecords): ReadonlyMap<number, number> {
  return new Map(Array.from({ length }, (_, row) => [columns.location[row] ?? 0, columns.cost[row] ?? 0]));
}

/** Intervals shorter than their estimated overhead: they count as zero. */
function negativeProblems({ totals: { length, columns } }: OverheadRecords, waits: number): Problem[] {
  const stretches = columns.short.subarray(0, length).reduce((sum, count) => sum + count, 0);
  if (stretches + waits === 0) return [];
  const message =
    `The overhead of recording exceeds ${grouped(stretches)} stretches between calls of MPI ` +
    `and OpenMP, and ${counted(waits, 'wait')}: these count as 0. Costs are averages.`;
  return [{ level: 'information', message }];
}

/** Returns the problem of effects before their causes after overhead was subtracted. */
export function compensationProblem({ count, checked, largest }: ClockViolations): Problem[] {
  if (count === 0) return [];
  const message =
    `Without recording ${grouped(count)} of ${grouped(checked)} receives and ends of collective operations would come before ` +
    `their cause, by up to ${duration(largest)}: what they wait for is not known so well.`;
  return [{ level: 'information', message }];
}
