/** `trimtab dynamics`: how performance changes from iteration to iteration. */
import { present } from '../../base/present.js';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { TrimtabError } from '../../base/problem.js';
import { plainLine } from '../../base/text.js';
import { alignedRuns, iterationTimes } from '../../analysis/dynamics/alignedRuns.js';
import type { DynamicsReport } from '../../model/dynamics/dynamics.js';
import type { Dynamics } from '../../analysis/dynamics/ofTrace.js';
import { withoutLoop } from '../../analysis/dynamics/runOfTrace.js';
import { FILES } from '../../experiments/index.js';
import { SeriesFile } from '../../experiments/files/seriesFile.js';
import { formatOf, measurementAt } from '../../formats/registry.js';
import type { Experiment } from '../../experiments/store/experiment.js';
import { analyzeWithProgress } from '../services/analyzing.js';
import type { Context } from '../services/context.js';
import { storeFor } from '../services/store.js';
import type { DynamicsRequest } from '../arguments/dynamics.js';
import { callLines } from '../text/callLines.js';
import { alignedLines, dynamicsLines, seriesLines } from '../text/dynamicsLines.js';
import { tableLines } from '../text/dynamicsTable.js';
import { find } from './experiments.js';
import type { Terminal } from '../terminal/terminal.js';

/** Does what `trimtab dynamics` asks for. @throws TrimtabError where there is nothing to look at */
export async function dynamics(context: Context, request: DynamicsRequest): Promise<void> {
  const { terminal } = context;
  const { series: metric, calls, json } = request;
  const found = await dynamicsOf(context, request);
  const { report, run } = found;
  if (request.beside !== undefined) {
    const other = await dynamicsOf(context, { ...request, run: request.beside });
    const aligned = alignedRuns(timesOf(found), timesOf(other));
    if (json) await terminal.json(aligned);
    else await terminal.lines(alignedLines(aligned, [request.run, request.beside], terminal));
    return;
  }
  if (calls !== undefined) return printCalls(terminal, found, json);
  if (metric === undefined) {
    if (request.table === true && report.loops.length > 0) await printTable(terminal, report, json);
    else if (json) await terminal.json(report);
    else await terminal.lines(dynamicsLines(report, terminal));
    return;
  }
  if (run === undefined) throw new TrimtabError(report.none ?? 'There are no series.');
  if (!run.series.metrics.includes(metric))
    throw new TrimtabError(
      `There are no series of ${plainLine(metric)}; there are of ${run.series.metrics.map(plainLine).join(', ')}.`,
    );
  if (json) await terminal.json(asJson(found, metric));
  else await terminal.lines(seriesLines(run, metric, report, terminal));
}

/** @throws TrimtabError where there is no loop */
function timesOf({ report, run }: Dynamics): Float64Array {
  if (run === undefined) throw new TrimtabError(report.none ?? 'There are no series.');
  return iterationTimes(run);
}

/** Returns the stored dynamics of an experiment, or those of a trace that is analyzed now. */
async function dynamicsOf(context: Context, request: DynamicsRequest): Promise<Dynamics> {
  const { folder } = context;
  const path = resolve(folder, request.run);
  if (existsSync(path)) return ofArchive(context, measurementAt(path), request);
  const experiment = find(storeFor(folder), request.run);
  const { threshold, chunk, calls, level = 0 } = request;
  const isAsKept = calls === undefined && threshold === undefined && chunk === undefined && level === 0;
  const kept = isAsKept ? keptIn(experiment) : undefined;
  if (kept !== undefined) return kept;
  const { archive, id } = experiment;
  if (archive === undefined || !existsSync(archive))
    throw new TrimtabError(
      `Experiment ${id} has no ${isAsKept ? 'values by iteration, and no trace or profile to compute them from' : 'trace or profile to compute this from'}.`,
    );
  return ofArchive(context, archive, request);
}

function keptIn(experiment: Experiment): Dynamics | undefined {
  const report = experiment.dynamics();
  if (report === undefined) return undefined;
  if (report.loops.length === 0) return { report };
  const { locationCount: locations, callTree } = experiment.space();
  const path = join(experiment.folder, FILES.series);
  const file = SeriesFile.open(path, { locations, callPaths: callTree.size }, () => undefined);
  try {
    return { report, run: file.run() };
  } finally {
    file.close();
  }
}

async function ofArchive(
  context: Context,
  archive: string,
  { level, threshold, chunk, series, beside, calls }: DynamicsRequest,
): Promise<Dynamics> {
  const { dynamics: found } = await analyzeWithProgress(context, archive, {
    dynamics: {
      series: series !== undefined || beside !== undefined,
      ...present({ level, threshold, chunk, callTolerance: calls }),
    },
  });
  return (
    found ?? {
      report: withoutLoop(`${archive} is a ${formatOf(archive)?.kind ?? 'file'} without values by iteration.`),
    }
  );
}

async function printTable(terminal: Terminal, { table = [] }: DynamicsReport, json: boolean): Promise<void> {
  if (json) await terminal.json(table);
  else await terminal.lines(tableLines(table, terminal));
}

async function printCalls(terminal: Terminal, { report, calls }: Dynamics, json: boolean): Promise<void> {
  if (calls === undefined) throw new TrimtabError(report.none ?? 'There are no calls: only traces have them.');
  if (json) await terminal.json(calls);
  else await terminal.lines(callLines(calls, terminal));
}

/**
 * Seconds (of a counter: events) by iteration, row by row: a call path (an index of the run's call tree; null: the rest of
 * them) and location.
 */
function asJson({ run }: Dynamics, metric: string) {
  if (run === undefined) return { metric, iterations: 0, rows: [] };
  const { series } = run;
  const number = series.metrics.indexOf(metric);
  const rows = Array.from(series.metric.keys()).filter((row) => series.metric[row] === number);
  return {
    metric,
    loop: run.iterations.name,
    iterations: series.count,
    rows: rows.map((row) => ({
      node: series.node[row] === 0xffff_ffff ? null : series.node[row],
      location: series.location[row],
      outside: series.outside[row],
      values: [...series.value.subarray(row * series.count, (row + 1) * series.count)],
    })),
  };
}
