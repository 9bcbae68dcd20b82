/** The innermost call of a location over time, if its single events are few enough to be read. */
import { absent } from '../../../base/elements.js';
import type { EndedCall } from '../eventIndex.js';
import type { OpenRegion } from '../openRegions.js';
import type { Window } from './largest.js';

/** Time in which one call is the innermost one. */
export interface Stretch extends Window {
  readonly call: OpenRegion;
}

/** The innermost calls of a location in some time, which is all that is known of it. */
export interface Stretches {
  readonly window: Window;
  readonly stretches: readonly Stretch[];
}

/** The stretches of a window, cut at its ends. @param calls that lie within one another */
export function innermost(calls: readonly EndedCall[], window: Window): Stretches {
  const ordered = calls.toSorted((a, b) => a.call.enter - b.call.enter || a.call.depth - b.call.depth);
  const stretches: Stretch[] = [];
  const open: EndedCall[] = [];
  let at = window.from;
  const goOn = (to: number): void => {
    const top = open.at(-1);
    const end = Math.min(to, window.to);
    if (top !== undefined && end > at) stretches.push({ from: at, to: end, call: top.call });
    at = Math.max(at, end);
  };
  const leaveUntil = (time: number): void => {
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= time) {
      goOn(open.at(-1)?.end ?? absent('end'));
      open.pop();
    }
  };
  for (const one of ordered) {
    leaveUntil(one.call.enter);
    goOn(one.call.enter);
    open.push(one);
  }
  leaveUntil(window.to);
  goOn(window.to);
  return { window, stretches };
}
