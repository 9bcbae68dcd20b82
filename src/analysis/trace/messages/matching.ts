import type { Definitions } from '../../../model/definitions.js';
import { type Processes, rowsByProcess } from '../../../model/processes.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import { Channels } from './channels.js';
import { Peers } from './peers.js';

/** Which send each receive belongs to. */
export interface Matching {
  /** Row of the send for each receive, -1 where there is none. */
  readonly sendOf: Int32Array;
  /** Process that sent, for each send. */
  readonly unmatchedSends: number;
  readonly unmatchedReceives: number;
}

/**
 * Matches messages by MPI's rules: within a channel (communicator, source, destination, tag) the n-th send belongs to
 * the n-th receive in the order in which they were posted. Wildcard receives carry their actual source and tag, and
 * of two posted receives that could take a message the one posted first does, so the rule holds for them too.
 */
export function matchMessages(records: CommunicationRecords, definitions: Definitions, processes: Processes): Matching {
  const { sends, receives } = records;
  const peers = new Peers(definitions, processes);
  const queues = new SendQueues(sends.length);
  enqueueSends(records, peers, processes, queues);

  const sendOf = new Int32Array(receives.length).fill(-1);
  const receive = receives.columns;
  let matched = 0;
  rowsByProcess(receives.length, receive.location, receive.postTime, processes).forEach((rows, process) => {
    for (const row of rows) {
      const source = peers.process(receive.communicator[row], process, receive.peer[row]);
      if (source === undefined) continue;
      const send = queues.take(receive.communicator[row], source, process, receive.tag[row]);
      sendOf[row] = send;
      if (send >= 0) matched++;
    }
  });
  return { sendOf, unmatchedSends: sends.length - matched, unmatchedReceives: receives.length - matched };
}

function enqueueSends(records: CommunicationRecords, peers: Peers, processes: Processes, queues: SendQueues): void {
  const send = records.sends.columns;
  rowsByProcess(records.sends.length, send.location, send.time, processes).forEach((rows, process) => {
    for (const row of rows) {
      const destination = peers.process(send.communicator[row], process, send.peer[row]);
      if (destination !== undefined) queues.put(send.communicator[row], process, destination, send.tag[row], row);
    }
  });
}

/** Sends waiting for their receive: one queue a channel, linked through the rows. */
class SendQueues {
  private readonly channels = new Channels();
  private readonly next: Int32Array;
  private readonly head: number[] = [];
  private readonly tail: number[] = [];

  constructor(sends: number) {
    this.next = new Int32Array(sends).fill(-1);
  }

  put(communicator: number, source: number, destination: number, tag: number, row: number): void {
    const channel = this.channels.number(communicator, source, destination, tag);
    if (channel === this.head.length) {
      this.head.push(row);
      this.tail.push(row);
      return;
    }
    if (this.head[channel] < 0) this.head[channel] = row;
    else this.next[this.tail[channel]] = row;
    this.tail[channel] = row;
  }

  /** The oldest send of a channel, or -1. */
  take(communicator: number, source: number, destination: number, tag: number): number {
    const channel = this.channels.number(communicator, source, destination, tag);
    if (channel === this.head.length) {
      this.head.push(-1);
      this.tail.push(-1);
      return -1;
    }
    const row = this.head[channel];
    if (row >= 0) this.head[channel] = this.next[row];
    return row;
  }
}
