import type { Finding, LocationShare } from '../../../model/findings.js';
import type { PerformanceSpace } from '../../../model/performanceSpace.js';
import { exclusive } from '../space.js';
import type { CallPaths } from './callPaths.js';
import { waitingProperties, type WaitingProperty } from './properties.js';

/** A finding must cost at least this share of the program's total time. */
export const LEAST_SEVERITY = 0.0005;

/** At most this many findings are reported. */
export const MOST_FINDINGS = 200;

/** The waiting properties of every call path, the most severe first. */
export function findingsOf(
  space: PerformanceSpace,
  paths: CallPaths,
  locationNames: readonly string[],
  totalTime: number,
): Finding[] {
  if (totalTime <= 0) return [];
  const findings: Finding[] = [];
  for (const property of waitingProperties) {
    for (const [node, shares] of byCallPath(space, property)) {
      const seconds = shares.reduce((sum, share) => sum + share.seconds, 0);
      if (seconds / totalTime < LEAST_SEVERITY) continue;
      findings.push(finding(property, node, paths, seconds, totalTime, shares, locationNames));
    }
  }
  findings.sort((a, b) => b.severity - a.severity);
  return findings.slice(0, MOST_FINDINGS);
}

interface Share {
  readonly location: number;
  seconds: number;
}

/** The property's seconds by call path and location, without those of its more specific properties. */
function byCallPath(space: PerformanceSpace, { metric, without }: WaitingProperty): Map<number, Share[]> {
  const found = new Map<number, Map<number, number>>();
  const add = (name: string, sign: number): void => {
    const { callPath, location, value } = exclusive(space, name);
    for (let i = 0; i < value.length; i++) {
      let ofPath = found.get(callPath[i]);
      if (ofPath === undefined) found.set(callPath[i], (ofPath = new Map<number, number>()));
      ofPath.set(location[i], (ofPath.get(location[i]) ?? 0) + sign * value[i]);
    }
  };
  add(metric, 1);
  for (const name of without) add(name, -1);
  const sorted = new Map<number, Share[]>();
  for (const [node, ofPath] of found) {
    const shares = [...ofPath].map(([location, seconds]) => ({ location, seconds }));
    sorted.set(
      node,
      shares.filter(({ seconds }) => seconds > 0).sort((a, b) => b.seconds - a.seconds || a.location - b.location),
    );
  }
  return sorted;
}

function finding(
  property: WaitingProperty,
  node: number,
  paths: CallPaths,
  seconds: number,
  totalTime: number,
  shares: readonly Share[],
  names: readonly string[],
): Finding {
  const place = paths.place(node);
  const locations: LocationShare[] = shares.map((share) => ({ ...share, name: names[share.location] ?? '' }));
  return {
    property: property.metric,
    title: property.title,
    callPath: paths.steps(node),
    ...(place === undefined ? {} : { place }),
    seconds,
    severity: seconds / totalTime,
    confidence: property.confidence,
    locations,
    explanation: property.explanation,
    advice: property.advice,
  };
}
