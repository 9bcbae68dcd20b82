/** The single visits of a call path. */
import type { CallRecorder } from '../../analysis/trace/recorders/recorders.js';
import { addAt, elementAt } from '../../base/elements.js';
import { TrimtabError } from '../../base/problem.js';
import type { Seconds } from '../../base/units.js';
import type { TimelineFile } from '../../experiments/files/timelineFile.js';
import { processesOf } from '../../model/processes.js';
import type { CheckCancelled } from './eventIndex.js';
import type { OpenMeasurement } from './openMeasurement.js';
import { whyInexact } from './timeline/intervals.js';
import { ALWAYS, overlapping } from './timeline/largest.js';
import { waitFactors } from './timeline/waitFactors.js';
import { factorsOf, insideOf } from './weights.js';
import { readWindow, type WindowListener } from './window/readWindow.js';

/** Visits that are gone through for a picture. */
const MOST_VISITS = 1e7;

/** The visits of one location, in the order in which they begin. */
export interface Visits {
  readonly from: readonly Seconds[];
  readonly to: readonly Seconds[];
  /** How long each took with what it called; with a property, how long it waited in it. */
  readonly seconds: Float64Array;
}

export interface OpenVisits {
  /** Those that were at the call path. */
  readonly locations: Uint32Array;
  /** On the location with the most visits. */
  readonly most: number;
  readonly of: (location: number) => Visits;
}

/**
 * Finds the visits of a call path in the trace. @param property of waits; omitted for the duration of visits
 * @throws TrimtabError if there are no single events, or too many
 */
export function openVisits(
  measurement: OpenMeasurement,
  { node, property }: { readonly node: number; readonly property?: string },
  checkCancelled: CheckCancelled,
): OpenVisits {
  const inside = insideOf(measurement, [{ node, exclusive: false }]) ?? new Uint8Array(0);
  const file = measurement.timeline(checkCancelled);
  const inexact = whyInexact(measurement, file);
  if (inexact !== undefined) throw new TrimtabError(inexact);
  const timesOf = timesByLocation(measurement, node, checkCancelled);
  const counts = countsOf(measurement, node);
  if (counts.reduce((sum, count) => sum + count, 0) > MOST_VISITS)
    throw new TrimtabError(
      `This call path was visited more than ${MOST_VISITS / 1e6} million times: choose one of its callers.`,
    );
  const waiting = property === undefined ? undefined : waitsIn(measurement, file, property, inside, checkCancelled);
  return {
    locations: Uint32Array.from(counts.keys()).filter((at) => (counts[at] ?? 0) > 0),
    most: counts.reduce((most, count) => Math.max(most, count), 0),
    of: (location) => {
      const { from, to } = timesOf(location);
      const seconds = Float64Array.from(from, (start, at) => elementAt(to, at) - start);
      if (waiting !== undefined) seconds.set(waitedIn(from, to, waiting.get(location) ?? []));
      return { from, to, seconds };
    },
  };
}

/** How often each location was at a call path. */
function countsOf(measurement: OpenMeasurement, node: number): Float64Array {
  const { callPath, location, value } = measurement.severities('visits');
  const counts = measurement.room.float64(measurement.space.locationCount);
  for (let i = 0; i < value.length; i++)
    if (callPath[i] === node) addAt(counts, elementAt(location, i), elementAt(value, i));
  return counts;
}

/** When the visits of a location began and ended, in the order in which they begin. */
class VisitTimes implements CallRecorder {
  readonly from: Seconds[] = [];
  readonly to: Seconds[] = [];

  constructor(private readonly node: number) {}

  begin(node: number, time: Seconds): void {
    if (node !== this.node) return;
    // Calls of one call path do not lie within one another.
    if (this.from.length > this.to.length)
      throw new TrimtabError('Tasks alternate here: their calls are not nested, and cannot be listed one by one.');
    this.from.push(time);
  }

  end(node: number, time: Seconds): void {
    if (node === this.node && this.to.length < this.from.length) this.to.push(time);
  }
}

/** The visits of each location; those of the process that was read last are kept. */
function timesByLocation(
  measurement: OpenMeasurement,
  node: number,
  checkCancelled: CheckCancelled,
): (location: number) => Pick<Visits, 'from' | 'to'> {
  const { ofLocation } = processesOf(measurement.events(checkCancelled).definitions);
  let known = new Map<number, VisitTimes>();
  return (location) => {
    if (!known.has(location)) {
      known = new Map();
      const listenTo = (each: number): WindowListener => {
        const calls = new VisitTimes(node);
        known.set(each, calls);
        return { calls };
      };
      const isWanted = (each: number): boolean => ofLocation[each] === ofLocation[location];
      readWindow(measurement, ALWAYS, listenTo, checkCancelled, isWanted);
    }
    return known.get(location) ?? { from: [], to: [] };
  };
}

interface Wait {
  readonly from: Seconds;
  readonly seconds: Seconds;
}

/** Returns the waiting time in each visit. @param waits in order of time */
function waitedIn(from: readonly Seconds[], to: readonly Seconds[], waits: readonly Wait[]): Float64Array {
  let wait = 0;
  return Float64Array.from(from, (start, visit) => {
    while (wait < waits.length && elementAt(waits, wait).from < start) wait++;
    let sum = 0;
    for (; wait < waits.length && elementAt(waits, wait).from < elementAt(to, visit); wait++)
      sum += elementAt(waits, wait).seconds;
    return sum;
  });
}

/** The waits of a property at some call paths, by location, in order of time. */
function waitsIn(
  measurement: OpenMeasurement,
  file: TimelineFile,
  property: string,
  inside: Uint8Array,
  checkCancelled: CheckCancelled,
): Map<number, Wait[]> {
  const { factors } = factorsOf(measurement, [{ metric: property, exclusive: false }]);
  const factorOf = waitFactors(file, measurement.space.metrics, factors);
  const found = new Map<number, Wait[]>();
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
