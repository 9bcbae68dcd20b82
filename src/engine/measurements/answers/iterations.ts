import { elementAt } from '../../../base/elements.js';
import { TrimtabError } from '../../../base/problem.js';
import { readSeries, seriesOf } from '../../../measurement/series/file.js';
import { filled } from '../../../measurement/series/missing.js';
import { bucketsOf, type IterationSeries, isSeriesMetric, linesOf, unitOf } from '../../../measurement/series/model.js';
import type { OpenMeasurement } from '../openMeasurement.js';
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
  const nodes = nodesOf(series, measurement);
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

/** The call path of the experiment for each of the series: by its region and where it was called; -1: none. */
function nodesOf({ paths }: IterationSeries, { space, definitions }: OpenMeasurement): Int32Array {
  const { callTree } = space;
  const known = new Map<string, number>();
  for (let node = 0; node < callTree.size; node++) {
    const site = definitions.sourceCodeLocations.at(elementAt(callTree.site, node) - 1);
    const place = elementAt(callTree.site, node) === 0 || site === undefined ? '\t0' : `${site.file}\t${site.line}`;
    const name = elementAt(definitions.regions, elementAt(callTree.region, node)).name;
    const key = `${elementAt(callTree.parent, node)}\t${place}\t${name}`;
    if (!known.has(key)) known.set(key, node);
  }
  const nodes = new Int32Array(paths.length);
  for (const [index, { region, file, line, parent }] of paths.entries()) {
    const above = parent < 0 ? -1 : elementAt(nodes, parent);
    nodes[index] = parent >= 0 && above < 0 ? -1 : (known.get(`${above}\t${file}\t${line}\t${region}`) ?? -1);
  }
  return nodes;
}
