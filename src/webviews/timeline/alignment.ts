/** Two experiments on one scale of time: at the start, or with a wait of each at one place. Nothing here knows the browser. */
import type { Window } from '../../pictures/timeline/frame.js';
import type { TimeView } from './useTimeline.js';

export type Alignment = 'start' | 'instance';

type Begins = Pick<Window, 'from'>;

/** The seconds by which the other experiment is later: none where one of both has no wait. */
export function shiftOf(align: Alignment, first: Begins | undefined, other: Begins | undefined): number {
  return align === 'instance' && first !== undefined && other !== undefined ? other.from - first.from : 0;
}

/** The same part of time, so many seconds later; what moves it moves both. @param span of the other experiment */
export function shiftedView(view: TimeView, shift: number, span: Window): TimeView {
  const later = ({ from, to }: Window): Window => ({ from: from + shift, to: to + shift });
  const earlier = ({ from, to }: Window): Window => ({ from: from - shift, to: to - shift });
  return {
    ...view,
    shown: later(view.shown),
    span,
    set: (window) => view.set(earlier(window)),
    zoom: (factor, about) => view.zoom(factor, about === undefined ? undefined : about - shift),
    around: (window) => view.around(earlier(window)),
  };
}
