/** Initial capacity of a location's columns, in rows; they grow from there. */
export interface Room {
  /** Slots of call-tree nodes. */
  readonly slots: number;
  readonly intervals: number;
  /** Seconds at a node in an interval. */
  readonly entries: number;
}

/** There may be hundreds of thousands of locations that do little. */
const LEAST = 16;
/** Maximum initial capacity; more is allocated only for actual events. */
const MOST = 1 << 13;
/** A little more than is expected: columns that are short of a row are copied. */
const MARGIN = 1.1;

/** Sizes used by a location that was read. */
interface Needed {
  readonly events: number;
  readonly times: { readonly visits: Float64Array };
  readonly intervals: { readonly count: number; readonly node: { readonly length: number } };
}

export const LEAST_ROOM: Room = { slots: LEAST, intervals: LEAST, entries: LEAST };

/**
 * Returns the capacity for a location that behaves per event like the previous one, since locations of a program are
 * similar. Columns of thousands of them need not double from the beginning.
 * @param announced its announced number of events, which may be wrong
 */
export function roomAfter({ events, times, intervals }: Needed, announced: number): Room {
  if (events === 0) return LEAST_ROOM;
  const within = (rows: number): number => Math.ceil(Math.min(MOST, Math.max(LEAST, rows)));
  const share = (announced / events) * MARGIN;
  return {
    slots: within(Math.min(usedSlots(times.visits), announced)),
    intervals: within(intervals.count * share),
    entries: within(intervals.node.length * share),
  };
}

/** Slots up to the last one whose node was visited. */
function usedSlots(visits: Float64Array): number {
  let used = visits.length;
  while (used > 0 && visits[used - 1] === 0) used--;
  return used;
}
