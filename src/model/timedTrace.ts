/** Traces whose events have other times. */
import { absent } from '../base/elements.js';
import type { Seconds } from '../base/units.js';
import { EventKind, type EventBatch, OPERANDS } from './events.js';
import type { Loss, Trace } from './trace.js';

/** Returns the changed times of the events of one location, one after the other. */
export interface EventTimes {
  /** @param reference the region of the event, or the index of its first operand in `operands` */
  at(kind: number, time: Seconds, reference: number, operands: Float64Array): Seconds;
  /**
   * The changed end of a flush of buffers, which is the only time in operands.
   * @param begin as recorded
   * @param changed the changed begin
   */
  endOfFlush(end: Seconds, begin: Seconds, changed: Seconds): Seconds;
}

const STOP_TIME = OPERANDS.BufferFlush.indexOf('stopTime');

/** Returns a trace with changed times. @param timesOf called for each reading of a location */
export function timedTrace(trace: Trace, timesOf: (location: number) => EventTimes): Trace {
  return {
    definitions: trace.definitions,
    get problems() {
      return trace.problems;
    },
    get losses() {
      return trace.losses ?? new Map<number, Loss>();
    },
    *batches(location) {
      const timed = timedBatches(timesOf(location));
      for (const batch of trace.batches(location)) yield timed(batch);
    },
  };
}

/** Changes the times of batches one after the other; those of each are valid until the next one. */
export function timedBatches(times: EventTimes): (batch: EventBatch) => EventBatch {
  let time = new Float64Array(0);
  return (batch) => {
    const { count, kind, reference, site } = batch;
    let { operands } = batch;
    if (time.length < count) time = new Float64Array(batch.time.length);
    for (let i = 0; i < count; i++) {
      const what = kind[i] ?? absent(i);
      const at = reference[i] ?? absent(i);
      const before = batch.time[i] ?? absent(i);
      const now = times.at(what, before, at, operands);
      time[i] = now;
      if (what !== EventKind.BufferFlush) continue;
      if (operands === batch.operands) operands = operands.slice();
      const end = at + STOP_TIME;
      operands[end] = times.endOfFlush(operands[end] ?? absent(end), before, now);
    }
    return { count, kind, time, reference, site, operands };
  };
}
