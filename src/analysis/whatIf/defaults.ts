import { addAt, elementAt } from '../../base/elements.js';
import type { Fraction } from '../../base/units.js';
import { type Definitions, isProgram, type Region } from '../../model/definitions.js';
import type { Finding } from '../../model/findings/findings.js';
import type { Scenario } from '../../model/findings/prediction.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { columnsOf, isParallel, isUseful, marked } from '../efficiency/classes.js';
import type { AnalysisResult } from '../trace/index.js';
import { exclusive } from '../trace/severities/space.js';
import { isRemovableIo } from './targets.js';
import { COST_OF_CALLS, isOfTeams } from './properties.js';

const MOST_FUNCTIONS = 10;
const MOST_CAUSES = 10;
const MOST_CONSTRUCTS = 5;
const MOST_CALLS = 5;
/** Functions with a smaller share of the time are not worth a change. */
const LEAST_SHARE = 0.005;
/** A function at twice its speed. */
const HALF = 0.5;

type Analyzed = Pick<AnalysisResult, 'space' | 'report'>;

/**
 * Returns the scenarios that are evaluated if none are given. The code that causes most waiting is balanced. The
 * functions with most exclusive time are twice as fast. Communication takes no time, all of it or that of the most
 * expensive functions. Threads share their work, everywhere or in the constructs in which they wait most. File I/O takes
 * no time, all of it or that of its most expensive functions, if it takes at least 0.5 % of the time.
 */
export function defaultScenarios(analyzed: Analyzed, definitions: Definitions, processes: number): Scenario[] {
  const { space } = analyzed;
  const knows = (metric: string): boolean => exclusive(space, metric).value.length > 0;
  const halved = hottestFunctions(space, definitions).map((region): Scenario => ({
    kind: 'scale',
    region,
    factor: HALF,
  }));
  const balanced = causing(analyzed, definitions).map((region): Scenario => ({ kind: 'balance', region }));
  const hasTeams = knows('omp_ebarrier') || knows('omp_ibarrier');
  const { findings } = analyzed.report;
  return [
    ...(processes > 1 ? [...balanced, { kind: 'network' } as const] : []),
    ...(processes > 1 ? costly(findings).map((region): Scenario => ({ kind: 'network', region })) : []),
    ...halved,
    ...(hasTeams ? [{ kind: 'teams' } as const] : []),
    ...(fileShare(space, definitions) >= LEAST_SHARE
      ? [{ kind: 'io' } as const, ...ofFiles(findings, definitions).map((region): Scenario => ({ kind: 'io', region }))]
      : []),
    ...(hasTeams
      ? waitingConstructs(findings, definitions).map((region): Scenario => ({ kind: 'teams', region }))
      : []),
  ];
}

/** Share of file I/O that could be removed in the time of all threads. */
function fileShare(space: PerformanceSpace, definitions: Definitions): Fraction {
  const files = marked(space.callTree, definitions, isRemovableIo);
  const { callPath, value } = exclusive(space, 'time');
  let [all, ofFiles] = [0, 0];
  for (const [entry, seconds] of value.entries()) {
    all += seconds;
    if (files[elementAt(callPath, entry)] === 1) ofFiles += seconds;
  }
  return all > 0 ? ofFiles / all : 0;
}

/** Functions of file I/O that findings are about. */
function ofFiles(findings: readonly Finding[], { regions }: Definitions): string[] {
  const removable = new Set(regions.filter(isRemovableIo).map(({ name }) => name));
  return mostSeconds(findings, ({ callPath }) => {
    const region = callPath.at(-1)?.region;
    return region !== undefined && removable.has(region) ? region : undefined;
  }).slice(0, MOST_CALLS);
}

/** Functions of MPI whose calls cost most without waiting. */
function costly(findings: readonly Finding[]): string[] {
  const costs = findings.filter(({ property }) => property === COST_OF_CALLS);
  return mostSeconds(costs, ({ callPath }) => callPath.at(-1)?.region).slice(0, MOST_CALLS);
}

/** Parallel regions whose threads wait most for each other. */
function waitingConstructs(findings: readonly Finding[], { regions }: Definitions): string[] {
  const parallel = new Set(regions.filter(isParallel).map(({ name }) => name));
  const innermost = ({ callPath }: Finding): string | undefined =>
    callPath.findLast(({ region }) => parallel.has(region))?.region;
  const waiting = findings.filter(({ property }) => isOfTeams(property));
  return mostSeconds(waiting, innermost).slice(0, MOST_CONSTRUCTS);
}

/** Returns names by the seconds of their findings, the most first. */
function mostSeconds(findings: readonly Finding[], nameOf: (finding: Finding) => string | undefined): string[] {
  const seconds = new Map<string, number>();
  for (const finding of findings) {
    const name = nameOf(finding);
    if (name !== undefined) seconds.set(name, (seconds.get(name) ?? 0) + finding.seconds);
  }
  return [...seconds].toSorted(([, one], [, other]) => other - one).map(([name]) => name);
}

/**
 * Returns the functions with most exclusive time in which threads compute, or read and write files, the most first.
 * @param most so many of those with at least 0.5 % of the time
 */
export function hottestFunctions(
  space: PerformanceSpace,
  definitions: Definitions,
  most: number = MOST_FUNCTIONS,
): string[] {
  const { regions } = definitions;
  const { time, useful } = columnsOf(space, definitions);
  const total = time.value.reduce((sum, value) => sum + value, 0);
  const seconds = new Float64Array(regions.length);
  for (const { callPath, value } of useful)
    for (const [entry, path] of callPath.entries())
      addAt(seconds, elementAt(space.callTree.region, path), elementAt(value, entry));
  const isHot = (region: Region, index: number): boolean =>
    isUseful(region) && !isProgram(region) && elementAt(seconds, index) >= LEAST_SHARE * total;
  const found = regions.flatMap((region, index) => (isHot(region, index) ? [index] : []));
  found.sort((one, other) => elementAt(seconds, other) - elementAt(seconds, one));
  const names = new Set(found.map((index) => elementAt(regions, index).name));
  return [...names].slice(0, most);
}

/** The functions that cause most waiting, the most first. */
function causing({ report }: Analyzed, { regions }: Definitions): string[] {
  const useful = new Set(regions.filter(isUseful).map(({ name }) => name));
  const seconds = new Map<string, number>();
  for (const { rootCauses = [] } of report.findings)
    for (const cause of rootCauses)
      if (useful.has(cause.region)) seconds.set(cause.region, (seconds.get(cause.region) ?? 0) + cause.seconds);
  const found = [...seconds].toSorted(([, one], [, other]) => other - one);
  return found.slice(0, MOST_CAUSES).map(([region]) => region);
}
