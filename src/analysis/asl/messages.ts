/**
 * Messages from their send until both calls that complete them were left. Only then everything is known that a sender
 * may have waited for. Data of a message is held meanwhile, since much may happen in between.
 */
import { EventKind } from '../../model/events.js';
import type { EventType, TraceEvent } from '../trace/events/index.js';

/** Maximum number of messages in flight; beyond it, the oldest are dropped and not reported. */
const MOST_UNDER_WAY = 65_536;
/** Number of reported messages that are still held, since patterns match several of them together. */
const HELD = 1024;

/** Events that belong to messages. */
export const MESSAGE_EVENTS: readonly EventType[] = ['Send', 'Receive', 'Exit', 'Other'];

/** Pointers of an event that is held, by the index of what they point to. */
interface Pointers {
  readonly enterptr?: number | undefined;
  readonly sendptr?: number | undefined;
  readonly postptr?: number | undefined;
}

/** Object that is kept as long as another one is needed. */
interface Holder {
  /** Indices of the events that it holds. */
  readonly holds: number[];
}

interface Message extends Holder {
  readonly send: TraceEvent;
  receive?: TraceEvent;
  /** The call that completes the send. */
  call?: MessageCall;
  isDropped: boolean;
}

/** A call that completes sends or receives. */
interface MessageCall extends Holder {
  readonly enter: TraceEvent;
  /** When it was left. */
  until?: number;
  readonly sends: Message[];
  /** Number of its sends that are neither reported nor dropped. */
  left: number;
  readonly received: TraceEvent[];
  /** Those of its sends that were reported, in their order. */
  readonly told: Message[];
}

interface HeldMessage {
  readonly event: TraceEvent;
  readonly pointers: Pointers;
  holders: number;
}

export class Messages {
  private readonly bySend = new Map<number, Message>();
  private readonly byReceive = new Map<number, Message>();
  /** Calls that were not left, by the index of their Enter. */
  private readonly open = new Map<number, MessageCall>();
  private readonly held = new Map<number, HeldMessage>();
  /** Calls all of whose messages were reported, oldest first, and their number. */
  private readonly done: MessageCall[] = [];
  private messagesDone = 0;

  /** Takes in the next event. @returns the receives of the messages of which all is known now */
  take(event: TraceEvent): TraceEvent[] {
    switch (event.kind) {
      case EventKind.MpiSend:
      case EventKind.MpiIsend:
        return this.send(event);
      case EventKind.MpiIsendComplete:
        return this.complete(event);
      case EventKind.MpiRecv:
      case EventKind.MpiIrecv:
        return this.receive(event);
      case EventKind.Leave:
        return this.leave(event);
      default:
        return [];
    }
  }

  /** An event that is held. */
  event(index: number): TraceEvent | undefined {
    return this.held.get(index)?.event;
  }

  pointer(index: number, name: keyof Pointers): number | undefined {
    return this.held.get(index)?.pointers[name];
  }

  /** The call that completed the send of a message, by its receive. */
  completing(receive: number): { readonly enter: number; readonly until: number | undefined } | undefined {
    const call = this.byReceive.get(receive)?.call;
    return call === undefined ? undefined : { enter: call.enter.index, until: call.until };
  }

  /** Returns the receives of the call that completed the send of a message. */
  received(receive: number): number[] {
    return this.byReceive.get(receive)?.call?.received.map(({ index }) => index) ?? [];
  }

  /**
   * Returns the receives of the messages whose sends the same call completed, if they were reported before this one.
   */
  before(receive: number): number[] {
    const told = this.byReceive.get(receive)?.call?.told ?? [];
    const all = told.map(({ receive: of }) => of?.index ?? NaN);
    return all.slice(0, Math.max(0, all.indexOf(receive)));
  }

  private send(event: TraceEvent): TraceEvent[] {
    const enter = event.enterptr;
    const message: Message = { send: event, isDropped: false, holds: [] };
    this.bySend.set(event.index, message);
    this.holdSend(message, event);
    if (event.kind === EventKind.MpiSend && enter !== undefined) this.completeIn(message, enter);
    const [oldest] = this.bySend.size > MOST_UNDER_WAY ? this.bySend.values() : [];
    if (oldest !== undefined) this.drop(oldest);
    return [];
  }

  private complete({ requestptr, enterptr }: TraceEvent): TraceEvent[] {
    const message = requestptr === undefined ? undefined : this.bySend.get(requestptr.index);
    if (message !== undefined && enterptr !== undefined) this.completeIn(message, enterptr);
    return [];
  }

  private completeIn(message: Message, enter: TraceEvent): void {
    const call = this.callOf(enter);
    call.sends.push(message);
    call.left++;
    message.call = call;
  }

  private receive(event: TraceEvent): TraceEvent[] {
    const { enterptr: enter, sendptr: send, requestptr: posted } = event;
    if (send === undefined || enter === undefined) return [];
    const post = posted?.enterptr ?? enter;
    const pointers = { enterptr: enter.index, sendptr: send.index, postptr: post.index };
    const call = this.callOf(enter);
    call.received.push(event);
    const message = this.bySend.get(send.index);
    for (const holder of message === undefined ? [call] : [call, message]) {
      this.hold(holder, event, pointers);
      this.hold(holder, enter);
      this.holdSend(holder, send);
    }
    if (message === undefined) return [];
    message.receive = event;
    this.byReceive.set(event.index, message);
    this.hold(message, post);
    return message.call?.until === undefined ? [] : this.tell([message], message.call);
  }

  private leave({ enterptr, time }: TraceEvent): TraceEvent[] {
    const call = enterptr === undefined ? undefined : this.open.get(enterptr.index);
    if (call === undefined) return [];
    this.open.delete(call.enter.index);
    call.until = time;
    if (call.sends.length > 0) return this.tell(call.sends, call);
    this.free(call);
    return [];
  }

  private tell(messages: readonly Message[], call: MessageCall): TraceEvent[] {
    const found: TraceEvent[] = [];
    for (const message of messages) {
      if (message.isDropped || message.receive === undefined) continue;
      call.told.push(message);
      call.left--;
      this.bySend.delete(message.send.index);
      found.push(message.receive);
    }
    this.endIfDone(call);
    return found;
  }

  /** Releases the calls whose messages were reported long ago. */
  private endIfDone(call: MessageCall): void {
    if (call.until === undefined || call.left > 0) return;
    this.done.push(call);
    this.messagesDone += call.told.length;
    for (let [oldest] = this.done; oldest !== undefined; [oldest] = this.done) {
      if (this.messagesDone - oldest.told.length < HELD) return;
      this.done.shift();
      this.messagesDone -= oldest.told.length;
      for (const message of oldest.told) this.free(message);
      this.free(oldest);
    }
  }

  private callOf(enter: TraceEvent): MessageCall {
    const known = this.open.get(enter.index);
    if (known !== undefined) return known;
    const call: MessageCall = { enter, sends: [], left: 0, received: [], told: [], holds: [] };
    this.open.set(enter.index, call);
    this.hold(call, enter);
    return call;
  }

  private drop(message: Message): void {
    message.isDropped = true;
    this.bySend.delete(message.send.index);
    this.free(message);
    const { call } = message;
    if (call === undefined) return;
    call.left--;
    this.endIfDone(call);
  }

  private holdSend(holder: Holder, send: TraceEvent): void {
    const enter = send.enterptr;
    this.hold(holder, send, { enterptr: enter?.index });
    if (enter !== undefined) this.hold(holder, enter);
  }

  private hold({ holds }: Holder, event: TraceEvent, pointers: Pointers = {}): void {
    const { index } = event;
    const known = this.held.get(index);
    if (known === undefined) this.held.set(index, { event, pointers, holders: 1 });
    else known.holders++;
    holds.push(index);
  }

  private free(holder: Holder & { readonly receive?: TraceEvent }): void {
    if (holder.receive !== undefined) this.byReceive.delete(holder.receive.index);
    for (const index of holder.holds.splice(0)) {
      const known = this.held.get(index);
      if (known !== undefined && --known.holders === 0) this.held.delete(index);
    }
  }
}
