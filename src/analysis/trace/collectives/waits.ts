import type { CollectiveInstance } from './instances.js';

/** Who waits how long in one collective operation, and for whom. */
export interface CollectiveWaits {
  /** Seconds the process of a rank waits; 0 or less where it does not. */
  readonly seconds: (rank: number) => number;
  /** The rank it waits for, where there is one to name. */
  readonly lateRank: (rank: number) => number | undefined;
}

type Times = Pick<CollectiveInstance, 'begin' | 'end'>;

const none: CollectiveWaits = { seconds: () => 0, lateRank: () => undefined };

/** The rank with the latest begin among those that `counts` accepts; undefined when it accepts none. */
function latest(begin: Float64Array, counts?: (rank: number) => boolean): number | undefined {
  let found = -1;
  for (let rank = 0; rank < begin.length; rank++) {
    if ((found < 0 || begin[rank] > begin[found]) && counts?.(rank) !== false) found = rank;
  }
  return found < 0 ? undefined : found;
}

function earliest(times: Float64Array): number {
  let found = Number.POSITIVE_INFINITY;
  for (const time of times) found = Math.min(found, time);
  return found;
}

/** Waiting of the ranks that `waits` accepts until `late` begins, but not longer than until their own end. */
function untilBegin(
  { begin, end }: Times,
  late: number | undefined,
  waits: (rank: number) => boolean = () => true,
): CollectiveWaits {
  if (late === undefined) return none;
  return {
    seconds: (rank) => (waits(rank) ? Math.min(begin[late], end[rank]) - begin[rank] : 0),
    lateRank: () => late,
  };
}

/** Wait at Barrier: `min(latest begin, own end) - own begin`. */
export function barrierWait(times: Times): CollectiveWaits {
  return untilBegin(times, latest(times.begin));
}

/** Barrier Completion: `own end - max(earliest end, latest begin)`. */
export function barrierCompletion({ begin, end }: Times): CollectiveWaits {
  const late = latest(begin);
  if (late === undefined) return none;
  const from = Math.max(earliest(end), begin[late]);
  return { ...none, seconds: (rank) => end[rank] - from };
}

/**
 * Wait at N×N (Wolf 2003, example 3.4): as at a barrier. Where a process ended before the last one began, not all
 * were synchronised: then only processes that send data hold others up, and only receivers wait.
 */
export function nxnWait(instance: CollectiveInstance): CollectiveWaits {
  const { begin, end, sent, received } = instance;
  const last = latest(begin);
  if (last !== undefined && earliest(end) >= begin[last]) {
    return untilBegin(instance, last, (rank) => sent[rank] > 0 || received[rank] > 0);
  }
  return waitForSenders(instance);
}

/** Waiting of those that receive data until the last of those that send some begins. */
export function waitForSenders(instance: CollectiveInstance): CollectiveWaits {
  const { begin, sent, received } = instance;
  const lastSender = latest(begin, (rank) => sent[rank] > 0);
  return untilBegin(instance, lastSender, (rank) => received[rank] > 0);
}

/**
 * Completion where one group receives what the other one sends: `own end - max(earliest end of the receivers, latest
 * begin of the senders, own begin)`. The receivers do not wait for each other, so that one may begin after another's end.
 */
export function completionOfReceivers({ begin, end, sent, received }: CollectiveInstance): CollectiveWaits {
  const lastSender = latest(begin, (rank) => sent[rank] > 0);
  if (lastSender === undefined) return none;
  const from = Math.max(earliest(end.filter((_, rank) => received[rank] > 0)), begin[lastSender]);
  return { ...none, seconds: (rank) => (received[rank] > 0 ? end[rank] - Math.max(from, begin[rank]) : 0) };
}

/** N×N Completion: as at a barrier, for processes that send or receive data. */
export function nxnCompletion(instance: CollectiveInstance): CollectiveWaits {
  const { sent, received } = instance;
  const completion = barrierCompletion(instance);
  return { ...none, seconds: (rank) => (sent[rank] > 0 || received[rank] > 0 ? completion.seconds(rank) : 0) };
}

/** Late Broadcast: `min(root's begin, own end) - own begin` for processes that receive data. */
export function lateBroadcast(instance: CollectiveInstance): CollectiveWaits {
  const { begin, received, root } = instance;
  return untilBegin(instance, root < begin.length ? root : undefined, (rank) => rank !== root && received[rank] > 0);
}

/** Early Reduce: at the root, `min(latest sender's begin, root's end) - root's begin`. */
export function earlyReduce(instance: CollectiveInstance): CollectiveWaits {
  const { begin, sent, root } = instance;
  const lastSender = latest(begin, (rank) => rank !== root && sent[rank] > 0);
  return untilBegin(instance, lastSender, (rank) => rank === root);
}

/** Early Scan: `min(latest begin of the lower and own ranks that send data, own end) - own begin`. */
export function earlyScan({ begin, end, sent }: CollectiveInstance): CollectiveWaits {
  const late: (number | undefined)[] = [];
  let soFar: number | undefined;
  begin.forEach((time, rank) => {
    if (sent[rank] > 0 && (soFar === undefined || time > begin[soFar])) soFar = rank;
    late.push(soFar);
  });
  return {
    seconds: (rank) => {
      const other = late[rank];
      return other === undefined ? 0 : Math.min(begin[other], end[rank]) - begin[rank];
    },
    lateRank: (rank) => late[rank],
  };
}
