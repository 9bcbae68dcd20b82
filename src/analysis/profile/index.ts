import { type Definitions, NO_INDEX } from '../../model/definitions.js';
import type { Problem } from '../../base/problem.js';
import type { Finding, FindingsReport } from '../../model/findings/findings.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import type { Profile } from '../../model/profile.js';
import { type PropertyCatalog, shippedProperties } from '../../properties/index.js';
import { byRank } from '../../model/findings/ranking.js';
import { MOST_FINDINGS } from '../report/findings.js';
import { buildReport, CallPaths, flatProfile } from '../report/index.js';
import { plausible } from '../report/plausibility.js';
import type { Compared } from '../trace/compensation/summary.js';
import { compensatedReport, type RunCosts } from '../trace/index.js';
import { countersOfRun } from '../trace/doubts/counters.js';
import { leftOutFunctions } from '../trace/doubts/leftOut.js';
import { unheardPython } from '../trace/doubts/python.js';
import { switchedWhileRunning } from '../trace/doubts/switched.js';
import { runOfRanks } from './acrossRanks.js';
import { otherMetricsOf } from './otherMetrics/index.js';
import { knowsWaiting, profileDoubts } from './doubts.js';
import { imbalances } from './imbalance.js';
import { withLocks } from './lockWaits.js';
import { inclusiveSums } from './inclusiveSums.js';
import { longestLocation, longestOfProcesses } from './longestLocation.js';
import { mainMetric, metricWithoutTime, rankedBy } from './mainMetric.js';
import { overheadSentences } from './openmpOverheads.js';
import { sampledLines } from './pythonLines.js';
import { recognized } from './recognized.js';
import { withTimeTree } from './timeTree.js';
import { withoutRecording } from './withoutRecording.js';

export interface ProfileResult {
  readonly space: PerformanceSpace;
  readonly report: FindingsReport;
}

/**
 * Condenses a profile, ranked by one of its metrics. The space that is given has them all.
 * @param metric name or title of the metric; see mainMetrics
 * @throws TrimtabError where the profile has no such metric
 */
export function analyzeProfileBy(
  metric: string,
  profile: Profile,
  program: string,
  properties: PropertyCatalog = shippedProperties,
): ProfileResult {
  const measured = analyzeSums(profile, program, properties);
  const main = mainMetric(measured.space, metric);
  return main.name === 'time'
    ? measured
    : { space: measured.space, report: rankedBy(main, measured, profile, properties) };
}

/**
 * Condenses a profile. One without time is ranked by the metric that its reader names.
 * @param program name of the measured program
 * @param properties known properties, and those that may become findings; the shipped ones if omitted
 * @param costs cost of recording, to be subtracted from the times; they are as measured if omitted
 */
export function analyzeProfile(
  profile: Profile,
  program: string,
  properties: PropertyCatalog = shippedProperties,
  costs?: RunCosts,
): ProfileResult {
  const measured = analyzeSums(profile, program, properties);
  const main = metricWithoutTime(measured.space, profile);
  if (main !== undefined) return { space: measured.space, report: rankedBy(main, measured, profile, properties) };
  if (costs === undefined) return measured;
  const { definitions } = profile;
  const without = withoutRecording(profile.space, definitions, costs);
  if (without === undefined) {
    const problems: Problem[] = [...measured.report.problems, { level: 'warning', message: NOT_TAKEN_OUT }];
    return { ...measured, report: { ...measured.report, problems } };
  }
  const found = analyzeSums({ ...profile, space: without.space }, program, properties);
  const compared = (result: ProfileResult): Compared => ({
    report: result.report,
    processSpans: longestOfProcesses(result.space, definitions),
  });
  const report = compensatedReport(definitions, compared(measured), compared(found), without, costs.isGiven);
  return { space: found.space, report };
}

const NOT_TAKEN_OUT =
  'Measurement overhead is not subtracted: this profile has no measured times and calls by call path.';

/**
 * Condenses a profile: its metrics are recognized by their unique names; where it only knows the time, that is divided
 * by what regions belong to, as that of traces is. Sums have no instances and no causes, so that there are none of
 * either in the report.
 */
function analyzeSums(profile: Profile, program: string, properties: PropertyCatalog): ProfileResult {
  const { space: read, problems, lost, extremes, acrossRanks, sampledWeights } = profile;
  const python = profile.sampled === undefined ? sampledLines(profile.definitions) : undefined;
  const { definitions, sampled } = python ?? profile;
  const known = recognized(read, properties);
  const space = withTimeTree(known.space, definitions, properties);
  const paths = new CallPaths(space.callTree, definitions);
  const ranks = acrossRanks === undefined ? undefined : runOfRanks(space, definitions, acrossRanks);
  const span = ranks?.runTime ?? longestLocation(space, definitions);
  const report = buildReport(space, definitions, {
    program,
    events: 0,
    span,
    problems: [
      ...problems,
      ...known.problems,
      ...leftOutFunctions(definitions),
      ...countersOfRun(definitions),
      ...unheardPython(definitions),
      ...switchedWhileRunning(definitions),
      ...overheadSentences(profile),
    ],
    doubts: profileDoubts({
      space,
      paths,
      lost,
      properties,
      definitions,
      ranks,
      main: metricWithoutTime(space, profile),
      hasSampledLines: hasLines(sampled, definitions),
    }),
    isWhole: lost.length === 0,
    properties,
    ...(sampled === undefined ? {} : { sampled }),
    ...(python !== undefined || sampledWeights === undefined ? {} : { sampledTimes: sampledWeights }),
    ...(ranks?.efficiency === undefined ? {} : { efficiency: ranks.efficiency }),
  });
  const findings = withLocks(
    knowsWaiting(space, properties) ? report.findings : withImbalances(report, space, paths, definitions),
    definitions,
  );
  const flat = flatProfile(space, paths, extremes, inclusiveSums(profile, 'time'));
  const beside = otherMetricsOf({ ...profile, space }, paths);
  const told = beside === undefined ? {} : { beside };
  return { space, report: plausible({ ...report, ...told, findings, flat, measurement: 'profile' }) };
}

/** Whether any sample has a line. */
function hasLines(sampled: Profile['sampled'], { callingContexts }: Definitions): boolean {
  if (sampled === undefined) return false;
  for (const context of sampled.keys()) {
    const { sourceCodeLocation = NO_INDEX } = callingContexts?.get(context) ?? {};
    if (sourceCodeLocation !== NO_INDEX) return true;
  }
  return false;
}

/** Adds imbalances to the findings: if waiting was not searched for, they indicate its possible source. */
function withImbalances(
  { findings }: FindingsReport,
  space: PerformanceSpace,
  paths: CallPaths,
  definitions: Definitions,
): Finding[] {
  return [...findings, ...imbalances(space, paths, definitions)].sort(byRank).slice(0, MOST_FINDINGS);
}
