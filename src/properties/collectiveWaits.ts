import { absent } from '../base/elements.js';

/**
 * Building blocks of formulas for collective operations. Times are seconds; members are in the order of their ranks.
 */

/** When each member began and ended its call. */
export interface CallTimes {
  readonly begin: Float64Array;
  readonly end: Float64Array;
}

/** One collective operation. */
export interface OperationMembers extends CallTimes {
  /** More than 0 where a member sends data, and where it receives some. */
  readonly sent: Float64Array;
  readonly received: Float64Array;
  /** Position of the root among the members; none where there is no such member. */
  readonly root: number;
}

/** Who waits how long in one collective operation, and for whom. */
export interface CollectiveWaits {
  /** Seconds the process of a rank waits; 0 or less where it does not. */
  readonly seconds: (rank: number) => number;
  /** The rank it waits for, where there is one to name. */
  readonly lateRank: (rank: number) => number | undefined;
}

/** No waiting, and no late rank. */
export const noWaits: CollectiveWaits = { seconds: () => 0, lateRank: () => undefined };

/** The rank with the latest begin among those that `counts` accepts; undefined when it accepts none. */
export function latest(begin: Float64Array, counts?: (rank: number) => boolean): number | undefined {
  let found = -1;
  let time = Number.NEGATIVE_INFINITY;
  for (let rank = 0; rank < begin.length; rank++) {
    const own = begin[rank] ?? absent(rank);
    if ((found >= 0 && !(own > time)) || counts?.(rank) === false) continue;
    found = rank;
    time = own;
  }
  return found < 0 ? undefined : found;
}

export function earliest(times: Float64Array): number {
  let found = Number.POSITIVE_INFINITY;
  for (const time of times) found = Math.min(found, time);
  return found;
}

/** Waiting of the ranks that `waits` accepts until `late` begins, but not longer than until their own end. */
export function untilBegin(
  { begin, end }: CallTimes,
  late: number | undefined,
  waits: (rank: number) => boolean = () => true,
): CollectiveWaits {
  if (late === undefined) return noWaits;
  const until = begin[late] ?? absent(late);
  return {
    seconds: (rank) => (waits(rank) ? Math.min(until, end[rank] ?? absent(rank)) - (begin[rank] ?? absent(rank)) : 0),
    lateRank: () => late,
  };
}

/** Waiting of those that receive data until the last of those that send some begins. */
export function waitForSenders(operation: OperationMembers): CollectiveWaits {
  return untilBegin(operation, latest(operation.begin, sends(operation)), receives(operation));
}

/**
 * Completion where one group receives what the other one sends: `own end - max(earliest end of the receivers, latest
 * begin of the senders, own begin)`. The receivers do not wait for each other, so that one may begin after another's end.
 */
export function completionOfReceivers(operation: OperationMembers): CollectiveWaits {
  const { begin, end } = operation;
  const isReceiver = receives(operation);
  const lastSender = latest(begin, sends(operation));
  if (lastSender === undefined) return noWaits;
  const firstEnd = earliest(end.filter((_, rank) => isReceiver(rank)));
  const from = Math.max(firstEnd, begin[lastSender] ?? absent(lastSender));
  const after = (rank: number): number => (end[rank] ?? absent(rank)) - Math.max(from, begin[rank] ?? absent(rank));
  return { ...noWaits, seconds: (rank) => (isReceiver(rank) ? after(rank) : 0) };
}

/** Which ranks send data. */
export function sends({ sent }: OperationMembers): (rank: number) => boolean {
  return (rank) => (sent[rank] ?? absent(rank)) > 0;
}

/** Which ranks receive data. */
export function receives({ received }: OperationMembers): (rank: number) => boolean {
  return (rank) => (received[rank] ?? absent(rank)) > 0;
}
