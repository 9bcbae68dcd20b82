import { present } from '../../base/present.js';
import { type Selected, windowIn } from '../../model/selection.js';
import type { TimelineAction } from '../../protocol/pages/timeline.js';

type Action<Does extends TimelineAction['do']> = Extract<TimelineAction, { do: Does }>;

/**
 * Returns the selection of a wait or a call in the timeline: its kind, call path and location. A selected part of the
 * run is kept.
 */
export function selectedBy(
  { experiment, location, node, property, wait, place }: Action<'select'>,
  current: Selected | undefined,
): Selected {
  const window = current?.experiment === experiment ? windowIn(current) : undefined;
  return {
    experiment,
    locations: [location],
    ...present({ property }),
    ...(node === undefined ? {} : { nodes: [node] }),
    ...present({ window }),
    ...(wait === undefined ? {} : { instance: { location, ...wait } }),
    ...present({ place }),
  };
}

/** Returns the selection with a window. The rest of the selection is kept, except a single wait or call. */
export function withWindow({ experiment, window }: Action<'selectWindow'>, current: Selected | undefined): Selected {
  const { window: _, instance: __, ...rest } = current?.experiment === experiment ? current : { experiment };
  return { ...rest, ...(window === null ? {} : { window }) };
}
