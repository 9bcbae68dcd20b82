/** Series of a trace by iteration (dynamics.md, section 2). */
import { absent, addAt, elementAt } from '../../../base/elements.js';
import { TrimtabError } from '../../../base/problem.js';
import { NO_INDEX } from '../../../model/definitions.js';
import type { PerformanceSpace } from '../../../model/performanceSpace.js';
import { DURATION, isSeriesOnly, type LoopLevel, OWN_TIME, type RunSeries } from '../../../model/dynamics/series.js';
import { type Look, SecondReading } from '../../trace/again/secondReading.js';
import type { LoggedWaits } from '../../trace/timeline/index.js';
import { type AnalyzedTrace, LoopSearch } from '../loops/index.js';
import { addCounters } from './addCounters.js';
import { PieceRoom, TimePieces } from './pieces.js';
import { rowByPath, SeriesRows } from './rows.js';
import { TimeSeries } from './timeSeries.js';
import { addWaits } from './waitSeries.js';

/** Share of the time below which call paths have no separate series. */
const LEAST = 0.001;
/** Series of one location. */
const MOST_SERIES = 256;
/** Values of all series: 128 MB. */
const MOST_VALUES = 1 << 25;

export interface MeasuredTrace extends AnalyzedTrace {
  /** All time of the run. */
  readonly totalTime: number;
  readonly waits?: LoggedWaits | undefined;
  /** Index of the loop; the chosen one, 0, if omitted. */
  readonly level?: number;
  /** How much room pieces may take; where they take more, times are read once more. */
  readonly room?: PieceRoom;
}

/**
 * The series of a trace, or why there are none, in one sentence. Its events are read once more: calls are logged for the
 * loops, and times summed up in pieces of which iterations are made when the loop is known.
 * @throws CancelledError; TrimtabError without such a level
 */
export function seriesOfTrace(measured: MeasuredTrace): RunSeries | string {
  const search = new LoopSearch(measured);
  const kept = longest(measured.space, measured.totalTime, MOST_SERIES / 2 - 1);
  const pieces = search.hasCandidates ? readPieces(measured, search, kept) : new Map<number, TimePieces>();
  const found = search.loops();
  if (found.none !== undefined) return found.none;
  const { level: wanted = 0 } = measured;
  const level = found.levels[wanted];
  const starts = found.starts[wanted];
  if (level === undefined || starts === undefined)
    throw new TrimtabError(
      `There is no loop ${wanted}: those of this run are numbered from 0 to ${found.levels.length - 1}.`,
    );
  return byIteration(
    { ...measured, kept },
    [level, ...found.levels.filter((other) => other !== level)],
    startsByLocation(measured, starts),
    pieces,
  );
}

/** Logs calls and sums up times. @returns by location; undefined where that takes too much room, or cannot be */
function readPieces(
  { trace, processes, space, isCancelled, room = new PieceRoom() }: MeasuredTrace,
  search: LoopSearch,
  kept: readonly number[],
): Map<number, TimePieces> | undefined {
  const { locations } = trace.definitions;
  const rowOf = rowByPath(space.callTree.size, kept);
  const pieces = new Map<number, TimePieces>();
  /** Threads that were read before the one whose moments they need. */
  const early: number[] = [];
  const reading = new SecondReading(trace, processes, space.callTree, isCancelled);
  for (const [process, main] of search.mains) {
    const log = search.log();
    let hasBegun = false;
    const look = (location: number): ReturnType<Look> => {
      const isMain = location === main;
      const { type, announcedEvents } = elementAt(locations, location);
      hasBegun ||= isMain;
      if (!hasBegun && announcedEvents > 0 && type === 'cpu-thread') early.push(location);
      if (!hasBegun || type !== 'cpu-thread') return {};
      const times = new TimePieces(rowOf, kept.length, log.moments, isMain, room);
      pieces.set(location, times);
      return isMain ? { calls: log, times } : { times };
    };
    reading.read(elementAt(processes.locations, process), look);
    search.add(log);
    if (room.isFull || early.length > 0) pieces.clear();
  }
  reading.finish();
  return room.isFull || early.length > 0 ? undefined : pieces;
}

/** Threads have the moments of the first one of their process; what runs on devices has none. */
function startsByLocation(
  { trace: { definitions }, processes }: MeasuredTrace,
  starts: ReadonlyMap<number, Float64Array>,
): Float64Array[] {
  const none = new Float64Array(0);
  return definitions.locations.map(({ type }, location) =>
    type === 'cpu-thread' ? (starts.get(processes.ofLocation[location] ?? absent(location)) ?? none) : none,
  );
}

function byIteration(
  measured: MeasuredTrace & { readonly kept: readonly number[] },
  levels: readonly LoopLevel[],
  starts: readonly Float64Array[],
  pieces: ReadonlyMap<number, TimePieces> | undefined,
): RunSeries {
  const { processes, totalTime, waits } = measured;
  const level = elementAt(levels, 0);
  const threads = starts.filter(({ length }) => length > 0).length;
  const most = Math.max(2, Math.min(MOST_SERIES, Math.floor(MOST_VALUES / (threads * level.count))));
  const rows = new SeriesRows(level.count);
  const place = level.parent < 0 ? NO_INDEX : level.parent;
  const kept = measured.kept.slice(0, Math.max(0, Math.floor(most / 2) - 1));
  let loopTime = 0;
  const { trace, space, isCancelled } = measured;
  const reading = new SecondReading(trace, processes, space.callTree, isCancelled);
  const wanted = { rowOf: rowByPath(space.callTree.size, kept), count: kept.length };
  for (const locations of processes.locations) {
    const series =
      pieces === undefined
        ? readTimes(reading, wanted, locations, starts)
        : new Map(
            locations.flatMap((location) => {
              const own = elementAt(starts, location);
              const times = own.length === 0 ? undefined : pieces.get(location);
              return times === undefined ? [] : [[location, times.byIteration(kept.length, own)]];
            }),
          );
    const main = locations.find((location) => elementAt(starts, location).length > 0);
    for (const [location, values] of [...series].sort(([left], [right]) => left - right)) {
      const own = elementAt(starts, location);
      const row = (at: number): Float64Array => values.subarray(at * own.length, (at + 1) * own.length);
      if (values.every((value) => value === 0)) continue;
      loopTime += (own.at(-1) ?? 0) - (own[0] ?? 0);
      if (location === main) rows.add(DURATION, place, location, durations(own));
      rows.add(OWN_TIME, place, location, row(kept.length + 1));
      for (const [at, node] of kept.entries()) rows.add('execution', node, location, row(at));
      rows.add('execution', NO_INDEX, location, row(kept.length));
    }
  }
  const places = { reading, definitions: trace.definitions, locations: processes.locations, starts };
  const room = { kept: measured.kept, callPaths: space.callTree.size, mostValues: MOST_VALUES };
  addCounters({ ...places, ...room }, rows, isMetricOf(waits));
  reading.finish();
  if (waits !== undefined) addWaits(waits, starts, { totalTime, most: Math.ceil(most / 2) - 1 }, rows);
  return { levels, iterations: { ...level, starts }, series: rows.table(), loopTime, totalTime };
}

/** Whether a name is that of a metric of times. */
function isMetricOf(waits: LoggedWaits | undefined): (name: string) => boolean {
  const properties = new Set(waits?.properties);
  return (name) => name === 'execution' || isSeriesOnly(name) || properties.has(name);
}

/** Reads times by iteration of the threads of a process from its events, if there are too many pieces. */
function readTimes(
  reading: SecondReading,
  { rowOf, count }: { readonly rowOf: Int32Array; readonly count: number },
  locations: readonly number[],
  starts: readonly Float64Array[],
): Map<number, Float64Array> {
  const series = new Map<number, Float64Array>();
  const look = (location: number): ReturnType<Look> => {
    const own = elementAt(starts, location);
    if (own.length === 0) return {};
    const times = new TimeSeries(rowOf, count, own);
    series.set(location, times.values);
    return { times };
  };
  reading.read(locations, look);
  return series;
}

/** Returns the duration of each iteration; no time is outside of all iterations. */
function durations(starts: Float64Array): Float64Array {
  return starts.map((start, at) => (at + 1 < starts.length ? (starts[at + 1] ?? absent(at)) - start : 0));
}

/** Returns call paths with enough exclusive time, those with most first. */
function longest({ severities, callTree }: PerformanceSpace, totalTime: number, most: number): number[] {
  const column = severities.get('execution');
  const time = new Float64Array(callTree.size);
  for (const [row, node] of column?.callPath.entries() ?? []) addAt(time, node, column?.value[row] ?? absent(row));
  return Array.from(time, (seconds, node) => ({ seconds, node }))
    .filter(({ seconds }) => seconds > 0 && seconds >= LEAST * totalTime)
    .sort((left, right) => right.seconds - left.seconds || left.node - right.node)
    .slice(0, Math.max(0, most))
    .map(({ node }) => node);
}
