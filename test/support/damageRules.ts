import { analyzeTrace, exclusive, type AnalysisResult } from '../../src/analysis/trace/index.js';
import { elementAt } from '../../src/base/elements.js';
import type { Trace } from '../../src/model/trace.js';
import { lastTimes } from './damagedTrace.js';
import { shippedProperties } from '../../src/properties/index.js';

const { metrics } = shippedProperties;

/** Analyses with the times as they were recorded: which clocks disagree may depend on what is lost. */
export function analyzed(trace: Trace): AnalysisResult {
  return analyzeTrace(trace, { program: 'test', correctClocks: false });
}

/** The sum of each metric over the call paths, by `metric location`. */
function sums({ space }: AnalysisResult): Map<string, number> {
  const found = new Map<string, number>();
  for (const { name } of metrics) {
    const { location, value } = exclusive(space, name);
    value.forEach((amount, i) =>
      found.set(`${name} ${location[i]}`, (found.get(`${name} ${location[i]}`) ?? 0) + amount),
    );
  }
  return found;
}

/**
 * Returns unfounded claims of the analysis of a damaged trace: a metric of a location that is larger than in the whole
 * trace, or a wait that ends after the last event of its location.
 * @param counts whether a metric is compared
 */
export function unfounded(
  damaged: Trace,
  result: AnalysisResult,
  whole: AnalysisResult,
  counts: (metric: string) => boolean = () => true,
): string[] {
  const found: string[] = [];
  const bounds = sums(whole);
  const tolerance = 1e-9 * Math.max(1, whole.report.span);
  for (const [key, value] of sums(result)) {
    const bound = bounds.get(key) ?? 0;
    if (counts(elementAt(key.split(' '), 0)) && value > bound + tolerance)
      found.push(`${key} is ${value}, of the whole ${bound}`);
    if (value < -tolerance && !key.startsWith('imbalance')) found.push(`${key} is ${value}`);
  }
  const last = lastTimes(damaged);
  for (const { property, worst } of result.report.statistics ?? []) {
    for (const { location, enter, seconds } of worst) {
      if (enter + seconds > elementAt(last, location) + tolerance)
        found.push(`${property} of ${location} ends after its last event`);
    }
  }
  return found;
}
