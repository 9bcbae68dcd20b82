import type { FindingsReport, PropertyStatistics, WaitInstance } from '../../model/findings/findings.js';
import { duration } from '../../base/text.js';

/** `1.20 s on MPI Rank 3, entered 4.53 s after the start`: a wait to go and look at. */
export function instanceText({ seconds, name, enter }: WaitInstance): string {
  return `${duration(seconds)} on ${name}, entered ${duration(enter)} after the start`;
}

/** The statistics of a property; undefined where it has no single waits. */
export function statisticsOf(report: FindingsReport, property: string): PropertyStatistics | undefined {
  return report.statistics?.find((one) => one.property === property);
}
