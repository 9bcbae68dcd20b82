/** Targets of keys from a time on a row. Independent of the browser. */
import { elementAt } from '../../base/elements.js';
import type { Window } from '../../pictures/timeline/frame.js';
import type { GivenMarks } from '../../pictures/timeline/instances.js';
import type { Cursor } from './run.js';

/** A cursor is moved by this part of the window at least, so that a person sees it move. */
const LEAST = 1 / 1000;
/** Fraction of the window to move if the next item is unknown. */
const USUAL = 1 / 50;

/**
 * The middle of the next or the previous time in which a row does one thing; those too short to be seen are passed over.
 * @param changes moments at which the row changes what it does, ascending
 */
export function nextMoment(changes: readonly number[], time: number, by: -1 | 1, { from, to }: Window): number {
  const least = (to - from) * LEAST;
  const usual = time + by * (to - from) * USUAL;
  const ordered = by > 0 ? changes : changes.toReversed();
  let border: number | undefined;
  for (const moment of ordered) {
    if ((moment - time) * by <= 0) continue;
    if (border !== undefined && Math.abs(moment - border) >= least) return (border + moment) / 2;
    border ??= moment;
    if (Math.abs(moment - border) < least) continue;
  }
  return usual;
}

/**
 * The other end of the message whose end on the cursor's location is nearest to it: those within the interval first.
 * @param end which end is gone to
 * @returns the cursor there, and the message's row in the columns
 */
export function otherEnd(
  marks: GivenMarks,
  { location, time }: Cursor,
  end: 'sender' | 'receiver',
  interval: Window | undefined,
): { readonly cursor: Cursor; readonly row: number } | undefined {
  const here = end === 'sender' ? marks.messageTo : marks.messageFrom;
  const there = end === 'sender' ? marks.messageFrom : marks.messageTo;
  const [own, other] =
    end === 'sender' ? [marks.messageReceive, marks.messageSend] : [marks.messageSend, marks.messageReceive];
  let nearest: { readonly at: number; readonly far: number } | undefined;
  for (const [at, one] of here.entries()) {
    if (one !== location) continue;
    const moment = elementAt(own, at);
    const isInside = interval !== undefined && moment >= interval.from && moment <= interval.to;
    const far = isInside ? 0 : Math.abs(moment - time);
    if (nearest === undefined || far < nearest.far) nearest = { at, far };
  }
  if (nearest === undefined) return undefined;
  const { at } = nearest;
  return { cursor: { location: elementAt(there, at), time: elementAt(other, at) }, row: at };
}
