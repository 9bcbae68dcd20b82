import { elementAt } from '../../../base/elements.js';
import { type EventTimes, timedBatches, timedTrace } from '../../../model/timedTrace.js';
import type { SeekableTrace, Trace } from '../../../model/trace.js';
import type { Processes } from '../../../model/processes.js';
import type { ClockCorrection } from './clockCorrection.js';

/** A trace with corrected times. The threads of a process share one clock, so that order within it is kept. */
export function correctedTrace(trace: Trace, processes: Processes, corrections: readonly ClockCorrection[]): Trace {
  return timedTrace(trace, (location) => timesOf(correctionOf(location, processes, corrections)));
}

/** As `correctedTrace`, for reading from places that an earlier reading came by. */
export function correctedSeekable(
  trace: SeekableTrace,
  processes: Processes,
  corrections: readonly ClockCorrection[],
): SeekableTrace {
  return {
    definitions: trace.definitions,
    *batchesFrom(location, place) {
      const correction = correctionOf(location, processes, corrections);
      const correct = timedBatches(timesOf(correction));
      for (const { batch, next } of trace.batchesFrom(location, place))
        yield { batch: correct(batch), next: { ...next, time: correction.at(next.time) } };
    },
  };
}

const correctionOf = (
  location: number,
  { ofLocation }: Processes,
  corrections: readonly ClockCorrection[],
): ClockCorrection => elementAt(corrections, elementAt(ofLocation, location));

const timesOf = (correction: ClockCorrection): EventTimes => ({
  at: (_kind, time) => correction.at(time),
  endOfFlush: (end) => correction.at(end),
});
