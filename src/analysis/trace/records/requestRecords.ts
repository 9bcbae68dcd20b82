import { absent } from '../../../base/elements.js';
import { Table } from '../tables/table.js';

/**
 * Starts and ends of the non-blocking operations of one process, in order of time by location. They are joined when the
 * process was read (`joinRequests`), and forgotten.
 */
export class RequestRecords {
  /** `row` is that of the sends. */
  readonly sendStarts = new Table(['time', 'request'], ['operation', 'row']);
  readonly sendEnds = new Table(['time', 'request'], ['operation']);
  readonly receiveStarts = new Table(['time', 'request'], ['operation']);
  /** `row` is that of the receives. */
  readonly receiveEnds = new Table(['time', 'request'], ['row']);
  /** Requests that the program cancelled, when it learned that they are. */
  readonly cancellations = new Table(['time', 'request'], []);

  startSend(time: number, request: number, operation: number, send: number): void {
    const row = addTo(this.sendStarts, time, request);
    this.sendStarts.columns.operation[row] = operation;
    this.sendStarts.columns.row[row] = send;
  }

  endSend(time: number, request: number, operation: number): void {
    const row = addTo(this.sendEnds, time, request);
    this.sendEnds.columns.operation[row] = operation;
  }

  postReceive(time: number, request: number, operation: number): void {
    const row = addTo(this.receiveStarts, time, request);
    this.receiveStarts.columns.operation[row] = operation;
  }

  endReceive(time: number, request: number, receive: number): void {
    const row = addTo(this.receiveEnds, time, request);
    this.receiveEnds.columns.row[row] = receive;
  }

  cancel(time: number, request: number): void {
    addTo(this.cancellations, time, request);
  }

  /** Forgets all, for the next process. */
  reuse(): void {
    for (const table of this.tables()) table.reuse();
  }

  /** Forgets all and gives the memory back. */
  clear(): void {
    for (const table of this.tables()) table.clear();
  }

  private tables(): readonly { reuse(): void; clear(): void }[] {
    return [this.sendStarts, this.sendEnds, this.receiveStarts, this.receiveEnds, this.cancellations];
  }
}

/** Common columns of all these tables. */
export interface RequestTables {
  readonly length: number;
  readonly columns: { readonly time: Float64Array; readonly request: Float64Array };
}

function addTo(table: RequestTables & { addRow(): number }, time: number, request: number): number {
  const row = table.addRow();
  table.columns.time[row] = time;
  table.columns.request[row] = request;
  return row;
}

/**
 * The rows in order of time. They come ordered within each location, so that only processes with several recording
 * threads need sorting; equal times keep the order of the rows.
 */
export function inOrderOfTime({ length, columns: { time } }: RequestTables): Uint32Array {
  const rows = new Uint32Array(length);
  let isSorted = true;
  let before = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < length; row++) {
    rows[row] = row;
    const at = time[row] ?? absent(row);
    if (at < before) isSorted = false;
    before = at;
  }
  return isSorted ? rows : rows.sort((a, b) => (time[a] ?? absent(a)) - (time[b] ?? absent(b)) || a - b);
}
