import type { Trace } from '../../src/model/trace.js';

/** Times of the events of a trace by location; batches are refilled, so each is copied before the next one. */
export function eventTimes(trace: Trace): number[][] {
  return trace.definitions.locations.map((_, location) => {
    const times: number[] = [];
    for (const { time, count } of trace.batches(location)) times.push(...time.subarray(0, count));
    return times;
  });
}
