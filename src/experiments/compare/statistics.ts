/** Statistics of repeats: means, intervals and verdicts. */
import { elementAt } from '../../base/elements.js';
import type { Change, ComparedValue, Estimate, Verdict } from './comparison.js';
import { student975 } from '../../base/student.js';

interface Sample {
  readonly mean: number;
  readonly count: number;
  /** s² with n − 1; 0 for a single value. */
  readonly variance: number;
}

function sampleOf(values: readonly number[]): Sample {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, count);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, count, variance: count > 1 ? squares / (count - 1) : 0 };
}

function estimateOf({ mean, count, variance }: Sample): Estimate {
  if (count < 2) return { mean, runs: count };
  const half = student975(count - 1) * Math.sqrt(variance / count);
  return { mean, runs: count, interval: { low: mean - half, high: mean + half } };
}

/**
 * The difference of two means. The interval is Welch's (Welch 1947, "The generalization of 'Student's' problem when
 * several different population variances are involved"), its degrees of freedom by Satterthwaite's formula.
 */
function changeOf(before: Sample, after: Sample): Change {
  const absolute = after.mean - before.mean;
  const relative = before.mean === 0 ? {} : { relative: absolute / before.mean };
  if (before.count < 2 || after.count < 2) return { absolute, ...relative, verdict: 'single runs: no verdict' };
  const [a, b] = [before.variance / before.count, after.variance / after.count];
  const error = Math.sqrt(a + b);
  const freedom = error === 0 ? 1 : (a + b) ** 2 / (a ** 2 / (before.count - 1) + b ** 2 / (after.count - 1));
  const half = error === 0 ? 0 : student975(freedom) * error;
  const interval = { low: absolute - half, high: absolute + half };
  return { absolute, ...relative, interval, verdict: verdictOf(interval.low, interval.high) };
}

function verdictOf(low: number, high: number): Verdict {
  if (high < 0) return 'faster';
  return low > 0 ? 'slower' : 'no difference shown';
}

/** Compares the values of every group's runs with those of the first group. */
export function comparedValue(groups: readonly (readonly number[])[]): ComparedValue {
  const samples = groups.map(sampleOf);
  return {
    groups: samples.map(estimateOf),
    changes: samples.slice(1).map((sample) => changeOf(elementAt(samples, 0), sample)),
  };
}

/** The largest change of a row, whichever way. */
export function largestChange({ changes }: ComparedValue): number {
  return changes.reduce((most, { absolute }) => Math.max(most, Math.abs(absolute)), 0);
}
