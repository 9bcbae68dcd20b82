import type { Forecast } from '../tables/forecast.js';
import { Operation } from '../metrics/operations.js';
import { Table } from '../tables/table.js';

/** Stands for "none" in a column: no operation, no request. */
export const NONE = -1;

/**
 * The records that cross locations, of all locations, each location's in order of time. Everything else of a trace is
 * summed up while it is read, so that memory follows communication and not the length of the trace.
 * Times are seconds since the start of the trace; columns that name an operation hold a row of `operations` or NONE.
 */
export interface CommunicationRecords {
  /** MPI calls that another record refers to: where they stand, what they are, and when they were entered and left. */
  readonly operations: Table<'enter' | 'leave', 'location' | 'node' | 'kind'>;
  /** Sends when they start; `request` is NONE for blocking ones, `completedIn` the operation in which they complete. */
  readonly sends: Table<
    'time' | 'tag' | 'bytes' | 'request',
    'operation' | 'location' | 'communicator' | 'peer' | 'completedIn'
  >;
  readonly sendCompletions: Table<'time' | 'request', 'operation' | 'location'>;
  /** Requests that the program cancelled, when it learned that they are. */
  readonly cancellations: Table<'time' | 'request', 'operation' | 'location'>;
  /** Non-blocking receives when they are posted. */
  readonly receiveRequests: Table<'time' | 'request', 'operation' | 'location'>;
  /** Receives when they complete; `postedIn` is the operation that posted the receive, at `postTime`. */
  readonly receives: Table<
    'time' | 'tag' | 'bytes' | 'request' | 'postTime',
    'operation' | 'location' | 'communicator' | 'peer' | 'postedIn'
  >;
  /** Blocking collective operations when they end. `root` may exceed 2^31 and so is a number. */
  readonly collectives: Table<
    'begin' | 'end' | 'root' | 'sent' | 'received',
    'operation' | 'location' | 'communicator' | 'collective'
  >;
}

export function emptyRecords(forecast?: Forecast): CommunicationRecords {
  return {
    operations: new Table(['enter', 'leave'], ['location', 'node', 'kind'], forecast),
    sends: new Table(
      ['time', 'tag', 'bytes', 'request'],
      ['operation', 'location', 'communicator', 'peer', 'completedIn'],
      forecast,
    ),
    sendCompletions: new Table(['time', 'request'], ['operation', 'location'], forecast),
    cancellations: new Table(['time', 'request'], ['operation', 'location']),
    receiveRequests: new Table(['time', 'request'], ['operation', 'location'], forecast),
    receives: new Table(
      ['time', 'tag', 'bytes', 'request', 'postTime'],
      ['operation', 'location', 'communicator', 'peer', 'postedIn'],
      forecast,
    ),
    collectives: new Table(
      ['begin', 'end', 'root', 'sent', 'received'],
      ['operation', 'location', 'communicator', 'collective'],
      forecast,
    ),
  };
}

/** Gives back the memory of messages and collective operations; the MPI calls they happened in stay. */
export function forgetCommunication(records: CommunicationRecords): void {
  records.sends.clear();
  records.sendCompletions.clear();
  records.cancellations.clear();
  records.receiveRequests.clear();
  records.receives.clear();
  records.collectives.clear();
}

/** Takes an MPI call out of all verdicts about waiting. Sends that never wait stay what they are: others wait for them. */
export function undecide({ operations }: CommunicationRecords, row: number): void {
  const { kind } = operations.columns;
  if (kind[row] !== Operation.LocalSend) kind[row] = Operation.Undecided;
}
