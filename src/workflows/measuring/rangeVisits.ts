/** How often ranges of lines were visited in an earlier run, and what measuring that took. */
import { exclusive } from '../../analysis/trace/index.js';
import { elementAt } from '../../base/elements.js';
import type { Seconds } from '../../base/units.js';
import { type Experiment, type ExperimentStore, resultsOf } from '../../experiments/index.js';
import { functionCostOf } from './functionCosts.js';

/** Runs that are looked through for one that visited any of the ranges, newest first. */
const MOST_RUNS = 10;

/** Data of a run on ranges. */
export interface RangeVisits {
  readonly experiment: Experiment;
  /** By name, over all processes and threads; ranges that were not visited are not in it. */
  readonly visits: ReadonlyMap<string, number>;
  /**
   * Overhead of an enter and a leave event, as measured for functions, which are recorded in the same way. Undefined if
   * not recorded.
   */
  readonly pair?: Seconds;
}

function visitsIn(experiment: Experiment, names: ReadonlySet<string>): Map<string, number> {
  const { space, definitions } = resultsOf(experiment);
  const { callPath, value } = exclusive(space, 'visits');
  const visits = new Map<string, number>();
  for (const [entry, node] of callPath.entries()) {
    const { paradigm, canonicalName } = elementAt(definitions.regions, elementAt(space.callTree.region, node));
    if (paradigm === 'user' && names.has(canonicalName))
      visits.set(canonicalName, (visits.get(canonicalName) ?? 0) + elementAt(value, entry));
  }
  return visits;
}

/** The newest run that visited any of the ranges; undefined where there is none. */
export function rangeVisits(store: ExperimentStore, names: ReadonlySet<string>): RangeVisits | undefined {
  if (names.size === 0) return undefined;
  const measured = store.readable().filter(({ hasResults }) => hasResults);
  for (const experiment of measured.slice(0, MOST_RUNS)) {
    const visits = visitsIn(experiment, names);
    if (visits.size === 0) continue;
    const cost = functionCostOf(experiment);
    return { experiment, visits, ...(cost === undefined ? {} : { pair: cost.pair }) };
  }
  return undefined;
}
