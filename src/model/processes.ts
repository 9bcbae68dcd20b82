import { absent } from '../base/elements.js';
import { type Definitions, NO_INDEX } from './definitions.js';

/** The processes of a trace: locations that share an address space, and so MPI's ranks and requests. */
export interface Processes {
  /** Process of each location. Locations without a group are separate processes. */
  readonly ofLocation: Int32Array;
  /** Locations of each process, in the order of the trace. */
  readonly locations: readonly (readonly number[])[];
}

export function processesOf({ locations }: Definitions): Processes {
  const ofLocation = new Int32Array(locations.length);
  const members: number[][] = [];
  const ofGroup = new Map<number, number>();
  locations.forEach((location, index) => {
    let process = location.group === NO_INDEX ? undefined : ofGroup.get(location.group);
    if (process === undefined) {
      process = members.push([]) - 1;
      if (location.group !== NO_INDEX) ofGroup.set(location.group, process);
    }
    ofLocation[index] = process;
    (members[process] ?? absent(process)).push(index);
  });
  return { ofLocation, locations: members };
}

/** How many processes a run had: those that a measurement has summed up count too. */
export function processCount({ locationGroups }: Pick<Definitions, 'locationGroups'>): number {
  return locationGroups.reduce((sum, { type, summedOver = 1 }) => (type === 'process' ? sum + summedOver : sum), 0);
}

/** Whether values are sums of several processes, so that nothing is known of single ones. */
export function isSummed({ locationGroups }: Pick<Definitions, 'locationGroups'>): boolean {
  return locationGroups.some(({ summedOver = 1 }) => summedOver > 1);
}

/**
 * The rows of a table by process, each process's in order of `times`. Rows come ordered within each location, so that
 * only processes with several recording threads need sorting; equal times keep the order of the rows.
 */
export function rowsByProcess(
  length: number,
  location: Int32Array,
  times: Float64Array,
  processes: Processes,
): readonly Uint32Array[] {
  const counts = new Uint32Array(processes.locations.length);
  const processOf = (row: number): number => {
    const at = location[row] ?? absent(row);
    return processes.ofLocation[at] ?? absent(at);
  };
  for (let row = 0; row < length; row++) {
    const process = processOf(row);
    counts[process] = (counts[process] ?? absent(process)) + 1;
  }
  const lists = Array.from(counts, (count) => new Uint32Array(count));
  counts.fill(0);
  for (let row = 0; row < length; row++) {
    const process = processOf(row);
    const at = counts[process] ?? absent(process);
    const list = lists[process] ?? absent(process);
    list[at] = row;
    counts[process] = at + 1;
  }
  const timeOf = (row: number): number => times[row] ?? absent(row);
  for (const list of lists) if (!isSorted(list, timeOf)) list.sort((a, b) => timeOf(a) - timeOf(b) || a - b);
  return lists;
}

function isSorted(rows: Uint32Array, timeOf: (row: number) => number): boolean {
  let last = -Infinity;
  for (const row of rows) {
    const time = timeOf(row);
    if (time < last) return false;
    last = time;
  }
  return true;
}
