/** How performance changes by iteration, kept beside a performance space: the report, and the series it was found in. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../../base/files/index.js';
import type { DynamicsReport } from '../../model/dynamics/dynamics.js';
import type { RunSeries } from '../../model/dynamics/series.js';
import { dynamicsNames } from './experiment.js';
import { writeSeries } from '../files/seriesFile.js';

/**
 * Writes both into a folder; series of an earlier analysis are none of this one.
 * @param run left out where no loop was found
 * @param callPaths how many the call tree has
 * @param level of the loop; the chosen one is 0
 * @throws TrimtabError where they cannot be written
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
