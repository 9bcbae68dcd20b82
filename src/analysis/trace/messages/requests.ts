import { type Processes, rowsByProcess } from '../../../model/processes.js';
import { type CommunicationRecords, NONE } from '../records/communicationRecords.js';

/**
 * Joins non-blocking operations with their completion, by request within each process (a request may be completed by
 * another thread). A request that was cancelled has no completion, and its number may be used again. Fills `completedIn` of the sends, and `postedIn` and `postTime` of the receives; what never
 * completes, or completes without having been posted, keeps what it had.
 */
export function resolveRequests(records: CommunicationRecords, processes: Processes): void {
  resolveSends(records, processes);
  resolveReceives(records, processes);
}

function resolveSends({ sends, sendCompletions }: CommunicationRecords, processes: Processes): void {
  if (sendCompletions.length === 0) return;
  const start = sends.columns;
  const end = sendCompletions.columns;
  const starts = rowsByProcess(sends.length, start.location, start.time, processes);
  const ends = rowsByProcess(sendCompletions.length, end.location, end.time, processes);
  ends.forEach((endRows, process) => {
    const startRows = starts[process];
    const open = new Map<number, number>();
    let next = 0;
    for (const row of endRows) {
      for (; next < startRows.length && start.time[startRows[next]] <= end.time[row]; next++) {
        if (start.request[startRows[next]] !== NONE) open.set(start.request[startRows[next]], startRows[next]);
      }
      const send = open.get(end.request[row]);
      if (send === undefined) continue;
      start.completedIn[send] = end.operation[row];
      open.delete(end.request[row]);
    }
  });
}

function resolveReceives({ receives, receiveRequests }: CommunicationRecords, processes: Processes): void {
  if (receiveRequests.length === 0) return;
  const post = receiveRequests.columns;
  const receive = receives.columns;
  const posts = rowsByProcess(receiveRequests.length, post.location, post.time, processes);
  const completions = rowsByProcess(receives.length, receive.location, receive.time, processes);
  completions.forEach((rows, process) => {
    const postRows = posts[process];
    const open = new Map<number, number>();
    let next = 0;
    for (const row of rows) {
      const request = receive.request[row];
      if (request === NONE) continue;
      for (; next < postRows.length && post.time[postRows[next]] <= receive.time[row]; next++) {
        open.set(post.request[postRows[next]], postRows[next]);
      }
      const posted = open.get(request);
      if (posted === undefined) continue;
      receive.postedIn[row] = post.operation[posted];
      receive.postTime[row] = post.time[posted];
      open.delete(request);
    }
  });
}
