import type { Definitions } from '../../model/definitions.js';
import type { FindingsReport, MetricTotal } from '../../model/findings/findings.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { timeMetrics } from '../../model/timeMetrics.js';
import { locationNames } from '../../model/names.js';
import { processCount } from '../../model/processes.js';
import { total } from '../trace/severities/space.js';
import { efficiencyTimes } from '../efficiency/index.js';
import { countersOf } from './counters.js';
import { entitiesOf } from './entities.js';
import { findingsOf } from './findings.js';
import { functionsOf } from './functions.js';
import { hotLinesOf, withHottestLines } from './hotLines.js';
import { linesOf } from './lines.js';
import { memoryOf } from './memory.js';
import { plausible } from './plausibility.js';
import { profileOf } from './profile.js';
import { statisticsOf } from './statistics.js';
import { threadPoolsOf } from './threadPools.js';
import { CallPaths } from '../callPaths/callPaths.js';
import type { Run } from './run.js';

export { CallPaths } from '../callPaths/callPaths.js';
export { countedIn } from './counters.js';
export { flatProfile } from './flat.js';
export { nodeTotals } from './nodeTotals.js';
export type { Evidence } from './evidence.js';
export type { Run } from './run.js';

/** Condenses a performance space, of whatever origin, to what a person reads first. */
export function buildReport(space: PerformanceSpace, definitions: Definitions, run: Run): FindingsReport {
  const paths = new CallPaths(space.callTree, definitions);
  const totalTime = total(space, 'time');
  const locations = locationNames(definitions);
  const { waiting } = run.properties;
  const hotLines = hotLinesOf(space, definitions, run, totalTime);
  const memory = memoryOf(definitions);
  const threadPools = threadPoolsOf(definitions);
  const counters = countersOf(space, paths);
  const efficiency = run.efficiency ?? efficiencyTimes(space, definitions, run.span);
  const entities = entitiesOf(space, paths, waiting, locations, totalTime);
  return plausible({
    format: 'trimtab-findings',
    version: 2,
    program: run.program,
    span: run.span,
    totalTime,
    events: run.events,
    processes: processCount(definitions),
    locations,
    metrics: metricTotals(space, totalTime),
    findings: withHottestLines(findingsOf(space, paths, locations, totalTime, run), hotLines),
    functions: functionsOf(space, paths, waiting, totalTime),
    profile: profileOf(space, paths, totalTime),
    lines: linesOf(space, paths, waiting, totalTime),
    ...(efficiency === undefined ? {} : { efficiency }),
    ...(entities.length === 0 ? {} : { entities }),
    ...(hotLines.length === 0 ? {} : { hotLines }),
    ...(counters.length === 0 ? {} : { counters }),
    ...(memory === undefined ? {} : { memory }),
    ...(threadPools.length === 0 ? {} : { threadPools }),
    ...(run.files === undefined || run.files.length === 0 ? {} : { files: run.files }),
    ...(run.evidence === undefined ? {} : { statistics: statisticsOf(space.metrics, run.evidence, paths, locations) }),
    doubts: run.doubts,
    problems: run.problems,
  });
}

function metricTotals(space: PerformanceSpace, totalTime: number): MetricTotal[] {
  const parts = timeMetrics(space.metrics);
  return space.metrics
    .filter(({ name }) => space.severities.has(name))
    .map(({ name, title, parent, unit }) => {
      const value = total(space, name);
      return {
        name,
        title,
        ...(parent === undefined ? {} : { parent }),
        unit,
        value,
        ...(totalTime > 0 && parts.has(name) ? { share: value / totalTime } : {}),
      };
    });
}
