import type { SpentIntervals } from '../../../analysis/trace/again/spentTime.js';
import { absent, addAt, elementAt } from '../../../base/elements.js';
import { TrimtabError } from '../../../base/problem.js';
import type { TimelineFile } from '../../../experiments/files/timelineFile.js';
import { processesOf } from '../../../model/processes.js';
import type { CheckCancelled } from '../eventIndex.js';
import type { OpenMeasurement } from '../openMeasurement.js';
import { ALWAYS } from '../timeline/largest.js';
import { PATH, secondsOfWindows, VALUES, WAITING } from '../timeline/shares.js';
import { waitFactors } from '../timeline/waitFactors.js';
import { windowsOfWaits } from '../timeline/waitWindows.js';
import { addInterval, type Windows } from '../timeline/windows.js';
import { idleThreadsOf } from '../window/idleThreads.js';
import { readWindow, type WindowListener } from '../window/readWindow.js';
import { eachValue, type Factors, factorsOf, insideOf } from '../weights.js';
import type { Answerer } from './answerer.js';

/** Waits make up a metric where they are the same to this share. */
const SAME = 1e-6;

export const overTime: Answerer<'overTime'> = (measurement, { properties, nodes, locations, bins }, checkCancelled) => {
  const { space, room } = measurement;
  const { unit, factors } = factorsOf(measurement, properties);
  if (unit !== 'seconds') throw new TrimtabError('Only times are available over the run: counters have no time.');
  const file = measurement.timeline(checkCancelled);
  const chosen: Chosen = {
    ...{ factors, inside: insideOf(measurement, nodes) },
    locations: new Set(locations ?? Array.from({ length: space.locationCount }, (_, at) => at)),
    windows: { from: 0, width: file.span / bins, count: bins },
  };
  const most = room.float64(bins);
  for (const location of chosen.locations) addExtent(most, file, location, chosen.windows);
  const found =
    fromBlocks(file, chosen) ??
    fromWaits(measurement, file, chosen, checkCancelled) ??
    fromCalls(measurement, chosen, checkCancelled);
  return { head: { span: file.span, isEven: found.isEven }, columns: { value: found.value, most } };
};

interface Chosen {
  readonly factors: Factors;
  readonly inside: Uint8Array | undefined;
  readonly locations: ReadonlySet<number>;
  readonly windows: Windows;
}

interface OverTime {
  readonly value: Float64Array;
  readonly isEven: boolean;
}

function addExtent(sums: Float64Array, { blocks }: TimelineFile, location: number, windows: Windows): void {
  const first = blocks.first[location] ?? 0;
  const last = (blocks.first[location + 1] ?? 0) - 1;
  if (last >= first) addInterval(sums, windows, elementAt(blocks.start, first), elementAt(blocks.start, last));
}

/** For the whole program, blocks contain total time and the critical path. */
function fromBlocks({ blocks }: TimelineFile, { factors, inside, locations, windows }: Chosen): OverTime | undefined {
  const [only, more] = [...factors.keys()];
  if (inside !== undefined || more !== undefined || (only !== 'time' && only !== 'critical_path')) return undefined;
  const value = new Float64Array(windows.count);
  for (const location of locations) {
    const seconds = secondsOfWindows(blocks, location, windows);
    for (let window = 0; window < windows.count; window++)
      if (only === 'critical_path') addAt(value, window, elementAt(seconds, window * VALUES + PATH));
      else for (let each = 0; each < WAITING; each++) addAt(value, window, elementAt(seconds, window * VALUES + each));
  }
  return { value, isEven: false };
}

/** Sums the chosen metrics from waits, if these are complete. */
function fromWaits(
  { space }: OpenMeasurement,
  file: TimelineFile,
  { factors, inside, locations, windows }: Chosen,
  checkCancelled: CheckCancelled,
): OverTime | undefined {
  const factorOf = waitFactors(file, space.metrics, factors);
  const value = new Float64Array(windows.count);
  const byFactor = new Map<number, Float64Array>();
  let all = 0;
  windowsOfWaits(file, windows, checkCancelled, (rows, row) => {
    const factor = factorOf(rows, row);
    const isMeant = locations.has(elementAt(rows.location, row)) && inside?.[elementAt(rows.node, row)] !== 0;
    if (factor === 0 || !isMeant) return undefined;
    all += factor * (elementAt(rows.to, row) - elementAt(rows.from, row));
    let sums = byFactor.get(factor);
    if (sums === undefined) byFactor.set(factor, (sums = new Float64Array(windows.count)));
    return sums;
  });
  let measured = 0;
  eachValue(space.severities, factors, (node, location, seconds) => {
    if (locations.has(location) && inside?.[node] !== 0) measured += seconds;
  });
  if (Math.abs(all - measured) > SAME * Math.max(Math.abs(all), Math.abs(measured))) return undefined;
  for (const [factor, sums] of byFactor)
    for (let window = 0; window < windows.count; window++) addAt(value, window, factor * elementAt(sums, window));
  return { value, isEven: false };
}

/** Calls one after the other: a call path has its share of the metric all the time. */
function fromCalls(
  measurement: OpenMeasurement,
  { factors, inside, locations, windows }: Chosen,
  checkCancelled: CheckCancelled,
): OverTime {
  const { space, room } = measurement;
  const { size } = space.callTree;
  const value = new Float64Array(windows.count);
  let isEven = false;
  const shares = new Map<number, Float64Array>();
  for (const location of locations) {
    room.check(16 * size);
    shares.set(location, sharesOf(measurement, factors, location));
  }
  const addTo = (location: number, node: number, from: number, to: number): void => {
    const share = shares.get(location);
    const part = share === undefined || node >= size || inside?.[node] === 0 ? 0 : elementAt(share, node);
    if (part === 0) return;
    isEven ||= Math.abs(part - Math.round(part)) > SAME;
    addShare(value, windows, from, to, part);
  };
  const processes = processesOf(measurement.events(checkCancelled).definitions);
  const { idleFor } = idleThreadsOf(space, processes);
  const idle = (location: number): number[] =>
    [...idleFor].flatMap(([one, first]) => (first === location ? [one] : []));
  const listenTo = (location: number): WindowListener => {
    const idling = idle(location);
    const intervals: SpentIntervals = {
      spend: (node, from, to, isInTeams) => {
        addTo(location, node, from, to);
        if (!isInTeams) for (const one of idling) addTo(one, node, from, to);
      },
      manage: (node, from, to) => addTo(location, node, from, to),
      write: () => undefined,
      leftOut: (node, from, to) => addTo(location, node, from, to),
    };
    return { intervals };
  };
  readWindow(measurement, ALWAYS, listenTo, checkCancelled, (location) => locations.has(location));
  return { value, isEven };
}

/** Returns the metrics of a location at each call path, as a share of its time there. */
function sharesOf({ space }: OpenMeasurement, factors: Factors, location: number): Float64Array {
  const { size } = space.callTree;
  const [own, time] = [new Float64Array(size), new Float64Array(size)];
  const add = (sums: Float64Array, by: Factors): void =>
    eachValue(space.severities, by, (node, at, seconds) => {
      if (at === location) addAt(sums, node, seconds);
    });
  add(own, factors);
  add(time, new Map([['time', 1]]));
  for (let node = 0; node < size; node++)
    own[node] = elementAt(time, node) > 0 ? (own[node] ?? absent(node)) / elementAt(time, node) : 0;
  return own;
}

function addShare(sums: Float64Array, windows: Windows, from: number, to: number, share: number): void {
  const { from: begin, width, count } = windows;
  const first = Math.max(0, Math.floor((from - begin) / width));
  const last = Math.min(count - 1, Math.floor((to - begin) / width));
  for (let window = first; window <= last; window++) {
    const inside = Math.min(to, begin + (window + 1) * width) - Math.max(from, begin + window * width);
    if (inside > 0) addAt(sums, window, share * inside);
  }
}
