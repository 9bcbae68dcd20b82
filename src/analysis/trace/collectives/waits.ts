import type { CollectiveInstance } from './instances.js';

/** Waiting time of one collective operation by rank, in seconds; 0 or less where a process does not wait. */
export type WaitsByRank = (rank: number) => number;

const max = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
const min = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);

/** Wait at Barrier: `min(latest begin, own end) - own begin`. */
export function barrierWait({ begin, end }: Pick<CollectiveInstance, 'begin' | 'end'>): WaitsByRank {
  const latest = max(begin);
  return (rank) => Math.min(latest, end[rank]) - begin[rank];
}

/** Barrier Completion: `own end - max(earliest end, latest begin)`. */
export function barrierCompletion({ begin, end }: Pick<CollectiveInstance, 'begin' | 'end'>): WaitsByRank {
  const from = Math.max(min(end), max(begin));
  return (rank) => end[rank] - from;
}

/**
 * Wait at N×N (Wolf 2003, example 3.4): as at a barrier. Where a process ended before the last one began, not all
 * were synchronised: then only processes that send data hold others up, and only receivers wait.
 */
export function nxnWait(instance: CollectiveInstance): WaitsByRank {
  const { begin, end, sent, received } = instance;
  if (min(end) >= max(begin)) {
    const latest = max(begin);
    return (rank) => (sent[rank] > 0 || received[rank] > 0 ? Math.min(latest, end[rank]) - begin[rank] : 0);
  }
  const latest = max(begin.filter((_, rank) => sent[rank] > 0));
  return (rank) => (received[rank] > 0 ? Math.min(latest, end[rank]) - begin[rank] : 0);
}

/** N×N Completion: as at a barrier. */
export function nxnCompletion(instance: CollectiveInstance): WaitsByRank {
  const completion = barrierCompletion(instance);
  return (rank) => (instance.sent[rank] > 0 || instance.received[rank] > 0 ? completion(rank) : 0);
}

/** Late Broadcast: `min(root's begin, own end) - own begin` for processes that receive data. */
export function lateBroadcast({ begin, end, received, root }: CollectiveInstance): WaitsByRank {
  if (root >= begin.length) return () => 0;
  return (rank) => (rank !== root && received[rank] > 0 ? Math.min(begin[root], end[rank]) - begin[rank] : 0);
}

/** Early Reduce: at the root, `min(latest sender's begin, root's end) - root's begin`. */
export function earlyReduce({ begin, end, sent, root }: CollectiveInstance): WaitsByRank {
  if (root >= begin.length) return () => 0;
  const latest = max(begin.filter((_, rank) => rank !== root && sent[rank] > 0));
  return (rank) => (rank === root ? Math.min(latest, end[root]) - begin[root] : 0);
}

/** Early Scan: `min(latest begin of the lower and own ranks that send data, own end) - own begin`. */
export function earlyScan({ begin, end, sent }: CollectiveInstance): WaitsByRank {
  const latest: number[] = [];
  let soFar = Number.NEGATIVE_INFINITY;
  begin.forEach((time, rank) => {
    if (sent[rank] > 0) soFar = Math.max(soFar, time);
    latest.push(soFar);
  });
  return (rank) => Math.min(latest[rank], end[rank]) - begin[rank];
}
