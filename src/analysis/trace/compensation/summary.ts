import type { Compensation as Summary, FindingsReport } from '../../../model/findings/findings.js';
import type { Definitions } from '../../../model/definitions.js';
import { processesOf } from '../../../model/processes.js';
import { elementAt } from '../../../base/elements.js';
import type { Problem } from '../../../base/problem.js';
import { duration } from '../../../base/text.js';
import type { Seconds } from '../../../base/units.js';
import type { Compensating } from './compensating.js';

/** Inputs of the summary of a compensation: an analysis with measured times, and one without recording. */
export interface Compared {
  readonly report: FindingsReport;
  /** By process, from its first event to its last. */
  readonly processSpans: readonly Seconds[];
}

/** Returns the report without recording, with the measured values next to it. */
export function compensatedReport(
  definitions: Definitions,
  measured: Compared,
  compensated: Compared,
  { overhead, problems }: Pick<Compensating, 'overhead' | 'problems'>,
  isGiven: boolean,
): FindingsReport {
  const { report } = compensated;
  const total = [...overhead.values()].reduce((sum, seconds) => sum + seconds, 0);
  const compensation: Summary = {
    costs: isGiven ? 'given' : 'measured',
    overhead: total,
    time: { measured: measured.report.totalTime, compensated: report.totalTime },
    span: { measured: measured.report.span, compensated: report.span },
    ranks: ranksOf(definitions, measured, compensated, overhead),
    metrics: metricsOf(measured.report, report),
  };
  return {
    ...report,
    compensation,
    // Overhead is no reason for a warning about times without it.
    doubts: (report.doubts ?? []).filter(({ kind }) => kind !== 'overhead'),
    problems: [...report.problems, remark(compensation), ...problems],
  };
}

/** Returns the remark shown with all others, so that these times are not mistaken for measured ones. */
function remark({ overhead, span, time }: Summary): Problem {
  const message =
    `Measurement overhead (${duration(overhead)} on all locations) was subtracted from all times: the run time is ` +
    `${duration(span.compensated)} in place of ${duration(span.measured)}, all locations together ` +
    `${duration(time.compensated)} in place of ${duration(time.measured)}.`;
  return { level: 'information', message };
}

function ranksOf(
  definitions: Definitions,
  measured: Compared,
  compensated: Compared,
  overhead: ReadonlyMap<number, Seconds>,
): Summary['ranks'] {
  return processesOf(definitions).locations.map((locations, process) => {
    const [first = 0] = locations;
    const location = elementAt(definitions.locations, first);
    return {
      name: definitions.locationGroups.at(location.group)?.name ?? location.name,
      overhead: locations.reduce((sum, each) => sum + (overhead.get(each) ?? 0), 0),
      measured: measured.processSpans[process] ?? 0,
      compensated: compensated.processSpans[process] ?? 0,
    };
  });
}

/** Of all metrics in seconds, those that have a value in one of the two. */
function metricsOf(measured: FindingsReport, compensated: FindingsReport): Summary['metrics'] {
  const after = new Map(compensated.metrics.map(({ name, value }) => [name, value]));
  const before = new Set(measured.metrics.map(({ name }) => name));
  const rows = [
    ...measured.metrics.map((metric) => ({ ...metric, compensated: after.get(metric.name) ?? 0 })),
    ...compensated.metrics
      .filter(({ name }) => !before.has(name))
      .map((metric) => ({ ...metric, value: 0, compensated: metric.value })),
  ];
  return rows
    .filter(({ unit, value, compensated: without }) => unit === 'seconds' && (value !== 0 || without !== 0))
    .map(({ name, title, value, compensated: without }) => ({ name, title, measured: value, compensated: without }));
}
