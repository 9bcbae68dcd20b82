import { rowsByProcess, type Processes } from '../../../model/processes.js';
import { type CommunicationRecords, NONE } from '../records/communicationRecords.js';

/** Non-blocking receives of one process that the trace does not tell the end of, or the start. */
export interface OpenReceives {
  /** How many were posted and never complete; a cancelled one looks the same. */
  readonly count: number;
  /** When the first of them was posted; Infinity where there is none. */
  readonly since: number;
}

/** The receives of each process that were posted and never complete. Requests must be joined with their completions. */
export function openReceives(records: CommunicationRecords, processes: Processes): OpenReceives[] {
  const { receives, receiveRequests } = records;
  const posts = rowsByProcess(
    receiveRequests.length,
    receiveRequests.columns.location,
    receiveRequests.columns.time,
    processes,
  );
  const completions = rowsByProcess(receives.length, receives.columns.location, receives.columns.postTime, processes);
  return posts.map((rows, process) => {
    const posted = Float64Array.from(rows, (row) => receiveRequests.columns.time[row]);
    const joined = completions[process].filter((row) => isJoined(records, row));
    const ended = Float64Array.from(joined, (row) => receives.columns.postTime[row]);
    return surplus(posted, ended);
  });
}

/** Whether a receive is non-blocking and known to have been posted before it completed. */
function isJoined({ receives }: CommunicationRecords, row: number): boolean {
  const { request, postTime, time, postedIn } = receives.columns;
  return request[row] !== NONE && (postedIn[row] !== NONE || postTime[row] !== time[row]);
}

/** Whether a receive completes without ever having been posted. */
export function isUnposted(records: CommunicationRecords, row: number): boolean {
  return records.receives.columns.request[row] !== NONE && !isJoined(records, row);
}

/** Whether any receive does. */
export function hasUnposted(records: CommunicationRecords): boolean {
  for (let row = 0; row < records.receives.length; row++) if (isUnposted(records, row)) return true;
  return false;
}

/** Which of the times posted are not among those that ended; both ascending. */
function surplus(posted: Float64Array, ended: Float64Array): OpenReceives {
  let since = Number.POSITIVE_INFINITY;
  let next = 0;
  for (const time of posted) {
    if (next < ended.length && ended[next] === time) next++;
    else since = Math.min(since, time);
  }
  return { count: posted.length - next, since };
}

/** How many non-blocking sends of each process never complete. */
export function openSends({ sends, sendCompletions }: CommunicationRecords, processes: Processes): Int32Array {
  const open = new Int32Array(processes.locations.length);
  const { location, request } = sends.columns;
  for (let row = 0; row < sends.length; row++) {
    if (request[row] !== NONE) open[processes.ofLocation[location[row]]]++;
  }
  const completed = sendCompletions.columns.location;
  for (let row = 0; row < sendCompletions.length; row++) open[processes.ofLocation[completed[row]]]--;
  return open.map((count) => Math.max(0, count));
}
