import { elementAt } from '../../../base/elements.js';
import { TrimtabError } from '../../../base/problem.js';
import { readSeries, seriesOf } from '../../../measurement/series/file.js';
import { filled } from '../../../measurement/series/missing.js';
import { bucketsOf, type IterationSeries, isSeriesMetric, linesOf, unitOf } from '../../../measurement/series/model.js';
import type { OpenMeasurement } from '../openMeasurement.js';
import { nodesOfSeries } from '../dynamics/ofProfile.js';
import type { Answerer } from './answerer.js';

export const iterations: Answerer<'iterations'> = (measurement, { metric, missing, threads }, checkCancelled) => {
  if (!isSeriesMetric(metric)) throw new TrimtabError(`${metric} is not known of iterations.`);
  const series = seriesIn(measurement);
  checkCancelled();
  const buckets = bucketsOf(series);
  // At most one line a value, and as many as there are paths and locations.
  const most = Math.min(series.path.length, series.paths.length * series.locations.length);
  measurement.room.check(3 * 9 * most * buckets);
  const lines = linesOf(series, metric, threads);
  checkCancelled();
  const nodes = nodesOfSeries(series, measurement.space.callTree, measurement.definitions);
  const value = measurement.room.float64(lines.length * buckets);
  const known = new Uint8Array(lines.length * buckets);
  for (const [index, line] of lines.entries()) {
    value.set(filled(line.values, line.known, missing), index * buckets);
    known.set(line.known, index * buckets);
  }
  const { phase, iterations: count, stride } = series;
  return {
    head: { phase, iterations: count, stride, buckets, unit: unitOf(metric) },
    columns: {
      callPath: Int32Array.from(lines, ({ path }) => elementAt(nodes, path)),
      rank: Uint32Array.from(lines, ({ rank }) => rank),
      thread: Int32Array.from(lines, ({ thread }) => thread ?? -1),
      value,
      known,
    },
  };
};

function seriesIn(measurement: OpenMeasurement): IterationSeries {
  const { id } = measurement.experiment;
  const file = measurement.archiveToRead === undefined ? undefined : seriesOf(measurement.archiveToRead);
  if (file !== undefined) return readSeries(file);
  throw new TrimtabError(
    `Experiment ${id} has no values by iteration: profiles of programs with a progress loop have.`,
  );
}
