/** A profile ranked by another metric than time: functions, lines and findings contain that metric, in its unit. */
import { TrimtabError } from '../../base/problem.js';
import { plainLine } from '../../base/text.js';
import type { OtherMetrics } from '../../model/findings/otherMetrics.js';
import { isCounter } from '../../model/counters.js';
import type { Definitions } from '../../model/definitions.js';
import type { Finding, FindingsReport } from '../../model/findings/findings.js';
import type { MainMetric } from '../../model/findings/mainMetric.js';
import { locationNames } from '../../model/names.js';
import type { MetricDefinition, PerformanceSpace, SeverityColumn } from '../../model/performanceSpace.js';
import type { Profile } from '../../model/profile.js';
import { isSumOfSquares } from '../../model/sumsOfSquares.js';
import { byRank } from '../../model/findings/ranking.js';
import type { PropertyCatalog } from '../../properties/index.js';
import { MOST_FINDINGS } from '../report/findings.js';
import { buildReport, CallPaths, flatProfile, type Run } from '../report/index.js';
import { sharesByPath } from '../report/shares.js';
import { exclusive, total } from '../trace/severities/space.js';
import { inclusiveSums } from './inclusiveSums.js';

const TIME = 'time';
const VISITS = 'visits';
/** Minimum share of the whole of listed call paths, as for the time of calls. */
const LEAST_SHARE = 0.01;
/** Maximum number of names listed if none matches. */
const MOST_NAMED = 20;

/** The metrics that a profile can be ranked by: those that add up and are part of no other one. */
export function mainMetrics({ metrics, severities }: PerformanceSpace): readonly MetricDefinition[] {
  return metrics.filter(({ name, parent }) => parent === undefined && severities.has(name));
}

/**
 * The metric that is meant by a name or title, in any case of letters where that is clear.
 * @throws TrimtabError when there is none
 */
export function mainMetric(space: PerformanceSpace, wanted: string): MetricDefinition {
  const known = mainMetrics(space);
  const same = (one: string): boolean => one.toLowerCase() === wanted.toLowerCase();
  const meant = known.filter(({ name, title }) => same(name) || same(title));
  const found = known.find(({ name }) => name === wanted) ?? (meant.length === 1 ? meant[0] : undefined);
  if (found !== undefined) return found;
  const names = known.slice(0, MOST_NAMED).map(({ name }) => plainLine(name));
  const more = known.length > names.length ? `, … (${known.length} in all)` : '';
  throw new TrimtabError(
    names.length === 0
      ? 'The profile has no metric that it could be ranked by.'
      : `The profile has no metric "${plainLine(wanted)}" that it could be ranked by; it has ${names.join(', ')}${more}.`,
  );
}

/**
 * The metric that ranks a profile without time: the one that its reader named, else the first counter of the file, else
 * its first metric other than calls.
 * @returns undefined where the profile contains time, lost its time, or has no such metric
 */
export function metricWithoutTime(
  space: PerformanceSpace,
  { rankedBy: named, lost }: Pick<Profile, 'rankedBy' | 'lost'>,
): MetricDefinition | undefined {
  if (total(space, TIME) > 0 || (named === undefined && lost.includes(TIME))) return undefined;
  const known = mainMetrics(space).filter(({ name }) => total(space, name) > 0);
  if (named !== undefined) return known.find(({ name }) => name === named);
  const others = known.filter((metric) => metric.name !== VISITS && !isSumOfSquares(metric));
  return others.find(isCounter) ?? others[0];
}

interface MeasuredMetric {
  readonly space: PerformanceSpace;
  readonly report: FindingsReport;
}

/**
 * Returns the report with the ranking metric instead of time. Values in seconds that do not depend on the ranking
 * remain: the duration of the run, warnings about the measurement, groups and moments.
 */
export function rankedBy(
  { name, title, unit }: MetricDefinition,
  { space, report }: MeasuredMetric,
  profile: Profile,
  properties: PropertyCatalog,
): FindingsReport {
  const { definitions } = profile;
  const of = onlyMetric(space, name);
  const paths = new CallPaths(of.callTree, definitions);
  const built = buildReport(of, definitions, {
    program: report.program,
    events: 0,
    span: 0,
    problems: [],
    doubts: [],
    isWhole: true,
    properties,
    ...sampledOf(name, profile),
  });
  const main: MainMetric = { name, title, unit, total: total(space, name) };
  const { format, version, span, totalTime, events, processes, locations, metrics, problems } = report;
  const { measurement, counters, beside, memory } = report;
  return {
    format,
    version,
    program: report.program,
    ...(measurement === undefined ? {} : { measurement }),
    main,
    span,
    totalTime,
    events,
    processes,
    locations,
    metrics,
    findings: findingsOf(main, exclusive(of, TIME), paths, definitions, total(space, TIME) > 0),
    functions: built.functions,
    ...(built.profile === undefined ? {} : { profile: built.profile }),
    lines: built.lines,
    ...(built.hotLines === undefined ? {} : { hotLines: built.hotLines }),
    flat: flatProfile(withCounters(space, of), paths, undefined, inclusiveSums(profile, name)),
    ...(counters === undefined ? {} : { counters }),
    ...(beside === undefined ? {} : { beside: withoutMetric(beside, title) }),
    ...(memory === undefined ? {} : { memory }),
    doubts: (report.doubts ?? []).filter(({ kind }) => !OF_TIME.has(kind)),
    problems,
  };
}

/** Removes the ranking metric from the other metrics. */
const withoutMetric = ({ quantities, ...rest }: OtherMetrics, title: string): OtherMetrics => {
  const others = (quantities ?? []).filter(({ name }) => name !== title);
  return others.length === 0 ? rest : { ...rest, quantities: others };
};
/** The samples of a metric, from which its amount of lines follows; none where others were sampled. */
function sampledOf(metric: string, { rankedBy: own, sampled, sampledWeights }: Profile): Partial<Run> {
  if (own !== metric || sampled === undefined) return {};
  return { sampled, ...(sampledWeights === undefined ? {} : { sampledTimes: sampledWeights }) };
}

/** Warnings that only mean that times are missing or contain waiting. */
const OF_TIME = new Set(['sums-only', 'inconsistent-profile', 'implausible-times']);

/** The space as one that has nothing but a metric, in the place of the time, and calls. */
function onlyMetric({ severities, metrics, ...space }: PerformanceSpace, name: string): PerformanceSpace {
  const columns = [
    [TIME, severities.get(name)],
    [VISITS, severities.get(VISITS)],
  ] as const;
  return {
    ...space,
    metrics: [
      ...metrics.filter((metric) => metric.name === name).map((metric) => ({ ...metric, name: TIME })),
      ...metrics.filter((metric) => metric.name === VISITS),
    ],
    severities: new Map(columns.flatMap(([of, column]) => (column === undefined ? [] : [[of, column]]))),
  };
}

/** Returns the space with the counters added. */
function withCounters(space: PerformanceSpace, only: PerformanceSpace): PerformanceSpace {
  const counters = space.metrics.filter(isCounter);
  const columns = counters.flatMap(({ name }) => {
    const column = space.severities.get(name);
    return column === undefined ? [] : [[name, column] as const];
  });
  return {
    ...only,
    metrics: [...only.metrics, ...counters],
    severities: new Map([...only.severities, ...columns]),
  };
}

/**
 * Returns the call paths with the largest exclusive values. @param hasTime whether the run has times to compare them
 * with
 */
function findingsOf(
  { name, title, unit, total: whole }: MainMetric,
  column: SeverityColumn,
  paths: CallPaths,
  definitions: Definitions,
  hasTime: boolean,
): Finding[] {
  if (!(whole > 0)) return [];
  return [...sharesByPath(column, locationNames(definitions))]
    .flatMap(([node, locations]): Finding[] => {
      const seconds = locations.reduce((sum, share) => sum + share.seconds, 0);
      if (seconds / whole < LEAST_SHARE) return [];
      const place = paths.place(node);
      return [
        {
          kind: 'cost',
          property: name,
          title,
          unit,
          callPath: paths.steps(node),
          ...(place === undefined ? {} : { place }),
          seconds,
          severity: seconds / whole,
          confidence: 1,
          locations,
          explanation: `Exclusive ${plainLine(title)} of this code.`,
          advice: hasTime
            ? `Compare it with the time of the same code: much ${plainLine(title)} in little time matters little.`
            : 'Look at this code first. A profile with times shows how long it takes.',
        },
      ];
    })
    .sort(byRank)
    .slice(0, MOST_FINDINGS);
}
