import { elementAt } from '../../../../base/elements.js';
import { EventKind } from '../../../../model/events.js';
import type { Quadruples } from '../../tables/quadruples.js';
import type { Peers } from '../../matching/peers.js';
import type { Processes } from '../../../../model/processes.js';
import { type EventStore, NO_EVENT } from '../store/eventStore.js';

/** Receives that completed in another order than they were posted, by event. */
export interface ReceiveOrder {
  /** By how much a receive was posted later (or, negative, earlier) among those of its channel than it completed. */
  shift(location: number, ordinal: number): number;
}

/** Data shared by all states to distinguish messages. */
export interface MessageContext {
  readonly peers: Peers;
  readonly processes: Processes;
  readonly channels: Quadruples;
}

/** One channel: sends are numbered as they start, receives as they are posted; equal numbers belong together. */
interface MessageQueue {
  sent: number;
  received: number;
  /** Slots of the sends not received yet, by number. */
  readonly pending: Map<number, number>;
  /** Numbers received before they were sent, as happens where clocks are wrong. */
  readonly early: Set<number>;
}

/** Whether nothing is on its way, so that counting may as well start again. */
const isIdle = ({ sent, received, pending, early }: MessageQueue): boolean =>
  sent === received && pending.size === 0 && early.size === 0;

/** The messages under way (Wolf 2003, definition 3.7), between processes: MPI knows no threads. */
export class MessageQueues {
  private readonly channels = new Map<number, MessageQueue>();
  /** Slots of the sends under way, by pair of processes, oldest first. */
  private readonly pairs = new Map<number, Set<number>>();

  constructor(
    private readonly store: EventStore,
    private readonly context: MessageContext,
  ) {}

  copy(): MessageQueues {
    const copied = new MessageQueues(this.store, this.context);
    for (const [key, channel] of this.channels) {
      if (isIdle(channel)) continue;
      const { sent, received, pending, early } = channel;
      copied.channels.set(key, { sent, received, pending: new Map(pending), early: new Set(early) });
    }
    for (const [key, slots] of this.pairs) copied.pairs.set(key, new Set(slots));
    for (const slots of this.pairs.values()) for (const slot of slots) this.store.hold(slot);
    return copied;
  }

  dispose(): void {
    for (const slots of this.pairs.values()) for (const slot of slots) this.store.release(slot);
  }

  /** Slots of the messages under way between two processes, oldest first. */
  between(source: number, destination: number): Iterable<number> {
    return this.pairs.get(this.pairOf(source, destination)) ?? [];
  }

  send(slot: number): void {
    const ends = this.endsOf(slot);
    if (ends === undefined) return;
    const channel = this.channelOf(slot, ends);
    const number = channel.sent++;
    if (channel.early.delete(number)) return;
    channel.pending.set(number, this.store.hold(slot));
    const key = this.pairOf(ends.source, ends.destination);
    const pair = this.pairs.get(key);
    if (pair === undefined) this.pairs.set(key, new Set([slot]));
    else pair.add(slot);
  }

  /**
   * Takes a message off its queue and points the receive to its send.
   * @param shift by how much later it was posted than it completed, among the receives of its channel
   */
  receive(slot: number, shift: number): void {
    const ends = this.endsOf(slot);
    if (ends === undefined) return;
    const channel = this.channelOf(slot, ends);
    const number = channel.received++ + shift;
    const send = channel.pending.get(number) ?? NO_EVENT;
    if (send === NO_EVENT) {
      channel.early.add(number);
      return;
    }
    channel.pending.delete(number);
    const key = this.pairOf(ends.source, ends.destination);
    const pair = this.pairs.get(key);
    pair?.delete(send);
    if (pair?.size === 0) this.pairs.delete(key);
    this.store.setLink(slot, send);
    this.store.release(send);
  }

  /** The processes at the ends of a message; undefined when the trace does not define them. */
  private endsOf(slot: number): { source: number; destination: number } | undefined {
    return messageEnds(this.store, slot, this.context);
  }

  private channelOf(slot: number, { source, destination }: { source: number; destination: number }): MessageQueue {
    const communicator = this.store.operand(slot, 0);
    const key = this.context.channels.number(communicator, source, destination, this.store.operand(slot, 2));
    let channel = this.channels.get(key);
    if (channel === undefined) {
      channel = { sent: 0, received: 0, pending: new Map<number, number>(), early: new Set<number>() };
      this.channels.set(key, channel);
    }
    return channel;
  }

  private pairOf(source: number, destination: number): number {
    return source * this.context.processes.locations.length + destination;
  }
}

/** Whether a kind is the start of a message. */
export const isSend = (kind: number): boolean => kind === EventKind.MpiSend || kind === EventKind.MpiIsend;

/** Whether a kind is the receipt of a message. */
export const isReceive = (kind: number): boolean => kind === EventKind.MpiRecv || kind === EventKind.MpiIrecv;

/** The processes that send and receive the message of a Send or Receive event. */
export function messageEnds(
  store: EventStore,
  slot: number,
  { peers, processes }: Pick<MessageContext, 'peers' | 'processes'>,
): { source: number; destination: number } | undefined {
  const own = elementAt(processes.ofLocation, elementAt(store.location, slot));
  const other = peers.process(store.operand(slot, 0), own, store.operand(slot, 1));
  if (other === undefined) return undefined;
  return isSend(elementAt(store.kind, slot))
    ? { source: own, destination: other }
    : { source: other, destination: own };
}
