import type { Selected } from '../../model/selection.js';
import type { TimelineAction } from '../../protocol/pages/timeline.js';

/** What is selected with a wait or a call in the timeline: what it is, where, and on which location. */
export function selectedBy({
  experiment,
  location,
  node,
  property,
  wait,
  place,
}: Extract<TimelineAction, { do: 'select' }>): Selected {
  return {
    experiment,
    locations: [location],
    ...(property === undefined ? {} : { property }),
    ...(node === undefined ? {} : { nodes: [node] }),
    ...(wait === undefined ? {} : { instance: { location, ...wait } }),
    ...(place === undefined ? {} : { place }),
  };
}
