import { addAt, elementAt } from '../../base/elements.js';
import { type Definitions, isProgram, type Region } from '../../model/definitions.js';
import type { Scenario } from '../../model/findings/prediction.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { columnsOf, isUseful } from '../efficiency/classes.js';
import type { AnalysisResult } from '../trace/index.js';
import { exclusive } from '../trace/severities/space.js';

const MOST_FUNCTIONS = 10;
const MOST_CAUSES = 10;
/** Functions with a smaller share of the time are not worth a change. */
const LEAST_SHARE = 0.005;
/** A function at twice its speed. */
const HALF = 0.5;

type Analyzed = Pick<AnalysisResult, 'space' | 'report'>;

/**
 * Returns the scenarios that are evaluated if none are given. The code that causes most waiting is balanced. The
 * functions with most exclusive time are twice as fast. Communication takes no time. Threads share their work.
 */
export function defaultScenarios(analyzed: Analyzed, definitions: Definitions, processes: number): Scenario[] {
  const { space } = analyzed;
  const knows = (metric: string): boolean => exclusive(space, metric).value.length > 0;
  const halved = hottest(space, definitions).map((region): Scenario => ({ kind: 'scale', region, factor: HALF }));
  const balanced = causing(analyzed, definitions).map((region): Scenario => ({ kind: 'balance', region }));
  return [
    ...(processes > 1 ? [...balanced, { kind: 'network' } as const] : []),
    ...halved,
    ...(knows('omp_ebarrier') || knows('omp_ibarrier') ? [{ kind: 'teams' } as const] : []),
  ];
}

/** The functions with most exclusive time, the most first. */
function hottest(space: PerformanceSpace, definitions: Definitions): string[] {
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
  return [...names].slice(0, MOST_FUNCTIONS);
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
