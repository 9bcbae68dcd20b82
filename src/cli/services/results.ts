/** Prints the results of an analysis. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CallPaths, flatProfile } from '../../analysis/report/index.js';
import { toTsv } from '../../analysis/trace/severities/tsv.js';
import type { PathMapping } from '../../base/paths/pathMap.js';
import { plainLines } from '../../base/plainText.js';
import type { RunResults } from '../../experiments/index.js';
import type { DynamicsReport } from '../../model/dynamics/dynamics.js';
import type { FindingsReport, FlatRow } from '../../model/findings/findings.js';
import { CONFIGURATION } from '../../workflows/configuration/fileName.js';
import type { Format } from '../arguments/formats.js';
import { flatLines } from '../text/flatLines.js';
import { reportLines } from '../text/reportText.js';
import type { Context } from './context.js';
import { projectFor } from './project.js';

/** Printed results, and how to get more of them. */
export interface Results {
  readonly report: FindingsReport;
  /** All values with the names that they belong to; read when they are asked for. */
  readonly values: () => RunResults | Promise<RunResults>;
  /** Whose run it is, where it is an experiment's: its project, and the target that it was measured on. */
  readonly measuredIn?: { readonly project: string; readonly target: string };
  /** How performance changes by iteration, where that is known. */
  readonly dynamics?: DynamicsReport | undefined;
  /** The command that shows the same again. */
  readonly again: string;
}

/**
 * Returns the local locations of sources measured elsewhere, from a project, else from the one selected in the folder.
 */
async function pathMapOf(
  { terminal, folder }: Context,
  measuredIn: Results['measuredIn'],
): Promise<readonly PathMapping[]> {
  const project = measuredIn?.project ?? projectFor(folder);
  // Without a configuration no mapping is set, and its reader is not loaded.
  if (!existsSync(join(project, CONFIGURATION))) return [];
  const { PathMaps } = await import('../../engine/sources/pathMaps.js');
  const { LOCAL } = await import('../../targets/description.js');
  return new PathMaps(
    () => [],
    (text) => terminal.status(`${plainLines(text)}\n`),
  ).of(project, measuredIn?.target ?? LOCAL.name);
}

/** The flat profile of a trace: calls and times are in its space, single calls are not. */
function flatOf({ space, definitions }: RunResults): FlatRow[] {
  return flatProfile(space, new CallPaths(space.callTree, definitions));
}

/** Prints results in the format asked for. */
export async function printResults(context: Context, format: Format, results: Results): Promise<void> {
  const { terminal, folder } = context;
  if (format === 'json') await terminal.json(results.report);
  else if (format === 'tsv') {
    const { space, definitions } = await results.values();
    await terminal.lines(toTsv(space, definitions));
  } else if (format === 'flat') {
    const { width, style } = terminal;
    const { report, values } = results;
    const layout = { width, style, folder, pathMap: await pathMapOf(context, results.measuredIn) };
    await terminal.lines(flatLines(report.flat ?? flatOf(await values()), report, layout));
  } else {
    const { width, style } = terminal;
    const pathMap = await pathMapOf(context, results.measuredIn);
    const metrics = format === 'metrics';
    const next = `${results.again} --metrics`;
    const { report, dynamics } = results;
    await terminal.lines(reportLines(report, { width, style, folder, pathMap, metrics, next, dynamics }));
  }
}
