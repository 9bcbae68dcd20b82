/** Useful time and time outside MPI of a run, or a part of it, by thread. */
import { type Definitions, NO_INDEX } from '../../model/definitions.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { type Columns, columnsOf, isParallel, isUseful, marked, markedBelow } from './classes.js';
import { byLocation } from './weighted.js';

/** A process and those of its threads that recorded anything; the first one is the master. */
export interface MeasuredProcess {
  readonly threads: readonly number[];
}

export interface MeasuredTimes {
  readonly space: PerformanceSpace;
  readonly definitions: Definitions;
  readonly columns: Columns;
  readonly processes: readonly MeasuredProcess[];
  /** By location. */
  readonly time: Float64Array;
  readonly useful: Float64Array;
  /** The threads are teams in parallel regions that the run knows. */
  readonly hasTeams: boolean;
  /** 1 by call path within a parallel region. */
  readonly parallel: Uint8Array;
  /** 1 by call path of a region whose own time is useful. */
  readonly isUsefulPath: Uint8Array;
  /** 1 by call path that counts; omitted for the whole run. */
  readonly within?: Uint8Array;
}

/** @param within 1 by call path of the part to analyze; the whole run if omitted */
export function measuredTimes(space: PerformanceSpace, definitions: Definitions, within?: Uint8Array): MeasuredTimes {
  const columns = columnsOf(space, definitions);
  const { callTree, locationCount } = space;
  const whole = byLocation([columns.time], locationCount);
  // Definitions may contain locations that a space has no entries for, since nothing was recorded there.
  const processes = processesWith(definitions, (location) => (whole[location] ?? 0) > 0);
  const parallel = markedBelow(callTree, marked(callTree, definitions, isParallel));
  return {
    ...{ space, definitions, columns, processes, parallel },
    isUsefulPath: marked(callTree, definitions, isUseful),
    time: within === undefined ? whole : byLocation([columns.time], locationCount, within),
    useful: byLocation(columns.useful, locationCount, within),
    hasTeams: processes.some(({ threads }) => threads.length > 1) && parallel.includes(1),
    ...(within === undefined ? {} : { within }),
  };
}

/** Threads by process; streams of devices and what only counts are none, and neither are threads of which nothing is known. */
function processesWith({ locations }: Definitions, isKnown: (location: number) => boolean): MeasuredProcess[] {
  const found = new Map<string, number[]>();
  locations.forEach(({ type, group }, location) => {
    if (type === 'accelerator-stream' || type === 'metric' || !isKnown(location)) return;
    const key = group === NO_INDEX ? `alone ${location}` : `${group}`;
    found.set(key, [...(found.get(key) ?? []), location]);
  });
  return [...found.values()].map((threads) => ({ threads }));
}
