import { addAt, elementAt } from '../../base/elements.js';
import { duration } from '../../base/text.js';
import type { Definitions } from '../../model/definitions.js';
import type { Finding, LocationShare } from '../../model/findings/findings.js';
import { locationNames } from '../../model/names.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { processesOf } from '../../model/processes.js';
import type { CallPaths } from '../report/index.js';
import { LEAST_TIME } from '../report/costs.js';
import { exclusive, total } from '../trace/severities/space.js';

/** The metric of computation beyond the average, of which there is a page. */
const OVERLOAD = 'imbalance_above';
const ADVICE =
  'Give those that take longest here less of the work, or share it out while the program runs. A trace of the same run shows who waits for them, and where.';

/**
 * Returns call paths whose computation is imbalanced. Their severity is the seconds beyond the mean of the locations,
 * CUBE's "overload". They are part of the exclusive time of the call path, so they never exceed the computation. They
 * can be added to times in MPI and OpenMP. The longest time and the mean are also reported. Their difference is the
 * "imbalance time" of DeRose, Homer and Johnson (Euro-Par 2007, section 3): the upper bound of possible savings. If
 * only the first threads of processes are at a call path, these are compared, else all threads.
 */
export function imbalances(space: PerformanceSpace, paths: CallPaths, definitions: Definitions): Finding[] {
  const totalTime = total(space, 'time');
  if (totalTime <= 0) return [];
  const names = locationNames(definitions);
  const groups = comparable(definitions);
  return [...byPath(space)].flatMap(([node, seconds]): Finding[] => {
    const locations = compared(seconds, groups);
    if (locations.length < 2) return [];
    const mean = locations.reduce((sum, location) => sum + elementAt(seconds, location), 0) / locations.length;
    const above = locations
      .map((location): LocationShare => ({
        location,
        name: names[location] ?? '',
        seconds: elementAt(seconds, location) - mean,
      }))
      .filter((share) => share.seconds > 0)
      .sort((one, other) => other.seconds - one.seconds || one.location - other.location);
    const beyond = above.reduce((sum, share) => sum + share.seconds, 0);
    const most = above.at(0);
    if (most === undefined || beyond / totalTime < LEAST_TIME) return [];
    const place = paths.place(node);
    return [
      {
        kind: 'cost',
        property: OVERLOAD,
        title: 'Load Imbalance',
        callPath: paths.steps(node),
        ...(place === undefined ? {} : { place }),
        seconds: beyond,
        severity: beyond / totalTime,
        confidence: 1,
        locations: above,
        explanation: explanationOf(most, mean, locations.length),
        advice: ADVICE,
      },
    ];
  });
}

function explanationOf({ name, seconds }: LocationShare, mean: number, count: number): string {
  return `Computation is unevenly spread over the ${count} locations: ${name} takes ${duration(mean + seconds)} here, ${duration(mean)} is the mean. Evenly spread, it would take ${duration(seconds)} less at most; what the others do meanwhile shows as time in MPI or OpenMP.`;
}

/** Computation by call path and location. */
function byPath(space: PerformanceSpace): Map<number, Float64Array> {
  const found = new Map<number, Float64Array>();
  const { callPath, location, value } = exclusive(space, 'comp');
  value.forEach((seconds, i) => {
    const node = elementAt(callPath, i);
    const known = found.get(node) ?? new Float64Array(space.locationCount);
    found.set(node, known);
    addAt(known, elementAt(location, i), seconds);
  });
  return found;
}

interface Groups {
  readonly first: readonly number[];
  readonly all: readonly number[];
}

/** Streams of devices are not compared with threads. */
function comparable(definitions: Definitions): Groups {
  const ofThreads = processesOf(definitions)
    .locations.map((members) => members.filter((one) => definitions.locations[one]?.type === 'cpu-thread'))
    .filter((members) => members.length > 0);
  return { first: ofThreads.flatMap((members) => members.slice(0, 1)), all: ofThreads.flat() };
}

/** The locations whose times at a call path are held against each other. */
function compared(seconds: Float64Array, { first, all }: Groups): readonly number[] {
  const firsts = new Set(first);
  const isParallel = all.some((location) => !firsts.has(location) && elementAt(seconds, location) > 0);
  return isParallel ? all : first;
}
