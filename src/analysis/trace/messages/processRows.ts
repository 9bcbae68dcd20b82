import type { Processes } from '../../../model/processes.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';

/** Where the rows of each process begin, and how many rows there are: those of process p from `[p]` up to `[p + 1]`. */
export interface ProcessRows {
  readonly operations: Uint32Array;
  readonly sends: Uint32Array;
  readonly receives: Uint32Array;
}

/** The rows of the processes, which follow each other as the processes do. */
export function rowsOfProcesses(
  { operations, sends, receives, ends }: CommunicationRecords,
  { ofLocation, locations }: Processes,
): ProcessRows {
  const sendEnd = sends.columns.end;
  const receiveEnd = receives.columns.end;
  const { location } = operations.columns;
  const count = locations.length;
  return {
    operations: firstRows(count, operations.length, (row) => ofLocation[location[row]]),
    sends: firstRows(count, sends.length, (row) => ofLocation[ends.location(sendEnd[row])]),
    receives: firstRows(count, receives.length, (row) => ofLocation[ends.location(receiveEnd[row])]),
  };
}

/** Each process's first row is looked for by bisection, from that of the process before on. */
function firstRows(processes: number, length: number, processOf: (row: number) => number): Uint32Array {
  const first = new Uint32Array(processes + 1);
  first[processes] = length;
  for (let process = 1; process < processes; process++) {
    let low = first[process - 1];
    let high = length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (processOf(middle) < process) low = middle + 1;
      else high = middle;
    }
    first[process] = low;
  }
  return first;
}
