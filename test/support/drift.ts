import type { Trace } from '../../src/model/trace.js';

/** Seconds a process's clock shows at a true moment. */
export type Clock = (time: number) => number;

/** The trace as processes with wrong clocks would have recorded it. @param clockOf the clock of each location */
export function drifted(trace: Trace, clockOf: (location: number) => Clock): Trace {
  return {
    definitions: trace.definitions,
    problems: trace.problems,
    *batches(location) {
      for (const batch of trace.batches(location)) yield { ...batch, time: batch.time.map(clockOf(location)) };
    },
  };
}
