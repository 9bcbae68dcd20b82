import { absent, elementAt } from '../../../base/elements.js';
import type { Definitions } from '../../../model/definitions.js';
import type { Processes } from '../../../model/processes.js';
import type { ChannelEnds } from '../records/channelEnds.js';
import { Quadruples } from '../tables/quadruples.js';
import { Peers } from './peers.js';

/** Means the channel of an end whose peer the trace does not define. */
export const NO_CHANNEL = -1;
const UNKNOWN = -2;

/**
 * The channels messages travel through: one for each communicator, sending process, receiving process and tag, between
 * which MPI keeps messages in order (MPI 3.1, 3.5). Each end of a message is looked up once.
 */
export class Channels {
  private readonly channels = new Quadruples();
  private readonly peers: Peers;
  private readonly bySendingEnd: Int32Array;
  private readonly byReceivingEnd: Int32Array;

  constructor(
    private readonly ends: ChannelEnds,
    definitions: Definitions,
    private readonly processes: Processes,
  ) {
    this.peers = new Peers(definitions, processes);
    this.bySendingEnd = new Int32Array(ends.count).fill(UNKNOWN);
    this.byReceivingEnd = new Int32Array(ends.count).fill(UNKNOWN);
  }

  /** How many channels were asked for. */
  get count(): number {
    return this.channels.count;
  }

  /** The channel of a send, by its end, or NO_CHANNEL. */
  ofSend(end: number): number {
    const known = this.bySendingEnd[end] ?? absent(end);
    return known === UNKNOWN ? (this.bySendingEnd[end] = this.findOfSend(end)) : known;
  }

  /** The channel of a receive, by its end, or NO_CHANNEL. */
  ofReceive(end: number): number {
    const known = this.byReceivingEnd[end] ?? absent(end);
    return known === UNKNOWN ? (this.byReceivingEnd[end] = this.findOfReceive(end)) : known;
  }

  /** The process that sends through a channel. */
  source(channel: number): number {
    return this.channels.part(channel, 1);
  }

  /** The process that receives. */
  destination(channel: number): number {
    return this.channels.part(channel, 2);
  }

  private findOfSend(end: number): number {
    const source = this.processOf(end);
    const destination = this.peers.process(this.ends.communicator(end), source, this.ends.peer(end));
    return destination === undefined ? NO_CHANNEL : this.number(end, source, destination);
  }

  private findOfReceive(end: number): number {
    const destination = this.processOf(end);
    const source = this.peers.process(this.ends.communicator(end), destination, this.ends.peer(end));
    return source === undefined ? NO_CHANNEL : this.number(end, source, destination);
  }

  private processOf(end: number): number {
    return elementAt(this.processes.ofLocation, this.ends.location(end));
  }

  private number(end: number, source: number, destination: number): number {
    return this.channels.number(this.ends.communicator(end), source, destination, this.ends.tag(end));
  }
}
