import type { CallRecorder } from '../../../analysis/trace/passes/pass.js';
import { absent, addAt, elementAt } from '../../../base/elements.js';
import { TrimtabError } from '../../../base/problem.js';
import type { TimelineFile } from '../../../experiments/timelineFile.js';
import type { Ask } from '../../../protocol/queries/index.js';
import type { CheckCancelled } from '../eventIndex.js';
import type { OpenMeasurement } from '../openMeasurement.js';
import { ALWAYS, overlapping } from '../timeline/largest.js';
import { waitFactors } from '../timeline/waitFactors.js';
import { readWindow, type WindowListener } from '../window/readWindow.js';
import { factorsOf, insideOf } from '../weights.js';
import type { Answerer } from './answerer.js';

/** Visits that are gone through for a picture. */
const MOST_VISITS = 1e7;

export const instances: Answerer<'instances'> = (measurement, { node, property, fold, most }, checkCancelled) => {
  const { room } = measurement;
  const inside = insideOf(measurement, [{ node, exclusive: false }]) ?? new Uint8Array(0);
  const file = measurement.timeline(checkCancelled);
  const counts = visitsOf(measurement, node);
  const visits = counts.reduce((most, count) => Math.max(most, count), 0);
  if (counts.reduce((sum, count) => sum + count, 0) > MOST_VISITS)
    throw new TrimtabError(
      `This call path was visited more than ${MOST_VISITS / 1e6} million times: choose one of its callers.`,
    );
  const location = Uint32Array.from(counts.keys()).filter((at) => (counts[at] ?? 0) > 0);
  const folded = Math.max(1, Math.ceil(visits / most));
  const columns = Math.ceil(visits / folded);
  const cells = location.length * columns;
  const answer = {
    value: room.float64(cells).fill(Number.NaN),
    from: room.float64(cells).fill(Number.NaN),
    to: room.float64(cells).fill(Number.NaN),
  };
  const waiting = property === undefined ? undefined : waitsIn(measurement, file, property, inside, checkCancelled);
  const visitsOn = visitsIn(measurement, node, new Set(location), checkCancelled);
  for (const [row, own] of location.entries()) {
    const found = visitsOn.get(own) ?? absent(own);
    const longest = new Float64Array(columns).fill(Number.NEGATIVE_INFINITY);
    const told = new Float64Array(columns);
    let wait = 0;
    const waits = waiting?.get(own) ?? [];
    for (let visit = 0; visit < found.from.length; visit++) {
      const column = Math.floor(visit / folded);
      // What was not counted has no place.
      if (column >= columns) break;
      const [from, to] = [elementAt(found.from, visit), elementAt(found.to, visit)];
      let seconds = to - from;
      if (waiting !== undefined) {
        seconds = 0;
        while (wait < waits.length && elementAt(waits, wait).from < from) wait++;
        for (; wait < waits.length && elementAt(waits, wait).from < to; wait++)
          seconds += elementAt(waits, wait).seconds;
      }
      const cell = row * columns + column;
      const before = elementAt(told, column);
      if (fold === 'mean') answer.value[cell] = before === 0 ? seconds : elementAt(answer.value, cell) + seconds;
      addAt(told, column, 1);
      if (seconds <= elementAt(longest, column)) continue;
      longest[column] = seconds;
      if (fold === 'max') answer.value[cell] = seconds;
      answer.from[cell] = from;
      answer.to[cell] = to;
    }
    if (fold === 'mean')
      for (let column = 0; column < columns; column++)
        answer.value[row * columns + column] =
          elementAt(answer.value, row * columns + column) / elementAt(told, column);
  }
  return { head: { visits, folded, columns }, columns: { location, ...answer } };
};

/** How often each location was at a call path. */
function visitsOf(measurement: OpenMeasurement, node: number): Float64Array {
  const { callPath, location, value } = measurement.severities('visits');
  const counts = measurement.room.float64(measurement.space.locationCount);
  for (let i = 0; i < value.length; i++)
    if (callPath[i] === node) addAt(counts, elementAt(location, i), elementAt(value, i));
  return counts;
}

/** The visits of a location: when each began and ended. */
class Visits implements CallRecorder {
  readonly from: number[] = [];
  readonly to: number[] = [];

  constructor(private readonly node: number) {}

  begin(node: number, time: number): void {
    if (node !== this.node) return;
    // Calls of one call path do not lie within one another.
    if (this.from.length > this.to.length)
      throw new TrimtabError('Tasks alternate here: their calls are not nested, and cannot be listed one by one.');
    this.from.push(time);
  }

  end(node: number, time: number): void {
    if (node === this.node && this.to.length < this.from.length) this.to.push(time);
  }
}

/** In the order in which they begin, by location. */
function visitsIn(
  measurement: OpenMeasurement,
  node: number,
  locations: ReadonlySet<number>,
  checkCancelled: CheckCancelled,
): ReadonlyMap<number, Visits> {
  const found = new Map<number, Visits>();
  const listenTo = (location: number): WindowListener => {
    if (!locations.has(location)) return {};
    const calls = new Visits(node);
    found.set(location, calls);
    return { calls };
  };
  readWindow(measurement, ALWAYS, listenTo, checkCancelled, (location) => locations.has(location));
  return found;
}

/** The waits of a property at some call paths, by location, in order of time. */
function waitsIn(
  measurement: OpenMeasurement,
  file: TimelineFile,
  property: NonNullable<Ask<'instances'>['property']>,
  inside: Uint8Array,
  checkCancelled: CheckCancelled,
): Map<number, { readonly from: number; readonly seconds: number }[]> {
  const { factors } = factorsOf(measurement, [{ metric: property, exclusive: false }]);
  const factorOf = waitFactors(file, measurement.space.metrics, factors);
  const found = new Map<number, { readonly from: number; readonly seconds: number }[]>();
  for (const run of overlapping(file.runsOf('waits'), ALWAYS)) {
    checkCancelled();
    const rows = file.waits(run);
    for (let row = 0; row < rows.from.length; row++) {
      const factor = factorOf(rows, row);
      if (factor === 0 || inside[elementAt(rows.node, row)] !== 1) continue;
      const from = elementAt(rows.from, row);
      const seconds = factor * (elementAt(rows.to, row) - from);
      const own = found.get(elementAt(rows.location, row));
      if (own === undefined) found.set(elementAt(rows.location, row), [{ from, seconds }]);
      else own.push({ from, seconds });
    }
  }
  return found;
}
