import type { Definitions } from '../../../model/definitions.js';
import { Channels } from '../messages/channels.js';
import type { Matching } from '../messages/matching.js';
import { Peers } from '../messages/peers.js';
import type { Processes } from '../../../model/processes.js';
import { type CommunicationRecords, NONE, undecide } from '../records/communicationRecords.js';
import { hasUnposted, isUnposted, openReceives, type OpenReceives, openSends } from './openRequests.js';
import type { ProcessCertainty } from './processCertainty.js';

/** What is uncertain about the messages of one process. */
export interface MessageDoubts {
  unmatchedSends: number;
  unmatchedReceives: number;
  /** Receives that seem to have a send, which may be another one's. */
  doubtfulReceives: number;
  openSends: number;
  openReceives: number;
}

/** The doubts by process, and since when there are any. */
export interface MessageFindings {
  readonly ofProcess: readonly MessageDoubts[];
  /** ENTER of the first call with a message that is not certain; Infinity where all are. */
  readonly since: number;
}

/** The messages of one channel, counted. */
interface Channel {
  readonly source: number;
  readonly destination: number;
  sends: number;
  receives: number;
  /** Some receive completes without having been posted, so that their order is not known. */
  unordered: boolean;
}

/**
 * Finds the messages whose ends may not belong together, because a record got lost and the count of the others of its
 * channel is shifted, and takes them out of the matching. Lost records at the end of a process shift nothing. Calls
 * that receive a message without a certain partner are not judged.
 */
export function doubtMessages(
  records: CommunicationRecords,
  matching: Matching,
  definitions: Definitions,
  processes: Processes,
  certainty: ProcessCertainty,
): MessageFindings {
  const waiting = openSends(records, processes);
  const isCertain =
    matching.unmatchedSends + matching.unmatchedReceives === 0 &&
    certainty.earliest === Number.POSITIVE_INFINITY &&
    waiting.every((count) => count === 0) &&
    !hasUnposted(records);
  const ofProcess = Array.from(waiting, noDoubts);
  if (isCertain) return { ofProcess, since: Number.POSITIVE_INFINITY };
  const open = openReceives(records, processes);
  return new MessageDoubter(records, matching, definitions, processes, certainty, open, ofProcess).doubt();
}

class MessageDoubter {
  private readonly channels: ChannelCounts;
  private since = Number.POSITIVE_INFINITY;

  constructor(
    private readonly records: CommunicationRecords,
    private readonly matching: Matching,
    definitions: Definitions,
    private readonly processes: Processes,
    private readonly certainty: ProcessCertainty,
    private readonly open: readonly OpenReceives[],
    private readonly ofProcess: readonly MessageDoubts[],
  ) {
    this.channels = new ChannelCounts(records, definitions, processes);
  }

  doubt(): MessageFindings {
    const isMatched = this.doubtReceives();
    for (let send = 0; send < isMatched.length; send++) if (isMatched[send] === 0) this.doubtSend(send);
    this.open.forEach(({ count, since }, process) => {
      if (count > 0 && !this.certainty.isWhole(process)) this.countOpen(process, count, since);
    });
    return { ofProcess: this.ofProcess, since: this.since };
  }

  /** Finds the receives without a certain send. Returns which sends had a receive before. */
  private doubtReceives(): Uint8Array {
    const { records, matching } = this;
    const { location, operation } = records.receives.columns;
    const isMatched = new Uint8Array(records.sends.length);
    for (let row = 0; row < records.receives.length; row++) {
      const doubts = this.ofProcess[this.processes.ofLocation[location[row]]];
      const send = matching.sendOf[row];
      const channel = this.channels.of(this.channels.ofReceive[row]);
      if (send >= 0) {
        isMatched[send] = 1;
        if (channel === undefined || this.isSound(channel, send, row)) continue;
        matching.sendOf[row] = -1;
        doubts.doubtfulReceives++;
        const { count, since } = this.open[channel.destination];
        if (count > 0) this.countOpen(channel.destination, count, since);
        this.begin(records.sends.columns.operation[send], records.sends.columns.time[send]);
      } else doubts.unmatchedReceives++;
      if (operation[row] !== NONE) undecide(records, operation[row]);
      this.doubtReceive(row, channel);
    }
    return isMatched;
  }

  /** Whether a receive surely has the right send. */
  private isSound(
    { source, destination, sends, receives, unordered }: Channel,
    send: number,
    receive: number,
  ): boolean {
    const { certainty } = this;
    const open = this.open[destination];
    const postTime = this.records.receives.columns.postTime[receive];
    const sendTime = this.records.sends.columns.time[send];
    if (unordered && receives > 1) return false;
    if (receives > sends && !certainty.endsEarly(source)) return false;
    if (sends > receives && !certainty.endsEarly(destination) && open.count < sends - receives) return false;
    // Lost sends leave receives over, and the other way round, unless records of both are lost.
    const maySendsLack = receives > sends || !certainty.isWhole(destination);
    const mayReceivesLack = sends > receives || !certainty.isWhole(source);
    // Where one thread ends early and another one goes on, the lost messages are in between.
    if (maySendsLack && sendTime > certainty.until(source)) return false;
    if (mayReceivesLack && postTime > certainty.until(destination)) return false;
    // A receive that is still open comes first, if it is of this channel.
    return !(mayReceivesLack && postTime > open.since);
  }

  private doubtReceive(row: number, channel: Channel | undefined): void {
    const { operation, time, postedIn, postTime } = this.records.receives.columns;
    this.begin(operation[row], time[row]);
    // A sender that ends early is not judged after its end; where the send is otherwise, it may be anywhere.
    if (channel === undefined || !this.certainty.endsEarly(channel.source)) this.begin(postedIn[row], postTime[row]);
  }

  private doubtSend(row: number): void {
    const { location, operation, time, completedIn } = this.records.sends.columns;
    const { leave } = this.records.operations.columns;
    this.ofProcess[this.processes.ofLocation[location[row]]].unmatchedSends++;
    const channel = this.channels.of(this.channels.ofSend[row]);
    if (channel === undefined) {
      this.begin(operation[row], time[row]);
      return;
    }
    const { destination } = channel;
    const { count, since } = this.open[destination];
    // A receive that never completes has no peer in the trace; it may be the one of this send.
    if (count > 0) this.countOpen(destination, count, since);
    if (!this.certainty.endsEarly(destination)) {
      this.begin(operation[row], time[row]);
      return;
    }
    // The receive was posted after the end of its process, or is still open. A send that completed before did not wait.
    const completing = completedIn[row];
    if (completing !== NONE && leave[completing] > Math.min(since, this.certainty.until(destination))) {
      this.begin(completing, time[row]);
    }
  }

  private countOpen(process: number, count: number, since: number): void {
    this.ofProcess[process].openReceives = count;
    this.since = Math.min(this.since, since);
  }

  /** What begins with an operation, or at a time where it is in none, is uncertain. */
  private begin(operation: number, time: number): void {
    const { enter } = this.records.operations.columns;
    this.since = Math.min(this.since, operation === NONE ? time : enter[operation]);
  }
}

function noDoubts(sends: number): MessageDoubts {
  return { unmatchedSends: 0, unmatchedReceives: 0, doubtfulReceives: 0, openSends: sends, openReceives: 0 };
}

/** Counts the messages of each channel. */
class ChannelCounts {
  private readonly counts: Channel[] = [];
  /** Channel by row of the sends and of the receives; -1 where the trace does not define the peer. */
  readonly ofSend: Int32Array;
  readonly ofReceive: Int32Array;
  private readonly channels = new Channels();

  constructor(records: CommunicationRecords, definitions: Definitions, processes: Processes) {
    const { sends, receives } = records;
    const peers = new Peers(definitions, processes);
    const send = sends.columns;
    this.ofSend = Int32Array.from({ length: sends.length }, (_, row) => {
      const source = processes.ofLocation[send.location[row]];
      const destination = peers.process(send.communicator[row], source, send.peer[row]);
      return this.channel(send.communicator[row], source, destination, send.tag[row]);
    });
    const receive = receives.columns;
    this.ofReceive = Int32Array.from({ length: receives.length }, (_, row) => {
      const destination = processes.ofLocation[receive.location[row]];
      const source = peers.process(receive.communicator[row], destination, receive.peer[row]);
      return this.channel(receive.communicator[row], source, destination, receive.tag[row]);
    });
    for (const channel of this.ofSend) if (channel >= 0) this.counts[channel].sends++;
    this.ofReceive.forEach((channel, row) => {
      if (channel < 0) return;
      this.counts[channel].receives++;
      if (isUnposted(records, row)) this.counts[channel].unordered = true;
    });
  }

  /** The channel of a number; undefined for -1. */
  of(channel: number): Channel | undefined {
    return channel < 0 ? undefined : this.counts[channel];
  }

  private channel(communicator: number, source?: number, destination?: number, tag = 0): number {
    if (source === undefined || destination === undefined) return -1;
    const number = this.channels.number(communicator, source, destination, tag);
    if (number === this.counts.length)
      this.counts.push({ source, destination, sends: 0, receives: 0, unordered: false });
    return number;
  }
}
