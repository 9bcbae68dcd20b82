/** Performance dynamics by iteration, stored next to a performance space: the report, and the series it is based on. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../../base/files/index.js';
import type { DynamicsReport } from '../../model/dynamics/dynamics.js';
import type { RunSeries } from '../../model/dynamics/series.js';
import { dynamicsNames } from './experiment.js';
import { writeSeries } from '../files/seriesFile.js';

/**
 * Writes both into a folder; removes series of an earlier analysis.
 * @param run omitted if no loop was found
 * @param callPaths size of the call tree
 * @param level of the loop; the chosen one is 0
 * @throws TrimtabError if they cannot be written
 */
export function writeDynamics(
  folder: string,
  { report, run }: { readonly report: DynamicsReport; readonly run?: RunSeries | undefined },
  callPaths: number,
  level = 0,
): void {
  const names = dynamicsNames(level);
  const series = join(folder, names.series);
  if (run === undefined) rmSync(series, { force: true });
  else writeSeries(series, run, callPaths);
  writeAtomically(join(folder, names.report), Buffer.from(`${JSON.stringify(report)}\n`));
}
