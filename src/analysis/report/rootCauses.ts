import { elementAt } from '../../base/elements.js';
import type { LocationShare, RootCause } from '../../model/findings/findings.js';
import type { SeverityColumn } from '../../model/performanceSpace.js';
import type { CallPaths } from '../callPaths/callPaths.js';

/** Call paths are named as root causes from this share of the waiting, at most so many of them and of their locations. */
const LEAST_SHARE = 0.05;
const MOST_CAUSES = 5;
const MOST_LOCATIONS = 8;

/** The code at which waiting begins, worst first, and the call-tree node of each. */
export interface FoundCauses {
  readonly rootCauses: readonly RootCause[];
  readonly nodes: readonly number[];
}

/**
 * The code at which the waiting of a property at a call path begins; undefined where it is not known.
 * @param dueTo seconds of that waiting, by the call path and location they are due to
 * @param seconds all of that waiting
 */
export function rootCausesOf(
  dueTo: SeverityColumn | undefined,
  seconds: number,
  paths: CallPaths,
  names: readonly string[],
): FoundCauses | undefined {
  if (dueTo === undefined) return undefined;
  const byPath = new Map<number, LocationShare[]>();
  dueTo.value.forEach((value, i) => {
    const location = elementAt(dueTo.location, i);
    const share = { location, name: names[location] ?? '', seconds: value };
    const shares = byPath.get(elementAt(dueTo.callPath, i));
    if (shares === undefined) byPath.set(elementAt(dueTo.callPath, i), [share]);
    else shares.push(share);
  });
  const named = [...byPath]
    .map(([node, locations]) => ({ node, cause: rootCause(node, locations, seconds, paths) }))
    .filter(({ cause }) => cause.share >= LEAST_SHARE)
    .sort((a, b) => b.cause.seconds - a.cause.seconds)
    .slice(0, MOST_CAUSES);
  if (named.length === 0) return undefined;
  return { rootCauses: named.map(({ cause }) => cause), nodes: named.map(({ node }) => node) };
}

function rootCause(node: number, locations: LocationShare[], whole: number, paths: CallPaths): RootCause {
  const place = paths.place(node);
  const seconds = locations.reduce((sum, share) => sum + share.seconds, 0);
  locations.sort((a, b) => b.seconds - a.seconds || a.location - b.location);
  return {
    region: paths.regionName(node),
    callPath: paths.steps(node),
    ...(place === undefined ? {} : { place }),
    seconds,
    share: Math.min(1, seconds / whole),
    locations: locations.slice(0, MOST_LOCATIONS),
  };
}
