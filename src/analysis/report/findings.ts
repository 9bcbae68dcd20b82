import type { Finding, FindingPart, LocationShare } from '../../model/findings/findings.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { byRank } from '../../model/findings/ranking.js';
import type { MetricName } from '../trace/metrics/metrics.js';
import { exclusive } from '../trace/severities/space.js';
import type { PropertyCatalog } from '../../properties/index.js';
import type { CallPaths } from '../callPaths/callPaths.js';
import { costsOf } from './costs.js';
import type { Run } from './run.js';
import { type CausedFinding, withLongerWork } from './longerWork.js';
import { rootCausesOf } from './rootCauses.js';
import { LEAST_SEVERITY, sharesByPath } from './shares.js';
import { waitInstance } from './statistics.js';

/** At most this many findings are reported. */
export const MOST_FINDINGS = 200;

/** Locations that were waited for are named in the explanation from this share of the waiting time, at most so many. */
const LEAST_BLAME = 0.1;
const MOST_NAMED = 3;

/**
 * Returns the waiting properties of every call path, and the cost of calls without waiting, the most severe first.
 * Locations waited for, single waits and their causes are included if there is evidence.
 */
export function findingsOf(
  space: PerformanceSpace,
  paths: CallPaths,
  names: readonly string[],
  totalTime: number,
  { evidence, isWhole, properties }: Pick<Run, 'evidence' | 'isWhole' | 'properties'>,
): Finding[] {
  if (totalTime <= 0) return [];
  const found: CausedFinding[] = [];
  for (const property of properties.waiting) {
    const waitedFor = evidence?.waitedFor(property.metric);
    const blamed = waitedFor === undefined ? undefined : sharesByPath(waitedFor, names);
    const parts = partsByPath(space, properties, property.metric, totalTime);
    for (const [node, locations] of sharesByPath(exclusive(space, property.metric), names)) {
      const seconds = locations.reduce((sum, share) => sum + share.seconds, 0);
      if (seconds / totalTime < LEAST_SEVERITY) continue;
      const place = paths.place(node);
      const late = blamed?.get(node);
      const part = parts.get(node);
      const remark = evidence?.remark(property.metric, node);
      const worst = evidence?.worstAt(property.metric, node);
      const roots = rootCausesOf(evidence?.dueTo(property.metric, node), seconds, paths, names);
      const finding: Finding = {
        ...(property.isCost === true ? { kind: 'cost' as const } : {}),
        property: property.metric,
        title: property.title,
        callPath: paths.steps(node),
        ...(place === undefined ? {} : { place }),
        seconds,
        severity: seconds / totalTime,
        confidence: remark?.confidence ?? property.confidence,
        locations,
        ...(part === undefined ? {} : { parts: part }),
        ...(late === undefined ? {} : { causes: late }),
        ...(worst === undefined ? {} : { worst: waitInstance(worst, names) }),
        ...(roots === undefined ? {} : { rootCauses: roots.rootCauses }),
        explanation: [property.explanation, remark?.sentence ?? '', late === undefined ? '' : blame(late)]
          .filter((sentence) => sentence !== '')
          .join(' '),
        advice: property.advice,
      };
      found.push({ finding, causes: roots?.nodes ?? [] });
    }
  }
  const costs = costsOf(space, paths, names, properties.waiting, totalTime, isWhole);
  const ranked = [...found, ...costs.map((finding) => ({ finding, causes: [] }))].sort((a, b) =>
    byRank(a.finding, b.finding),
  );
  return withLongerWork(ranked.slice(0, MOST_FINDINGS), space, paths);
}

/** Returns the parts of `metric` explained by more specific properties, by call path, if they are large enough. */
function partsByPath(
  space: PerformanceSpace,
  properties: PropertyCatalog,
  metric: MetricName,
  totalTime: number,
): Map<number, FindingPart[]> {
  const found = new Map<number, FindingPart[]>();
  for (const { metric: property, title, explanation, advice } of properties.partsOf(metric)) {
    for (const [node, shares] of sharesByPath(exclusive(space, property), [])) {
      const seconds = shares.reduce((sum, share) => sum + share.seconds, 0);
      const severity = seconds / totalTime;
      if (severity < LEAST_SEVERITY) continue;
      found.set(node, [...(found.get(node) ?? []), { property, title, seconds, severity, explanation, advice }]);
    }
  }
  return found;
}

/** Names those that others waited for most; empty when the waiting is spread too evenly to name any. */
function blame(late: readonly LocationShare[]): string {
  const whole = late.reduce((sum, { seconds }) => sum + seconds, 0);
  const named = late
    .filter(({ seconds }) => seconds / whole >= LEAST_BLAME)
    .slice(0, MOST_NAMED)
    .map(({ name, seconds }) => `${name} (${Math.round((100 * seconds) / whole)} %)`);
  return named.length === 0 ? '' : `Waited for: ${named.join(', ')}.`;
}
