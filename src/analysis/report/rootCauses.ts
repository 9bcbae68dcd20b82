import type { LocationShare, RootCause } from '../../model/findings.js';
import type { MetricName } from '../trace/metrics/metrics.js';
import type { Origins } from '../trace/rootCauses/origins.js';
import { kindOf } from '../trace/rootCauses/waitStates.js';
import type { CallPaths } from './callPaths.js';

/** Call paths are named as root causes from this share of the waiting, at most so many of them and of their locations. */
const LEAST_SHARE = 0.05;
const MOST_CAUSES = 5;
const MOST_LOCATIONS = 8;

/** The code at which the waiting of a property at a call path begins, worst first; undefined where it is not known. */
export function rootCausesOf(
  property: MetricName,
  node: number,
  seconds: number,
  origins: Origins,
  paths: CallPaths,
  names: readonly string[],
): RootCause[] | undefined {
  const kind = kindOf(property);
  const sums = kind === undefined ? undefined : origins.of(node, kind);
  if (sums === undefined) return undefined;
  const byPath = new Map<number, LocationShare[]>();
  for (let i = 0; i < sums.size; i++) {
    const share = { location: sums.location[i], name: names[sums.location[i]] ?? '', seconds: sums.value[i] };
    const shares = byPath.get(sums.callPath[i]);
    if (shares === undefined) byPath.set(sums.callPath[i], [share]);
    else shares.push(share);
  }
  const causes = [...byPath].map(([cause, locations]) => rootCause(cause, locations, seconds, paths));
  const named = causes.filter(({ share }) => share >= LEAST_SHARE).sort((a, b) => b.seconds - a.seconds);
  return named.length === 0 ? undefined : named.slice(0, MOST_CAUSES);
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
