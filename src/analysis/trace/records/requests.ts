import { leakedRequests, type LeakedAt } from './leakedRequests.js';
import { type CommunicationRecords, NONE } from './communicationRecords.js';
import { inOrderOfTime, type RequestRecords } from './requestRecords.js';

/** What the requests of one process leave, once its non-blocking operations are joined. */
export interface RequestsOfProcess {
  /** Non-blocking sends that never complete. */
  readonly openSends: number;
  /** Receives that were posted and never complete, counted; a cancelled one looks the same. */
  readonly openReceives: number;
  /** When the first of them was posted, in seconds; Infinity where there is none. */
  readonly openSince: number;
  /** Receives that complete without ever having been posted. */
  readonly unposted: number;
  /** Operations that are started and neither complete nor are cancelled; empty where nobody asks. */
  readonly leaked: readonly LeakedAt[];
}

/**
 * Joins the non-blocking operations of a process with their completion, by request (a request may be completed by
 * another thread). A request that was cancelled has no completion, and its number may be used again. Fills `completedIn`
 * of the sends, and `postedIn` and `postTime` of the receives; what never completes, or completes without having been
 * posted, keeps what it had.
 * @param findLeaks whether requests that never end are looked for
 */
export function joinRequests(
  requests: RequestRecords,
  records: CommunicationRecords,
  findLeaks: boolean,
): RequestsOfProcess {
  joinSends(requests, records);
  const posted = joinReceives(requests, records);
  return {
    openSends: Math.max(0, requests.sendStarts.length - requests.sendEnds.length),
    ...posted,
    leaked: findLeaks ? leakedRequests(requests, records) : [],
  };
}

function joinSends({ sendStarts, sendEnds }: RequestRecords, { sends }: CommunicationRecords): void {
  if (sendEnds.length === 0) return;
  const start = sendStarts.columns;
  const end = sendEnds.columns;
  const starts = inOrderOfTime(sendStarts);
  const open = new Map<number, number>();
  let next = 0;
  for (const row of inOrderOfTime(sendEnds)) {
    for (; next < starts.length && start.time[starts[next]] <= end.time[row]; next++) {
      open.set(start.request[starts[next]], starts[next]);
    }
    const started = open.get(end.request[row]);
    if (started === undefined) continue;
    sends.columns.completedIn[start.row[started]] = end.operation[row];
    open.delete(end.request[row]);
  }
}

function joinReceives(
  { receiveStarts, receiveEnds }: RequestRecords,
  { receives }: CommunicationRecords,
): Pick<RequestsOfProcess, 'openReceives' | 'openSince' | 'unposted'> {
  const start = receiveStarts.columns;
  const end = receiveEnds.columns;
  const { postedIn, postTime, unposted } = receives.columns;
  const starts = inOrderOfTime(receiveStarts);
  const isJoined = new Uint8Array(receiveStarts.length);
  const open = new Map<number, number>();
  let joined = 0;
  let next = 0;
  for (const row of inOrderOfTime(receiveEnds)) {
    for (; next < starts.length && start.time[starts[next]] <= end.time[row]; next++) {
      open.set(start.request[starts[next]], starts[next]);
    }
    const receive = end.row[row];
    const posted = open.get(end.request[row]);
    unposted[receive] = 1;
    if (posted === undefined) continue;
    postedIn[receive] = start.operation[posted];
    postTime[receive] = start.time[posted];
    open.delete(end.request[row]);
    // Posted at the moment it completes, and outside of any call: that says nothing.
    if (postedIn[receive] === NONE && start.time[posted] === end.time[row]) continue;
    unposted[receive] = 0;
    isJoined[posted] = 1;
    joined++;
  }
  return {
    openReceives: receiveStarts.length - joined,
    openSince: start.time.subarray(0, isJoined.length).reduce(earliestOpen(isJoined), Number.POSITIVE_INFINITY),
    unposted: receiveEnds.length - joined,
  };
}

function earliestOpen(isJoined: Uint8Array): (since: number, time: number, row: number) => number {
  return (since, time, row) => (isJoined[row] === 1 ? since : Math.min(since, time));
}
