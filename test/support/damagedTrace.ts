import { elementAt } from '../../src/base/elements.js';
import type { EventBatch } from '../../src/model/events.js';
import type { Loss, Trace } from '../../src/model/trace.js';

/** Damage of a trace. */
export interface Damage {
  /** By location: how many events are left of it. */
  readonly cut?: ReadonlyMap<number, number>;
  /** Locations without any event. */
  readonly missing?: ReadonlySet<number>;
  /** Whether a record is lost. */
  readonly drop?: (location: number, index: number, kind: number) => boolean;
}

/** Returns a trace with lost parts; it marks cut and missing locations, as a reader of files does. */
export function damaged(trace: Trace, { cut, missing, drop }: Damage): Trace {
  const losses = new Map<number, Loss>();
  for (const location of cut?.keys() ?? []) losses.set(location, 'cut');
  for (const location of missing ?? []) losses.set(location, 'missing');
  return {
    definitions: trace.definitions,
    problems: [],
    losses,
    *batches(location) {
      if (missing?.has(location) === true) return;
      const left = cut?.get(location) ?? Number.POSITIVE_INFINITY;
      let index = 0;
      for (const batch of trace.batches(location)) {
        const first = index;
        index += batch.count;
        const kept = [...Array(batch.count).keys()].filter(
          (i) => first + i < left && drop?.(location, first + i, elementAt(batch.kind, i)) !== true,
        );
        if (kept.length > 0) yield picked(batch, kept);
        if (index >= left) return;
      }
    },
  };
}

function picked({ kind, time, reference, site, operands }: EventBatch, kept: readonly number[]): EventBatch {
  return {
    count: kept.length,
    kind: Uint8Array.from(kept, (i) => elementAt(kind, i)),
    time: Float64Array.from(kept, (i) => elementAt(time, i)),
    reference: Uint32Array.from(kept, (i) => elementAt(reference, i)),
    site: Uint32Array.from(kept, (i) => elementAt(site, i)),
    operands,
  };
}

/** How many events each location has. */
export function eventCounts(trace: Trace): number[] {
  return trace.definitions.locations.map((_, location) => {
    let count = 0;
    for (const batch of trace.batches(location)) count += batch.count;
    return count;
  });
}

/** The time of the last event of each location; NaN where there is none. */
export function lastTimes(trace: Trace): number[] {
  return trace.definitions.locations.map((_, location) => {
    let last = Number.NaN;
    for (const { count, time } of trace.batches(location)) last = elementAt(time, count - 1);
    return last;
  });
}
