import { elementAt } from '../../../base/elements.js';
import type { Processes } from '../../../model/processes.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';

/** Rows that follow each other: from `first` up to `end`. */
export interface RowRange {
  readonly first: number;
  readonly end: number;
}

/** The rows of one process. */
export interface ProcessRows {
  readonly operations: RowRange;
  readonly sends: RowRange;
  readonly receives: RowRange;
}

/** The rows of the processes, which follow each other as the processes do. */
export function rowsOfProcesses(
  { operations, sends, receives, ends }: CommunicationRecords,
  { ofLocation, locations }: Processes,
): readonly ProcessRows[] {
  const processAt = (location: number): number => elementAt(ofLocation, location);
  const { location } = operations.columns;
  const processOf = {
    operation: (row: number) => processAt(elementAt(location, row)),
    send: (row: number) => processAt(ends.location(elementAt(sends.columns.end, row))),
    receive: (row: number) => processAt(ends.location(elementAt(receives.columns.end, row))),
  };
  let [operation, send, receive] = [0, 0, 0];
  return locations.map((_, process) => {
    const rows = {
      operations: { first: operation, end: endOf(process, operation, operations.length, processOf.operation) },
      sends: { first: send, end: endOf(process, send, sends.length, processOf.send) },
      receives: { first: receive, end: endOf(process, receive, receives.length, processOf.receive) },
    };
    [operation, send, receive] = [rows.operations.end, rows.sends.end, rows.receives.end];
    return rows;
  });
}

/** Returns the end of the rows of a process, which begin at `first`, by bisection. */
function endOf(process: number, first: number, length: number, processOf: (row: number) => number): number {
  let low = first;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (processOf(middle) <= process) low = middle + 1;
    else high = middle;
  }
  return low;
}
