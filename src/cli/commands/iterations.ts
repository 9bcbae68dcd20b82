/** `trimtab iterations`: what call paths did in each iteration of the progress loop. */
import { present } from '../../base/present.js';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { TrimtabError } from '../../base/problem.js';
import { plainLine } from '../../base/text.js';
import { readSeries, seriesOf } from '../../measurement/series/file.js';
import { filled } from '../../measurement/series/missing.js';
import {
  type IterationSeries,
  linesOf,
  namesOf,
  type SeriesLine,
  type SeriesMetric,
  unitOf,
} from '../../measurement/series/model.js';
import type { Context } from '../services/context.js';
import { storeFor } from '../services/store.js';
import { find } from './experiments.js';
import type { IterationsRequest } from '../arguments/iterations.js';
import { iterationLines } from '../text/iterationLines.js';

/** Does what `trimtab iterations` asks for. @throws TrimtabError where a run kept nothing of its iterations */
export async function iterations({ terminal, folder }: Context, request: IterationsRequest): Promise<void> {
  const series = seriesIn(folder, request.run);
  const lines = linesOf(series, request.metric, request.threads).map((line) => ({
    ...line,
    values: filled(line.values, line.known, request.missing),
  }));
  if (request.format === 'json') await terminal.json(asJson(series, request, lines));
  else if (request.format === 'csv') await terminal.lines(csvRows(series, request.metric, lines));
  else await terminal.lines(iterationLines(series, request.metric, lines, terminal));
}

function seriesIn(folder: string, run: string): IterationSeries {
  const path = resolve(folder, run);
  const archive = existsSync(path) ? path : find(storeFor(folder), run).archive;
  const file = archive === undefined ? undefined : seriesOf(archive);
  if (file !== undefined) return readSeries(file);
  throw new TrimtabError(
    `${plainLine(run)} has no values by iteration: they are kept in profiles (trimtab run --profile) of programs with a progress loop, which measure.phase in trimtab.yaml names.`,
  );
}

function asJson(series: IterationSeries, { metric, missing }: IterationsRequest, lines: readonly SeriesLine[]) {
  const { phase, iterations, stride } = series;
  return {
    ...{ phase, iterations, stride, metric, unit: unitOf(metric), missing },
    lines: lines.map(({ path, rank, thread, values, known }) => ({
      path: namesOf(series, path),
      rank,
      ...present({ thread }),
      values: [...values],
      // Counted from 0, as the values are.
      missing: [...known].flatMap((one, bucket) => (one === 1 ? [] : [bucket])),
    })),
  };
}

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** RFC 4180; `iteration` is the first of those that share the value. */
function* csvRows(series: IterationSeries, metric: SeriesMetric, lines: readonly SeriesLine[]): Generator<string> {
  yield `path,file,line,rank,thread,iteration,known,${metric}`;
  for (const { path, rank, thread, values, known } of lines) {
    const { file = '', line = 0 } = series.paths[path] ?? {};
    const place = `${file === '' ? '' : quoted(plainLine(file))},${line === 0 ? '' : line}`;
    const name = quoted(namesOf(series, path).map(plainLine).join('/'));
    for (const [bucket, value] of values.entries())
      yield `${name},${place},${rank},${thread ?? ''},${bucket * series.stride + 1},${known[bucket] ?? 0},${value}`;
  }
}
