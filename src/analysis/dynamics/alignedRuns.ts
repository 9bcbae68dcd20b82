/** Two runs of one program side by side, aligned by progress (dynamics.md, section 5). */
import { absent, elementAt } from '../../base/elements.js';
import type { Seconds } from '../../base/units.js';
import { DURATION, type RunSeries } from '../../model/dynamics/series.js';
import { contextsOf, meanOf } from './contexts.js';
import { judgeSeries } from './judge.js';

/** Borders that are nearer to each other, in shares of the progress, are one. */
const NEAR = 0.01;

/** A stretch of the progress of both runs, in which neither changes. */
export interface AlignedPhase {
  /** Shares of the progress, 0 to 1. */
  readonly from: number;
  readonly to: number;
  /** Time of each run for it. */
  readonly seconds: readonly [Seconds, Seconds];
}

export interface AlignedRuns {
  readonly iterations: readonly [number, number];
  /** Time of each run for all iterations. */
  readonly seconds: readonly [Seconds, Seconds];
  /** Sum of the faster run's time in each phase: a hypothetical run that is always the faster one. */
  readonly best: Seconds;
  readonly phases: readonly AlignedPhase[];
}

/**
 * Progress is the share of iterations that are done, which is the iteration where both runs have as many; the time between
 * two moments of progress follows from that of iterations, shared out evenly within one. Phases begin and end where one of
 * the runs changes.
 * @param one, other durations of iterations, at least one each
 */
export function alignedRuns(one: Float64Array, other: Float64Array): AlignedRuns {
  const [first, second] = [sumsOf(one), sumsOf(other)];
  const borders = [...bordersOf(one), ...bordersOf(other)].sort((a, b) => a - b);
  const cuts = [0];
  for (const border of borders)
    if (border - elementAt(cuts, cuts.length - 1) >= NEAR && 1 - border >= NEAR) cuts.push(border);
  cuts.push(1);
  const phases = cuts.slice(1).map((to, at): AlignedPhase => {
    const from = elementAt(cuts, at);
    return { from, to, seconds: [between(first, from, to), between(second, from, to)] };
  });
  return {
    iterations: [one.length, other.length],
    seconds: [between(first, 0, 1), between(second, 0, 1)],
    best: phases.reduce((sum, { seconds }) => sum + Math.min(...seconds), 0),
    phases,
  };
}

/** Returns the iteration times of a run, mean over its processes. */
export function iterationTimes({ series }: RunSeries): Float64Array {
  const rows = contextsOf(series).find(({ metric }) => metric === DURATION)?.rows ?? [];
  return meanOf(rows, Math.max(1, rows.length));
}

function bordersOf(durations: Float64Array): number[] {
  // Behind a change, the first sample at the new level is the first of its phase.
  return judgeSeries(durations).changes.flatMap(({ first, last, isStep }) =>
    (isStep ? [(first + last + 1) / 2] : [first, last]).map((at) => Math.round(at) / durations.length),
  );
}

/** Seconds before each iteration, and of all. */
function sumsOf(durations: Float64Array): Float64Array {
  const sums = new Float64Array(durations.length + 1);
  for (let i = 0; i < durations.length; i++) sums[i + 1] = (sums[i] ?? absent(i)) + (durations[i] ?? absent(i));
  return sums;
}

function between(sums: Float64Array, from: number, to: number): number {
  const at = (share: number): number => {
    const place = share * (sums.length - 1);
    const i = Math.min(sums.length - 2, Math.floor(place));
    const before = elementAt(sums, i);
    return before + (elementAt(sums, i + 1) - before) * (place - i);
  };
  return at(to) - at(from);
}
