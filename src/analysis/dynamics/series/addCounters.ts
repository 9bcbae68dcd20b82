/** Counters by iteration, from the readings of a trace. */
import { elementAt } from '../../../base/elements.js';
import { type Definitions, NO_INDEX } from '../../../model/definitions.js';
import { unitOfCounter } from '../../../model/counters.js';
import type { CounterSeries } from '../../../model/dynamics/series.js';
import type { Look, SecondReading } from '../../trace/again/secondReading.js';
import { type CounterNumbers, CounterSums } from './counterSums.js';
import { MOST_COUNTERS, rowByPath, type SeriesRows } from './rows.js';

/** Maximum number of call paths of a counter with separate rows. */
const MOST_PATHS = 31;

interface Wanted extends CounterSeries {
  readonly scale: number;
}

/** Call paths at which counters are read, and their stored values. */
export interface CounterPlaces {
  readonly reading: SecondReading;
  readonly definitions: Definitions;
  /** Locations by process. */
  readonly locations: readonly (readonly number[])[];
  /** By location: when iterations begin, and when the last one ends; empty where there are none. */
  readonly starts: readonly Float64Array[];
  /** Call paths, those with most time first, and how many the call tree has. */
  readonly kept: readonly number[];
  readonly callPaths: number;
  /** Values of all rows at most. */
  readonly mostValues: number;
}

/**
 * Reads the events once more where the trace has counters.
 * @param isMetric whether a name is that of a metric of times: a counter of that name has no series
 */
export function addCounters(places: CounterPlaces, rows: SeriesRows, isMetric: (name: string) => boolean): void {
  const { reading, definitions, locations, starts } = places;
  const { list, numbers } = wantedOf(definitions, isMetric);
  const most = rowsOf(places, list.length);
  if (list.length === 0 || most === 0) return;
  const kept = places.kept.slice(0, most - 1);
  const rowOf = rowByPath(places.callPaths, kept);
  for (const own of locations) {
    const sums = new Map<number, CounterSums>();
    const look = (location: number): ReturnType<Look> => {
      const begins = elementAt(starts, location);
      if (begins.length === 0) return {};
      const made = new CounterSums(numbers, rowOf, kept.length + 1, begins);
      sums.set(location, made);
      return { times: made.times, readings: made.readings };
    };
    reading.read(own, look);
    for (const [location, found] of [...sums].sort(([left], [right]) => left - right))
      for (const [counter, { name, unit, scale }] of list.entries())
        for (const [row, node] of [...kept, NO_INDEX].entries())
          rows.addCounter(
            { name, unit },
            node,
            location,
            found.row(counter, row).map((value) => value * scale),
          );
  }
}

/**
 * Returns the number of rows of a counter on a location, limited by memory: those of call paths, and one of all others.
 */
function rowsOf({ starts, mostValues }: CounterPlaces, counters: number): number {
  const threads = starts.filter(({ length }) => length > 0);
  const values = threads.reduce((sum, { length }) => sum + length, 0) * counters;
  return Math.min(MOST_PATHS + 1, Math.floor(mostValues / Math.max(1, values)));
}

/** Counters by name, and which of them the values of events are; several classes may count the same. */
function wantedOf(
  { counters }: Definitions,
  isMetric: (name: string) => boolean,
): { readonly list: readonly Wanted[]; readonly numbers: CounterNumbers } {
  const list: Wanted[] = [];
  const ofClass = new Map<number, readonly number[]>();
  const numberOf = ({ name, unit, scale }: { name: string; unit: string; scale: number }): number => {
    const known = list.findIndex((counter) => counter.name === name);
    if (known >= 0) return elementAt(list, known).scale === scale ? known : -1;
    if (isMetric(name) || list.length === MOST_COUNTERS) return -1;
    return list.push({ name, unit: unitOfCounter(unit), scale }) - 1;
  };
  for (const [id, members] of counters ?? []) ofClass.set(id, members.map(numberOf));
  return { list, numbers: { count: list.length, ofClass } };
}
