import { elementAt } from '../../base/elements.js';
import { duration } from '../../base/text.js';
import type { Seconds } from '../../base/units.js';
import type { Finding, LocationShare, RootCause } from '../../model/findings/findings.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { shortFunctionName } from '../../model/text/functionNames.js';
import { isUseful } from '../efficiency/classes.js';
import { exclusive } from '../trace/severities/space.js';
import type { CallPaths } from '../callPaths/callPaths.js';

/** A cause with this share of the waiting determines the advice. */
const LEAST_SHARE = 0.5;
/** More work explains a cause from this part of the wait on. A delay that moves between ranks has no such total. */
const LEAST_EXPLAINED = 0.5;
/** Locations with this share of the largest wait are among those that wait. */
const LEAST_WAIT = 0.1;
/** Locations that are named in the advice. */
const MOST_NAMED = 3;

/** A finding, and the call-tree nodes of its root causes in their order. */
export interface CausedFinding {
  readonly finding: Finding;
  readonly causes: readonly number[];
}

/**
 * Compares the exclusive time of the code that causes waiting with that of the locations that wait. If the causing
 * locations take longer by at least half of the wait, the difference is kept with the cause. If that cause explains at
 * least half of the waiting, the advice is to balance its work. Constructs of OpenMP keep the advice of the property,
 * which names their clauses.
 */
export function withLongerWork(found: readonly CausedFinding[], space: PerformanceSpace, paths: CallPaths): Finding[] {
  const times = timesOf(new Set(found.flatMap(({ causes }) => causes)), space);
  return found.map(({ finding, causes }) => {
    const rootCauses = finding.rootCauses?.map((cause, i) => {
      const node = elementAt(causes, i);
      const region = paths.region(node);
      const ofNode = times.get(node);
      if (region === undefined || ofNode === undefined || !isUseful(region)) return cause;
      const longer = longerBy(cause, finding.locations, ofNode);
      return longer === undefined ? cause : { ...cause, longer };
    });
    if (rootCauses === undefined) return finding;
    const [worst] = rootCauses;
    if (worst?.longer === undefined || worst.share < LEAST_SHARE || isOfOpenmp(causes[0], paths))
      return { ...finding, rootCauses };
    return { ...finding, rootCauses, advice: `${balancing(worst, worst.longer)} ${finding.advice}` };
  });
}

const isOfOpenmp = (node: number | undefined, paths: CallPaths): boolean =>
  node !== undefined && paths.region(node)?.paradigm === 'openmp';

/** Exclusive time of some nodes by location. */
function timesOf(nodes: ReadonlySet<number>, space: PerformanceSpace): Map<number, Map<number, Seconds>> {
  const times = new Map<number, Map<number, Seconds>>();
  if (nodes.size === 0) return times;
  const { callPath, location, value } = exclusive(space, 'time');
  for (let i = 0; i < value.length; i++) {
    const node = elementAt(callPath, i);
    if (!nodes.has(node)) continue;
    const ofNode = times.get(node) ?? new Map<number, Seconds>();
    const at = elementAt(location, i);
    ofNode.set(at, (ofNode.get(at) ?? 0) + elementAt(value, i));
    times.set(node, ofNode);
  }
  return times;
}

/**
 * Returns the difference of mean times, of locations by their shares. It is undefined if it explains less than half of
 * the wait, or if most of the delay is on locations that wait themselves: then no location has more work than the others.
 */
function longerBy(
  cause: RootCause,
  waiting: readonly LocationShare[],
  times: ReadonlyMap<number, Seconds>,
): Seconds | undefined {
  const largest = Math.max(...waiting.map(({ seconds }) => seconds));
  const wait = new Set(
    waiting.filter(({ seconds }) => seconds >= LEAST_WAIT * largest).map(({ location }) => location),
  );
  if (weightedMean(cause.locations, new Map([...wait].map((location) => [location, 1]))) > 0.5) return undefined;
  const longer = weightedMean(cause.locations, times) - weightedMean(waiting, times);
  const waits = new Map(waiting.map(({ location, seconds }) => [location, seconds]));
  return longer >= LEAST_EXPLAINED * cause.share * weightedMean(waiting, waits) ? longer : undefined;
}

/** Mean of values by location, weighted by the seconds of shares. */
function weightedMean(shares: readonly LocationShare[], values: ReadonlyMap<number, Seconds>): Seconds {
  let [sum, weight] = [0, 0];
  for (const { location, seconds } of shares) {
    sum += seconds * (values.get(location) ?? 0);
    weight += seconds;
  }
  return weight > 0 ? sum / weight : 0;
}

function balancing({ region, locations }: RootCause, longer: Seconds): string {
  const names = locations.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = locations.length > names.length ? ' and others' : '';
  const verb = locations.length > 1 ? 'take' : 'takes';
  return `Balance the work of ${shortFunctionName(region)}: ${names.join(', ')}${more} ${verb} ${duration(longer)} longer there than the locations that wait.`;
}
