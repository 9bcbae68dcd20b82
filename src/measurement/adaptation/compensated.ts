/** Times of functions without measurement overhead, if calls were counted (Shende and Malony; a profile's own). */
import type { Seconds } from '../../base/units.js';
import type { FunctionStatistics, RunStatistics } from './statistics.js';

/** Of a call. */
export interface CallCost {
  readonly pair: Seconds;
  /** The part of it within the call's own time. */
  readonly within: Seconds;
}

/** T = T_measured − n_own T_within − n_below T_pair, and no less than nothing; the total without all recorded calls. */
export function compensatedStatistics(run: RunStatistics, { pair, within }: CallCost): RunStatistics {
  const reduced = (one: FunctionStatistics): FunctionStatistics => ({
    ...one,
    exclusive: Math.max(0, one.exclusive - one.calls * within - one.directCalls * (pair - within)),
    inclusive: Math.max(0, one.inclusive - one.calls * within - one.nestedCalls * pair),
  });
  const calls = run.functions.reduce((sum, one) => sum + one.calls, 0);
  return {
    ...run,
    functions: run.functions.map(reduced),
    totalTime: Math.max(0, run.totalTime - calls * pair),
  };
}
