import { dirname, join } from 'node:path';
import { existsSync } from 'node:fs';
import type { PathMapping } from '../../base/paths/pathMap.js';
import { plainLines } from '../../base/plainText.js';
import { PathMaps } from '../../engine/sources/pathMaps.js';
import { ExperimentStore, type RunResults } from '../../experiments/index.js';
import { CallPaths, flatProfile } from '../../analysis/report/index.js';
import type { DynamicsReport } from '../../model/dynamics/dynamics.js';
import type { FindingsReport, FlatRow } from '../../model/findings/findings.js';
import { toTsv } from '../../analysis/trace/index.js';
import { LOCAL } from '../../targets/description.js';
import { type AnalyzeArchive, CONFIGURATION } from '../../workflows/index.js';
import { flatLines } from '../text/flatLines.js';
import type { Format } from '../arguments/formats.js';
import { reportLines } from '../text/reportText.js';
import type { Terminal } from '../terminal/terminal.js';

/** Environment of every command. */
export interface Context {
  readonly terminal: Terminal;
  /** The folder that relative paths start from. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly analyzeArchive: AnalyzeArchive;
  /** Finds the folder with trimtab-cc. @throws TrimtabError when it is missing */
  readonly findProbe: () => string;
}

/**
 * The store that is meant in a folder: of the nearest project at or above it, which has a `trimtab.yaml` or experiments;
 * of the folder itself when there is none.
 */
export function storeFor(folder: string): ExperimentStore {
  for (let at = folder; ; at = dirname(at)) {
    if ([CONFIGURATION, join('.trimtab', 'experiments')].some((name) => existsSync(join(at, name))))
      return new ExperimentStore(at);
    if (dirname(at) === at) return new ExperimentStore(folder);
  }
}

/** Printed results, and how to get more of them. */
export interface Results {
  readonly report: FindingsReport;
  /** All values with the names that they belong to; read when they are asked for. */
  readonly values: () => RunResults;
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
function pathMapOf({ terminal, folder }: Context, measuredIn: Results['measuredIn']): readonly PathMapping[] {
  const told = (text: string): void => terminal.status(`${plainLines(text)}\n`);
  const { project, target } = measuredIn ?? { project: storeFor(folder).project, target: LOCAL.name };
  return new PathMaps(() => [], told).of(project, target);
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
    const { space, definitions } = results.values();
    await terminal.lines(toTsv(space, definitions));
  } else if (format === 'flat') {
    const { width, style } = terminal;
    const { report, values } = results;
    const layout = { width, style, folder, pathMap: pathMapOf(context, results.measuredIn) };
    await terminal.lines(flatLines(report.flat ?? flatOf(values()), report, layout));
  } else {
    const { width, style } = terminal;
    const pathMap = pathMapOf(context, results.measuredIn);
    const metrics = format === 'metrics';
    const next = `${results.again} --metrics`;
    const { report, dynamics } = results;
    await terminal.lines(reportLines(report, { width, style, folder, pathMap, metrics, next, dynamics }));
  }
}
