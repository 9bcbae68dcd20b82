/** Single messages of a timeline: hit testing, highlighting, and description. */
import { absent, elementAt } from '../../base/elements.js';
import { duration, quantity } from '../../base/text.js';
import type { Seconds } from '../../base/units.js';
import type { Drawn } from '../drawing/drawList.js';
import type { Frame } from './frame.js';
import { type GivenMarks, messagesOf, type Rows } from './instances.js';
import { chosenMessages, messageEnds } from './marks.js';

/** A message between two locations. */
export interface Message {
  readonly from: number;
  readonly to: number;
  readonly send: Seconds;
  readonly receive: Seconds;
  /** NaN where that was not recorded. */
  readonly bytes: number;
  /** Seconds that its sender or receiver waited. */
  readonly waiting: Seconds;
}

type GivenMessages = GivenMarks & { readonly messageBytes: Float64Array };

export function messageIn(columns: GivenMessages, row: number): Message {
  return {
    from: elementAt(columns.messageFrom, row),
    to: elementAt(columns.messageTo, row),
    send: elementAt(columns.messageSend, row),
    receive: elementAt(columns.messageReceive, row),
    bytes: elementAt(columns.messageBytes, row),
    waiting: elementAt(columns.messageWaiting, row),
  };
}

/** The message whose line is nearest to a point, and which end of it is nearer. */
export interface MessageHit {
  readonly message: Message;
  readonly end: 'sender' | 'receiver';
}

/**
 * The message that is drawn next to a point; undefined where none is near.
 * @param within pixels
 */
export function messageAt(
  frame: Frame,
  columns: GivenMessages,
  rowOf: Rows,
  point: { readonly x: number; readonly y: number },
  within: number,
): MessageHit | undefined {
  const messages = messagesOf(columns, rowOf);
  let nearest: { readonly at: number; readonly distance: number; readonly part: number } | undefined;
  // The last one is drawn first: of those that are equally near, the one on top is meant.
  for (const at of chosenMessages(messages)) {
    const found = distanceTo(messageEnds(frame, messages, at), point);
    if (found.distance <= within && !(found.distance >= (nearest?.distance ?? Infinity))) nearest = { at, ...found };
  }
  if (nearest === undefined) return undefined;
  const message = messageIn(columns, messages.index[nearest.at] ?? absent(nearest.at));
  return { message, end: nearest.part < 0.5 ? 'sender' : 'receiver' };
}

/** How far a point is from a line, and at which part of the line that is. */
export function distanceTo(
  points: readonly number[],
  { x, y }: { readonly x: number; readonly y: number },
): { readonly distance: number; readonly part: number } {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = points;
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const part = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length));
  return { distance: Math.hypot(x - x1 - part * dx, y - y1 - part * dy), part };
}

/** The line of a message that is selected; nothing where an end has no row. */
export function selectedMessage(frame: Frame, rowOf: Rows, { from, to, send, receive, waiting }: Message): Drawn[] {
  const [sender, receiver] = [rowOf.get(from), rowOf.get(to)];
  if (sender === undefined || receiver === undefined || sender === receiver) return [];
  const one = { sender: [sender], receiver: [receiver], send: [send], receive: [receive], waiting: [waiting] };
  const points = messageEnds(frame, one, 0);
  return [{ is: 'line', points, ink: 'chosen', thickness: 2.5, rim: 1.5, arrow: true }];
}

/** `MPI Rank 1 sent 4,096 B to MPI Rank 0 at 1.234567 s, received 5.4 ms later; 3.1 ms were waited for it` */
export function messageText(
  { from, to, send, receive, bytes, waiting }: Message,
  who: (location: number) => string,
): string {
  const size = Number.isNaN(bytes) ? 'a message' : quantity(bytes, 'bytes');
  const later = receive >= send ? `${duration(receive - send)} later` : `${duration(send - receive)} earlier`;
  const sent = `${who(from)} sent ${size} to ${who(to)} at ${send.toFixed(6)} s, received ${later}`;
  return waiting > 0 ? `${sent}; ${duration(waiting)} of waiting` : sent;
}
