import { Table } from '../table.js';

/** Stands for "none" in a column: no operation, no request. */
export const NONE = -1;

/**
 * The records that cross locations, of all locations, each location's in order of time. Everything else of a trace is
 * summed up while it is read, so that memory follows communication and not the length of the trace.
 * Times are seconds since the start of the trace; `operation` is a row of `operations` or NONE.
 */
export interface CommunicationRecords {
  /** MPI calls that another record refers to: where they stand, and when they were entered and left. */
  readonly operations: Table<'location' | 'node' | 'kind' | 'enter' | 'leave'>;
  /** Sends when they start; `request` is NONE for blocking ones, `completedIn` the operation in which they complete. */
  readonly sends: Table<
    'operation' | 'location' | 'time' | 'communicator' | 'peer' | 'tag' | 'bytes' | 'request' | 'completedIn'
  >;
  readonly sendCompletions: Table<'operation' | 'location' | 'time' | 'request'>;
  /** Non-blocking receives when they are posted; `cancelled` is 1 where the row cancels the request instead. */
  readonly receiveRequests: Table<'operation' | 'location' | 'time' | 'request' | 'cancelled'>;
  /** Receives when they complete; `postedIn` is the operation that posted the receive, at `postTime`. */
  readonly receives: Table<
    'operation' | 'location' | 'time' | 'communicator' | 'peer' | 'tag' | 'bytes' | 'request' | 'postedIn' | 'postTime'
  >;
  /** Blocking collective operations when they end. */
  readonly collectives: Table<
    'operation' | 'location' | 'begin' | 'end' | 'communicator' | 'collective' | 'root' | 'sent' | 'received'
  >;
}

export function emptyRecords(): CommunicationRecords {
  return {
    operations: new Table(['location', 'node', 'kind', 'enter', 'leave']),
    sends: new Table([
      'operation',
      'location',
      'time',
      'communicator',
      'peer',
      'tag',
      'bytes',
      'request',
      'completedIn',
    ]),
    sendCompletions: new Table(['operation', 'location', 'time', 'request']),
    receiveRequests: new Table(['operation', 'location', 'time', 'request', 'cancelled']),
    receives: new Table([
      'operation',
      'location',
      'time',
      'communicator',
      'peer',
      'tag',
      'bytes',
      'request',
      'postedIn',
      'postTime',
    ]),
    collectives: new Table([
      'operation',
      'location',
      'begin',
      'end',
      'communicator',
      'collective',
      'root',
      'sent',
      'received',
    ]),
  };
}
