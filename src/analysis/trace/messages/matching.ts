import type { Definitions } from '../../../model/definitions.js';
import type { Processes } from '../../../model/processes.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import { Channels, NO_CHANNEL } from './channels.js';

/** Which send each receive belongs to. */
export interface Matching {
  /** Row of the send for each receive, -1 where there is none. */
  readonly sendOf: Int32Array;
  readonly unmatchedSends: number;
  readonly unmatchedReceives: number;
  readonly channels: Channels;
}

/**
 * Matches messages by MPI's rules: within a channel (communicator, source, destination, tag) the n-th send belongs to
 * the n-th receive in the order in which they were posted. Wildcard receives carry their actual source and tag, and
 * of two posted receives that could take a message the one posted first does, so the rule holds for them too.
 */
export function matchMessages(records: CommunicationRecords, definitions: Definitions, processes: Processes): Matching {
  const { sends, receives } = records;
  const channels = new Channels(records.ends, definitions, processes);
  // All ends first: then it is known how many channels there are.
  const sendEnds = sends.columns.end.subarray(0, sends.length);
  const receiveEnds = receives.columns.end.subarray(0, receives.length);
  for (const end of sendEnds) channels.ofSend(end);
  for (const end of receiveEnds) channels.ofReceive(end);
  const sent = queues(sendEnds, (end) => channels.ofSend(end), sends.columns.time, channels.count);
  const received = queues(receiveEnds, (end) => channels.ofReceive(end), receives.columns.postTime, channels.count);

  const sendOf = new Int32Array(receives.length).fill(-1);
  let matched = 0;
  for (let channel = 0; channel < channels.count; channel++) {
    const [from, to] = [sent.first[channel], sent.first[channel + 1]];
    const [receiveFrom, receiveTo] = [received.first[channel], received.first[channel + 1]];
    const pairs = Math.min(to - from, receiveTo - receiveFrom);
    for (let n = 0; n < pairs; n++) sendOf[received.rows[receiveFrom + n]] = sent.rows[from + n];
    matched += pairs;
  }
  return { sendOf, unmatchedSends: sends.length - matched, unmatchedReceives: receives.length - matched, channels };
}

/** The rows of each channel in order of time: those of channel c from `first[c]` up to `first[c + 1]`. */
interface Queues {
  readonly rows: Uint32Array;
  readonly first: Uint32Array;
}

/**
 * Rows come in order of time within each location, but receives may complete in another order than they were posted, and
 * several threads of a process may use one channel: only such channels need sorting. Equal times keep the order of rows.
 */
function queues(ends: Int32Array, channelOf: (end: number) => number, time: Float64Array, channels: number): Queues {
  const first = new Uint32Array(channels + 1);
  for (const end of ends) if (channelOf(end) !== NO_CHANNEL) first[channelOf(end) + 1]++;
  for (let channel = 0; channel < channels; channel++) first[channel + 1] += first[channel];
  const rows = new Uint32Array(first[channels]);
  const next = first.slice();
  for (let row = 0; row < ends.length; row++) {
    const channel = channelOf(ends[row]);
    if (channel !== NO_CHANNEL) rows[next[channel]++] = row;
  }
  for (let channel = 0; channel < channels; channel++)
    sortByTime(rows.subarray(first[channel], first[channel + 1]), time);
  return { rows, first };
}

function sortByTime(rows: Uint32Array, time: Float64Array): void {
  for (let i = 1; i < rows.length; i++) {
    if (time[rows[i]] >= time[rows[i - 1]]) continue;
    rows.sort((a, b) => time[a] - time[b] || a - b);
    return;
  }
}
