import { absent } from '../../../base/elements.js';
import { leakedRequests, type LeakedAt } from './leakedRequests.js';
import { type CommunicationRecords, NONE } from './communicationRecords.js';
import { inOrderOfTime, type RequestRecords, type RequestTables } from './requestRecords.js';

/** Results for the requests of one process, once its non-blocking operations are joined. */
export interface RequestsOfProcess {
  /** Non-blocking sends that never complete. */
  readonly openSends: number;
  /** Receives that were posted and never complete, counted; a cancelled one looks the same. */
  readonly openReceives: number;
  /** When the first of them was posted, in seconds; Infinity where there is none. */
  readonly openSince: number;
  /** Receives that complete without ever having been posted. */
  readonly unposted: number;
  /** Operations that are started and neither complete nor are cancelled; empty if not requested. */
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
  const { row: send } = sendStarts.columns;
  const { completedIn } = sends.columns;
  const { time, request, operation } = sendEnds.columns;
  const open = new OpenRequests(sendStarts);
  for (const row of inOrderOfTime(sendEnds)) {
    const started = open.take(request[row] ?? absent(row), time[row] ?? absent(row));
    if (started !== undefined) completedIn[send[started] ?? absent(started)] = operation[row] ?? absent(row);
  }
}

function joinReceives(
  { receiveStarts, receiveEnds }: RequestRecords,
  { receives }: CommunicationRecords,
): Pick<RequestsOfProcess, 'openReceives' | 'openSince' | 'unposted'> {
  const start = receiveStarts.columns;
  const end = receiveEnds.columns;
  const { postedIn, postTime, unposted } = receives.columns;
  const isJoined = new Uint8Array(receiveStarts.length);
  const open = new OpenRequests(receiveStarts);
  let joined = 0;
  for (const row of inOrderOfTime(receiveEnds)) {
    const receive = end.row[row] ?? absent(row);
    const completed = end.time[row] ?? absent(row);
    const posted = open.take(end.request[row] ?? absent(row), completed);
    unposted[receive] = 1;
    if (posted === undefined) continue;
    const operation = start.operation[posted] ?? absent(posted);
    const time = start.time[posted] ?? absent(posted);
    postedIn[receive] = operation;
    postTime[receive] = time;
    // Posted at the moment it completes, and outside of any call: carries no information.
    if (operation === NONE && time === completed) continue;
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

/** The operations of a process that have started and are not yet complete, by request, in order of time. */
class OpenRequests {
  private readonly rows: Uint32Array;
  private readonly open = new Map<number, number>();
  private next = 0;

  constructor(private readonly starts: RequestTables) {
    this.rows = inOrderOfTime(starts);
  }

  /** Ends what was started with a request up to a time. @returns its row; undefined where nothing was */
  take(request: number, time: number): number | undefined {
    this.startUntil(time);
    const started = this.open.get(request);
    if (started !== undefined) this.open.delete(request);
    return started;
  }

  private startUntil(time: number): void {
    const { rows, starts, open } = this;
    const { columns } = starts;
    for (; this.next < rows.length; this.next++) {
      const row = rows[this.next] ?? absent(this.next);
      if ((columns.time[row] ?? absent(row)) > time) return;
      open.set(columns.request[row] ?? absent(row), row);
    }
  }
}

function earliestOpen(isJoined: Uint8Array): (since: number, time: number, row: number) => number {
  return (since, time, row) => (isJoined[row] === 1 ? since : Math.min(since, time));
}
