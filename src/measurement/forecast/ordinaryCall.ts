/** Duration of calls of a function without interruptions, as far as sums over calls determine it. */
import type { CallPaths } from '../../analysis/report/index.js';
import { isOutermost } from '../../model/outermost.js';
import { type RegionSums, regionSums } from '../../analysis/report/flat.js';
import { nodeTotals } from '../../analysis/report/nodeTotals.js';
import { total } from '../../analysis/trace/severities/space.js';
import { elementAt } from '../../base/elements.js';
import type { Seconds } from '../../base/units.js';
import type { CallTree } from '../../model/callTree.js';
import type { SourcePlace } from '../../model/findings/findings.js';
import type { CountedRun } from './tally.js';

/** Sums over the calls of a function, inclusive. */
export interface CallSums {
  readonly calls: number;
  readonly seconds: Seconds;
  /** Of the squares of their times, in seconds². */
  readonly squares: number;
  readonly shortest: Seconds;
  readonly longest: Seconds;
}

/**
 * Returns the duration of an ordinary call. If the system preempts a few calls, these last some milliseconds longer, so
 * that the mean of short calls is meaningless. Example: the mean of a function of 50 ns is 2 µs after one interruption
 * of 4 ms in 2,000 calls. Suppose that k of n calls were interrupted and lasted as long as the longest, L, and the
 * others a. Then mean m and variance v are m = a + (k/n)(L − a) and v = (k/n)(1 − k/n)(L − a)², so that a = m − v / (L
 * − m). (For other distributions, this is the upper limit of the shortest: Bhatia and Davis, "A better bound on the
 * variance", 2000.) The shortest call of all would be too short for functions that do different things.
 *
 * The time removed as interruptions cannot exceed the time in which the run had no processor. Long calls in which the
 * program worked are kept. A function that is mostly short, but long where it matters, keeps its mean.
 * @param waited time of all threads without a processor
 */
export function ordinaryCall({ calls, seconds, squares, shortest, longest }: CallSums, waited: Seconds): Seconds {
  const mean = seconds / calls;
  const variance = Math.max(0, squares / calls - mean * mean);
  if (!(longest > mean) || variance === 0) return mean;
  const interrupted = Math.min(variance / (longest - mean), Math.max(0, waited) / calls);
  // Differences of nearly equal numbers are rounded.
  return Math.max(Math.min(shortest, mean), mean - interrupted);
}

/**
 * Returns the same for the functions of a run, by their numbers. It is the mean of calls if the run keeps no squares of
 * their times or no longest call. The mean is also used for recursive functions, whose calls are nested.
 */
export function ordinaryCallsIn(run: CountedRun, paths: CallPaths): (number: number, sums: RegionSums) => Seconds {
  const { space, definitions, flat = [] } = run;
  const squares = new Map(
    [...regionSums(space, nodeTotals(space, 'time_squares'))].map(([number, { exclusive }]) => [number, exclusive]),
  );
  const extremes = new Map(
    flat.map(({ region, place, shortest, longest }) => [keyOf(region, place), { shortest, longest }]),
  );
  const nested = nestedIn(space.callTree);
  const waited = total(space, 'time') - Number(definitions.properties.get('TRIMTAB::PROCESSOR_SECONDS') ?? Number.NaN);
  return (number, { node, calls, inclusive }) => {
    const { shortest, longest } = extremes.get(keyOf(paths.regionName(node), paths.definition(node))) ?? {};
    const its = squares.get(number) ?? 0;
    const isKnown = shortest !== undefined && longest !== undefined && its > 0 && !Number.isNaN(waited);
    if (!isKnown || nested.has(number)) return inclusive / calls;
    return ordinaryCall({ calls, seconds: inclusive, squares: its, shortest, longest }, waited);
  };
}

function keyOf(name: string, place: SourcePlace | undefined): string {
  return JSON.stringify([name, place?.file, place?.line]);
}

/** Regions that are called within themselves. */
function nestedIn(tree: CallTree): ReadonlySet<number> {
  const nested = new Set<number>();
  for (let node = 0; node < tree.size; node++) if (!isOutermost(node, tree)) nested.add(elementAt(tree.region, node));
  return nested;
}
