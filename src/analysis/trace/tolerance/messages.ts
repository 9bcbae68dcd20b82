import { elementAt } from '../../../base/elements.js';
import { type Channels, NO_CHANNEL } from '../matching/channels.js';
import type { MessageMatching } from '../matching/messages.js';
import type { Processes } from '../../../model/processes.js';
import { type CommunicationRecords, NONE, undecide } from '../records/communicationRecords.js';
import type { RequestsOfProcess } from '../records/requests.js';
import type { ProcessCertainty } from '../certainty/processCertainty.js';

/** Uncertain messages of one process. */
export interface MessageDoubts {
  unmatchedSends: number;
  unmatchedReceives: number;
  /** Receives that seem to have a send, which may be another one's. */
  doubtfulReceives: number;
  openSends: number;
  openReceives: number;
}

/** Uncertain messages by process, and the time of the first. */
export interface MessageFindings {
  readonly ofProcess: readonly MessageDoubts[];
  /** ENTER of the first call with a message that is not certain; Infinity where all are. */
  readonly since: number;
  /** By process: since when records of messages that it received may be missing; empty where none are. */
  readonly receivesLackSince: Float64Array;
}

/** The messages of one channel, counted. */
interface MessageChannel {
  readonly source: number;
  readonly destination: number;
  sends: number;
  receives: number;
  /** Some receive completes without having been posted, so that their order is not known. */
  unordered: boolean;
}

/**
 * Finds the messages whose ends may not belong together, because a lost record shifts the count of the others of its
 * channel. It removes them from the matching. Lost records at the end of a process shift nothing. Calls that receive a
 * message without a certain partner are not judged.
 * @param requests results for the requests of each process
 */
export function doubtMessages(
  records: CommunicationRecords,
  matching: MessageMatching,
  processes: Processes,
  certainty: ProcessCertainty,
  requests: readonly RequestsOfProcess[],
): MessageFindings {
  const isCertain =
    matching.unmatchedSends + matching.unmatchedReceives === 0 &&
    certainty.earliest === Number.POSITIVE_INFINITY &&
    requests.every(({ openSends, unposted }) => openSends === 0 && unposted === 0);
  const ofProcess = requests.map(({ openSends }) => noDoubts(openSends));
  if (isCertain) return { ofProcess, since: Number.POSITIVE_INFINITY, receivesLackSince: new Float64Array(0) };
  return new MessageDoubter(records, matching, processes, certainty, requests, ofProcess).doubt();
}

class MessageDoubter {
  private readonly channels: ChannelCounts;
  private since = Number.POSITIVE_INFINITY;
  private readonly receivesLackSince: Float64Array;

  constructor(
    private readonly records: CommunicationRecords,
    private readonly matching: MessageMatching,
    private readonly processes: Processes,
    private readonly certainty: ProcessCertainty,
    private readonly requests: readonly RequestsOfProcess[],
    private readonly ofProcess: readonly MessageDoubts[],
  ) {
    this.channels = new ChannelCounts(records, matching.channels);
    this.receivesLackSince = new Float64Array(requests.length).fill(Number.POSITIVE_INFINITY);
  }

  doubt(): MessageFindings {
    const isMatched = this.doubtReceives();
    for (let send = 0; send < isMatched.length; send++) if (isMatched[send] === 0) this.doubtSend(send);
    for (let process = 0; process < this.requests.length; process++) {
      if (!this.certainty.isWhole(process)) this.countOpen(process);
    }
    return { ofProcess: this.ofProcess, since: this.since, receivesLackSince: this.receivesLackSince };
  }

  /** Finds the receives without a certain send. Returns which sends had a receive before. */
  private doubtReceives(): Uint8Array {
    const { records, matching } = this;
    const isMatched = new Uint8Array(records.sends.length);
    for (let row = 0; row < records.receives.length; row++) {
      const end = elementAt(records.receives.columns.end, row);
      const doubts = this.doubtsAt(end);
      const send = elementAt(matching.sendOf, row);
      const channel = this.channels.ofReceive(end);
      if (send >= 0) {
        isMatched[send] = 1;
        if (channel === undefined || this.isSound(channel, send, row)) continue;
        matching.sendOf[row] = -1;
        doubts.doubtfulReceives++;
        this.countOpen(channel.destination);
        this.beginOf(records.sends.columns, send);
      } else doubts.unmatchedReceives++;
      this.doubtReceive(row, channel);
    }
    return isMatched;
  }

  /** Returns the uncertain messages of the process of a message end. */
  private doubtsAt(end: number): MessageDoubts {
    const process = elementAt(this.processes.ofLocation, this.records.ends.location(end));
    return elementAt(this.ofProcess, process);
  }

  /** Whether a receive surely has the right send. */
  private isSound(
    { source, destination, sends, receives, unordered }: MessageChannel,
    send: number,
    receive: number,
  ): boolean {
    const { certainty } = this;
    const { openReceives, openSince } = elementAt(this.requests, destination);
    const postTime = elementAt(this.records.receives.columns.postTime, receive);
    const sendTime = elementAt(this.records.sends.columns.time, send);
    if (unordered && receives > 1) return false;
    if (receives > sends && !certainty.endsEarly(source)) return false;
    // Open receives have no peer: they explain the messages left over in all channels together, or in none for sure.
    if (sends > receives && !certainty.endsEarly(destination) && openReceives < this.channels.leftOver(destination))
      return false;
    // Lost sends leave receives over, and the other way round, unless records of both are lost.
    const maySendsLack = receives > sends || !certainty.isWhole(destination);
    const mayReceivesLack = sends > receives || !certainty.isWhole(source);
    // If one thread ends early and another one continues, the lost messages are in between.
    if (maySendsLack && sendTime > certainty.until(source)) return false;
    if (mayReceivesLack && postTime > certainty.until(destination)) return false;
    // A receive that is still open comes first, if it is of this channel.
    return !(mayReceivesLack && postTime > openSince);
  }

  private doubtReceive(row: number, channel: MessageChannel | undefined): void {
    const { columns } = this.records.receives;
    const operation = elementAt(columns.operation, row);
    if (operation !== NONE) undecide(this.records, operation);
    this.beginOf(columns, row);
    // A sender that ends early is not judged after its end; where the send is otherwise, it may be anywhere.
    if (channel === undefined || !this.certainty.endsEarly(channel.source))
      this.begin(elementAt(columns.postedIn, row), elementAt(columns.postTime, row));
  }

  private doubtSend(row: number): void {
    const { columns } = this.records.sends;
    const end = elementAt(columns.end, row);
    this.doubtsAt(end).unmatchedSends++;
    const channel = this.channels.ofSend(end);
    if (channel === undefined) {
      this.beginOf(columns, row);
      return;
    }
    const { destination } = channel;
    // A receive that never completes has no peer in the trace; it may be the one of this send.
    this.countOpen(destination);
    const time = elementAt(columns.time, row);
    if (!this.certainty.endsEarly(destination)) {
      this.receivesLackSince[destination] = Math.min(elementAt(this.receivesLackSince, destination), time);
      this.beginOf(columns, row);
      return;
    }
    // The receive was posted after the end of its process, or is still open. A send that completed before did not wait.
    const completing = elementAt(columns.completedIn, row);
    if (completing === NONE) return;
    const lackingSince = Math.min(elementAt(this.requests, destination).openSince, this.certainty.until(destination));
    if (elementAt(this.records.operations.columns.leave, completing) > lackingSince) this.begin(completing, time);
  }

  /** The open receives of a process, if there are any, are uncertain. */
  private countOpen(process: number): void {
    const { openReceives, openSince } = elementAt(this.requests, process);
    if (openReceives === 0) return;
    elementAt(this.ofProcess, process).openReceives = openReceives;
    this.since = Math.min(this.since, openSince);
  }

  /** Marks everything from the begin of an operation as uncertain, or from a time if it is in none. */
  private begin(operation: number, time: number): void {
    const { enter } = this.records.operations.columns;
    this.since = Math.min(this.since, operation === NONE ? time : elementAt(enter, operation));
  }

  /** The same for the operation and the time of one end of a message. */
  private beginOf({ operation, time }: { operation: Int32Array; time: Float64Array }, row: number): void {
    this.begin(elementAt(operation, row), elementAt(time, row));
  }
}

function noDoubts(sends: number): MessageDoubts {
  return { unmatchedSends: 0, unmatchedReceives: 0, doubtfulReceives: 0, openSends: sends, openReceives: 0 };
}

/** Counts the messages of each channel. */
class ChannelCounts {
  private readonly counts: readonly MessageChannel[];
  private readonly leftOverOf = new Map<number, number>();

  constructor(
    { sends, receives }: CommunicationRecords,
    private readonly channels: Channels,
  ) {
    this.counts = Array.from({ length: channels.count }, (_, channel) => ({
      source: channels.source(channel),
      destination: channels.destination(channel),
      sends: 0,
      receives: 0,
      unordered: false,
    }));
    for (let row = 0; row < sends.length; row++) {
      const channel = this.ofSend(elementAt(sends.columns.end, row));
      if (channel !== undefined) channel.sends++;
    }
    for (let row = 0; row < receives.length; row++) {
      const channel = this.ofReceive(elementAt(receives.columns.end, row));
      if (channel === undefined) continue;
      channel.receives++;
      if (receives.columns.unposted[row] === 1) channel.unordered = true;
    }
    for (const { destination, sends, receives } of this.counts) {
      if (sends > receives) this.leftOverOf.set(destination, this.leftOver(destination) + sends - receives);
    }
  }

  /** Messages to a process that its receives leave over, channel by channel. */
  leftOver(destination: number): number {
    return this.leftOverOf.get(destination) ?? 0;
  }

  /** The channel of a send, by its end; undefined where the trace does not define its peer. */
  ofSend(end: number): MessageChannel | undefined {
    const channel = this.channels.ofSend(end);
    return channel === NO_CHANNEL ? undefined : this.counts[channel];
  }

  /** The channel of a receive, by its end; undefined where the trace does not define its peer. */
  ofReceive(end: number): MessageChannel | undefined {
    const channel = this.channels.ofReceive(end);
    return channel === NO_CHANNEL ? undefined : this.counts[channel];
  }
}
