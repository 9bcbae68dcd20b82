import { absent, elementAt } from '../../../base/elements.js';
import { EventKind, type EventBatch, OPERANDS } from '../../../model/events.js';
import type { Loss, SeekableTrace, Trace } from '../../../model/trace.js';
import type { Processes } from '../../../model/processes.js';
import type { ClockCorrection } from './clockCorrection.js';

/** A trace with corrected times. The threads of a process share one clock, so that order within it is kept. */
export function correctedTrace(trace: Trace, processes: Processes, corrections: readonly ClockCorrection[]): Trace {
  return {
    definitions: trace.definitions,
    get problems() {
      return trace.problems;
    },
    get losses() {
      return trace.losses ?? new Map<number, Loss>();
    },
    *batches(location) {
      const correct = batchCorrector(elementAt(corrections, elementAt(processes.ofLocation, location)));
      for (const batch of trace.batches(location)) yield correct(batch);
    },
  };
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
      const correction = elementAt(corrections, elementAt(processes.ofLocation, location));
      const correct = batchCorrector(correction);
      for (const { batch, next } of trace.batchesFrom(location, place))
        yield { batch: correct(batch), next: { ...next, time: correction.at(next.time) } };
    },
  };
}

/** Corrects batches one after the other; the times of each are valid until the next one. */
function batchCorrector(correction: ClockCorrection): (batch: EventBatch) => EventBatch {
  let time = new Float64Array(0);
  return (batch) => {
    if (time.length < batch.count) time = new Float64Array(batch.time.length);
    for (let i = 0; i < batch.count; i++) time[i] = correction.at(batch.time[i] ?? absent(i));
    const { count, kind, reference, site } = batch;
    return { count, kind, time, reference, site, operands: correctedOperands(batch, correction) };
  };
}

const STOP_TIME = OPERANDS.BufferFlush.indexOf('stopTime');

/** Corrects times in operands; the end of a buffer flush is the only one. */
function correctedOperands(
  { count, kind, reference, operands }: EventBatch,
  correction: ClockCorrection,
): Float64Array {
  let copy: Float64Array | undefined;
  for (let i = 0; i < count; i++) {
    if (kind[i] !== EventKind.BufferFlush) continue;
    copy ??= operands.slice();
    const at = (reference[i] ?? absent(i)) + STOP_TIME;
    copy[at] = correction.at(operands[at] ?? absent(at));
  }
  return copy ?? operands;
}
