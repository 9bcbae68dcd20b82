import type { Forecast } from '../tables/forecast.js';
import { Operation } from '../metrics/operations.js';
import { Table } from '../tables/table.js';
import { ChannelEnds } from './channelEnds.js';
import { CollectiveShapes } from './collectiveShapes.js';

/** Means "none" in a column: no operation, no request. */
export const NONE = -1;

/**
 * The records that cross locations, of all locations, each location's in order of time. Everything else of a trace is
 * summed up while it is read, so that memory follows communication and not the length of the trace.
 * Times are seconds since the start of the trace; columns that name an operation hold a row of `operations` or NONE.
 */
export interface CommunicationRecords {
  /** MPI calls that other records refer to: their location, call path and kind, and when they were entered and left. */
  readonly operations: Table<'enter' | 'leave', 'location' | 'node', 'kind'>;
  /** Who talks to whom, by the `end` of messages. */
  readonly ends: ChannelEnds;
  /** Sends when they start; `completedIn` is the operation in which they complete; `bytes` is how much is sent. */
  readonly sends: Table<'time' | 'bytes', 'operation' | 'completedIn' | 'end'>;
  /**
   * Receives when they complete; `postedIn` is the operation that posted the receive, at `postTime`. `unposted` is 1 for
   * a non-blocking receive that was never posted.
   */
  readonly receives: Table<'time' | 'postTime', 'operation' | 'postedIn' | 'end', 'hasData' | 'unposted'>;
  /** Collective operations by their `shape`. */
  readonly shapes: CollectiveShapes;
  /** Blocking collective operations when they end. */
  readonly collectives: Table<'begin' | 'end', 'operation' | 'shape'>;
}

/** @param forecast how many there will be, and where they lie */
export function emptyRecords(forecast?: Forecast): CommunicationRecords {
  return {
    operations: new Table(['enter', 'leave'], ['location', 'node'], forecast, ['kind']),
    ends: new ChannelEnds(),
    sends: new Table(['time', 'bytes'], ['operation', 'completedIn', 'end'], forecast),
    receives: new Table(['time', 'postTime'], ['operation', 'postedIn', 'end'], forecast, ['hasData', 'unposted']),
    shapes: new CollectiveShapes(),
    collectives: new Table(['begin', 'end'], ['operation', 'shape'], forecast),
  };
}

/** Releases the memory of messages; the MPI calls they happened in stay. */
export function forgetMessages({ sends, receives, ends }: CommunicationRecords): void {
  sends.clear();
  receives.clear();
  ends.clear();
}

/** Releases the memory of collective operations; their MPI calls stay. */
export function forgetCollectives({ collectives, shapes }: CommunicationRecords): void {
  collectives.clear();
  shapes.clear();
}

/** Takes an MPI call out of all verdicts about waiting. Sends that never wait stay what they are: others wait for them. */
export function undecide({ operations }: CommunicationRecords, row: number): void {
  const { kind } = operations.columns;
  if (kind[row] !== Operation.LocalSend) kind[row] = Operation.Undecided;
}
