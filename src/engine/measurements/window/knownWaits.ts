/** Metrics that are made of waits, each of which is kept. */
import { absent, addAt } from '../../../base/elements.js';
import type { TimelineFile } from '../../../experiments/files/timelineFile.js';
import { metricsAbove } from '../../../model/metricsAbove.js';
import type { CheckCancelled } from '../eventIndex.js';
import type { OpenMeasurement } from '../openMeasurement.js';
import { ALWAYS, overlapping } from '../timeline/largest.js';

/** Waits make up a metric where they are the same to this share. */
const SAME = 1e-6;
/** All waits are read for it once. */
const known = new WeakMap<TimelineFile, ReadonlySet<string>>();

/** The metrics whose severities in the whole run are the sums of waits. @throws CancelledError */
export function knownWaits(
  measurement: OpenMeasurement,
  file: TimelineFile,
  checkCancelled: CheckCancelled,
): ReadonlySet<string> {
  const found = known.get(file) ?? find(measurement, file, checkCancelled);
  known.set(file, found);
  return found;
}

function find({ space }: OpenMeasurement, file: TimelineFile, checkCancelled: CheckCancelled): ReadonlySet<string> {
  const { properties } = file;
  const [whole, part] = [new Float64Array(properties.length), new Float64Array(properties.length)];
  for (const run of overlapping(file.runsOf('waits'), ALWAYS)) {
    checkCancelled();
    const rows = file.waits(run);
    for (let row = 0; row < rows.from.length; row++) {
      const sums = rows.part[row] === 1 ? part : whole;
      addAt(sums, rows.property[row] ?? absent(row), (rows.to[row] ?? absent(row)) - (rows.from[row] ?? absent(row)));
    }
  }
  const above = metricsAbove(space.metrics);
  const totals = new Map<string, number>();
  const add = (metric: string, seconds: number): unknown => totals.set(metric, (totals.get(metric) ?? 0) + seconds);
  for (const [at, name] of properties.entries()) {
    for (const each of above(name)) add(each, whole[at] ?? absent(at));
    add(name, part[at] ?? absent(at));
  }
  const measured = (metric: string): number =>
    (space.severities.get(metric)?.value ?? new Float64Array(0)).reduce((sum, value) => sum + value, 0);
  const isSame = (one: number, other: number): boolean =>
    Math.abs(one - other) <= SAME * Math.max(Math.abs(one), Math.abs(other));
  return new Set([...totals].flatMap(([metric, seconds]) => (isSame(seconds, measured(metric)) ? [metric] : [])));
}
