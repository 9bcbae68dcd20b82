import { absent } from '../../../base/elements.js';
import type { Definitions } from '../../../model/definitions.js';
import type { Processes } from '../../../model/processes.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import type { Memory } from '../tables/memory.js';
import { release } from '../tables/release.js';
import { Channels, NO_CHANNEL } from './channels.js';

/** Which send each receive belongs to. */
export interface MessageMatching {
  /** Row of the send for each receive, -1 where there is none. */
  readonly sendOf: Int32Array;
  readonly unmatchedSends: number;
  readonly unmatchedReceives: number;
  readonly channels: Channels;
}

/**
 * Matches messages by MPI's rules: within a channel (communicator, source, destination, tag) the n-th send belongs to
 * the n-th receive in posting order. Wildcard receives record their actual source and tag. Of two posted receives that
 * match a message the one posted first receives it, so the rule also holds for wildcards.
 */
export function matchMessages(
  records: CommunicationRecords,
  definitions: Definitions,
  processes: Processes,
): MessageMatching {
  const { sends, receives } = records;
  const channels = new Channels(records.ends, definitions, processes);
  const sendEnds = sends.columns.end.subarray(0, sends.length);
  const receiveEnds = receives.columns.end.subarray(0, receives.length);
  // All ends first: then it is known how many channels there are.
  const sendChannels = channelsOfEnds(sendEnds, records.ends.count, (end) => channels.ofSend(end));
  const receiveChannels = channelsOfEnds(receiveEnds, records.ends.count, (end) => channels.ofReceive(end));
  const { memory } = receives;
  const sent = queues(sendEnds, sendChannels, sends.columns.time, channels.count, memory);
  const received = queues(receiveEnds, receiveChannels, receives.columns.postTime, channels.count, memory);

  const sendOf = memory.int32(receives.length).fill(-1);
  let matched = 0;
  for (let channel = 0; channel < channels.count; channel++) {
    const from = firstOf(sent, channel);
    const receiveFrom = firstOf(received, channel);
    const pairs = Math.min(firstOf(sent, channel + 1) - from, firstOf(received, channel + 1) - receiveFrom);
    for (let n = 0; n < pairs; n++) {
      const receive = received.rows[receiveFrom + n] ?? absent(receiveFrom + n);
      sendOf[receive] = sent.rows[from + n] ?? absent(from + n);
    }
    matched += pairs;
  }
  release(sent.rows, received.rows);
  return { sendOf, unmatchedSends: sends.length - matched, unmatchedReceives: receives.length - matched, channels };
}

/** Row of the receive of each send, -1 where there is none. @param memory where they lie */
export function receivesOf({ sendOf }: MessageMatching, sends: number, memory: Memory): Int32Array {
  const receiveOf = memory.int32(sends).fill(-1);
  for (let receive = 0; receive < sendOf.length; receive++) {
    const send = sendOf[receive] ?? absent(receive);
    if (send >= 0) receiveOf[send] = receive;
  }
  return receiveOf;
}

/** The channel of each end that messages have, by end; each is asked for once, in the order in which they occur. */
function channelsOfEnds(ends: Int32Array, count: number, channelOf: (end: number) => number): Int32Array {
  const channels = new Int32Array(count).fill(NO_CHANNEL);
  const isKnown = new Uint8Array(count);
  const { length } = ends;
  for (let row = 0; row < length; row++) {
    const end = ends[row] ?? absent(row);
    if (isKnown[end] === 1) continue;
    isKnown[end] = 1;
    channels[end] = channelOf(end);
  }
  return channels;
}

/** The rows of each channel in order of time: those of channel c from `first[c]` up to `first[c + 1]`. */
interface Queues {
  readonly rows: Uint32Array;
  readonly first: Uint32Array;
}

function firstOf({ first }: Queues, channel: number): number {
  return first[channel] ?? absent(channel);
}

/**
 * Rows are in order of time within each location. Receives may complete in another order than they were posted, and
 * several threads of a process may use one channel: only such channels need sorting. Equal times keep the order of
 * rows.
 */
function queues(ends: Int32Array, channelOf: Int32Array, time: Float64Array, channels: number, memory: Memory): Queues {
  const { length } = ends;
  const channelAt = (row: number): number => {
    const end = ends[row] ?? absent(row);
    return channelOf[end] ?? absent(end);
  };
  const first = new Uint32Array(channels + 1);
  for (let row = 0; row < length; row++) {
    const channel = channelAt(row);
    if (channel !== NO_CHANNEL) first[channel + 1] = (first[channel + 1] ?? absent(channel)) + 1;
  }
  let count = 0;
  first.forEach((rows, i) => (first[i] = count += rows));
  const rows = memory.uint32(count);
  const next = first.slice();
  // Last time of each channel, to check whether its rows are in order.
  const latest = new Float64Array(channels).fill(Number.NEGATIVE_INFINITY);
  const isUnordered = new Uint8Array(channels);
  for (let row = 0; row < length; row++) {
    const channel = channelAt(row);
    if (channel === NO_CHANNEL) continue;
    const at = next[channel] ?? absent(channel);
    rows[at] = row;
    next[channel] = at + 1;
    const now = time[row] ?? absent(row);
    if (now < (latest[channel] ?? absent(channel))) isUnordered[channel] = 1;
    latest[channel] = now;
  }
  for (let channel = 0; channel < channels; channel++) {
    if (isUnordered[channel] === 1) {
      const own = rows.subarray(first[channel], first[channel + 1]);
      own.sort((a, b) => (time[a] ?? absent(a)) - (time[b] ?? absent(b)) || a - b);
    }
  }
  return { rows, first };
}
