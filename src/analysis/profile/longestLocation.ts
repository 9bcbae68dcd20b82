import { addAt, elementAt } from '../../base/elements.js';
import type { Definitions } from '../../model/definitions.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { processesOf } from '../../model/processes.js';
import type { Seconds } from '../../base/units.js';
import { exclusive } from '../trace/severities/space.js';

/**
 * Returns the duration of the run, estimated from a profile: the maximum time of a single thread. Streams of devices
 * count if there are no threads.
 */
export function longestLocation(space: PerformanceSpace, { locations }: Definitions): Seconds {
  const times = timesOf(space);
  const ofThreads = times.filter((_, index) => locations.at(index)?.type !== 'accelerator-stream');
  return (ofThreads.length === 0 ? times : ofThreads).reduce((most, seconds) => Math.max(most, seconds), 0);
}

/** The most time that a single location of each process has. */
export function longestOfProcesses(space: PerformanceSpace, definitions: Definitions): Seconds[] {
  const times = timesOf(space);
  return processesOf(definitions).locations.map((members) =>
    members.reduce((most, location) => Math.max(most, elementAt(times, location)), 0),
  );
}

function timesOf(space: PerformanceSpace): Float64Array {
  const times = new Float64Array(space.locationCount);
  const { location, value } = exclusive(space, 'time');
  value.forEach((seconds, i) => addAt(times, elementAt(location, i), seconds));
  return times;
}
