import type { Definitions } from '../../model/definitions.js';
import type { Finding, FindingsReport } from '../../model/findings.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import type { Profile } from '../../model/profile.js';
import { type PropertyCatalog, shippedProperties } from '../../properties/index.js';
import { byRank } from '../../model/ranking.js';
import { MOST_FINDINGS } from '../report/findings.js';
import { buildReport, CallPaths, flatProfile } from '../report/index.js';
import { leftOutFunctions } from '../trace/doubts/leftOut.js';
import { knowsWaiting, profileDoubts } from './doubts.js';
import { imbalances } from './imbalance.js';
import { longestLocation } from './longestLocation.js';
import { recognised } from './recognised.js';
import { withTimeTree } from './timeTree.js';

export interface ProfileResult {
  readonly space: PerformanceSpace;
  readonly report: FindingsReport;
}

/**
 * Condenses a profile: its metrics are recognised by their unique names; where it only knows the time, that is divided
 * by what regions belong to, as that of traces is. Sums have no instances and no causes, so that there are none of
 * either in the report.
 * @param program name of the measured program
 * @param properties what is known by name, and what may become findings; what Trimtab ships when left out
 */
export function analyzeProfile(
  { space: read, definitions, problems, lost, extremes }: Profile,
  program: string,
  properties: PropertyCatalog = shippedProperties,
): ProfileResult {
  const known = recognised(read, properties);
  const space = withTimeTree(known.space, definitions, properties);
  const paths = new CallPaths(space.callTree, definitions);
  const report = buildReport(space, definitions, {
    program,
    events: 0,
    span: longestLocation(space, definitions),
    problems: [...problems, ...known.problems, ...leftOutFunctions(definitions)],
    doubts: profileDoubts({ space, paths, lost, properties, definitions }),
    isWhole: lost.length === 0,
    properties,
  });
  const findings = knowsWaiting(space, properties)
    ? report.findings
    : withImbalances(report, space, paths, definitions);
  const flat = flatProfile(space, paths, extremes);
  return { space, report: { ...report, findings, flat, measurement: 'profile' } };
}

/** Where waiting was not searched for, what is unevenly spread tells where it may come from. */
function withImbalances(
  { findings }: FindingsReport,
  space: PerformanceSpace,
  paths: CallPaths,
  definitions: Definitions,
): Finding[] {
  return [...findings, ...imbalances(space, paths, definitions)].sort(byRank).slice(0, MOST_FINDINGS);
}
