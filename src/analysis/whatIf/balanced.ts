import type { Seconds } from '../../base/units.js';

/**
 * Returns the factors that give each process the mean time of those that have any. Processes without time cannot take a
 * part over: their factor is 1.
 * @param times by process
 */
export function balancingFactors(times: readonly Seconds[]): number[] {
  const taking = times.filter((time) => time > 0);
  const mean = taking.reduce((sum, time) => sum + time, 0) / taking.length;
  return times.map((time) => (time > 0 ? mean / time : 1));
}
