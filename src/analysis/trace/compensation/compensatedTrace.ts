import { absent, elementAt } from '../../../base/elements.js';
import { EventKind, OPERANDS } from '../../../model/events.js';
import type { Loss, Trace } from '../../../model/trace.js';
import type { Processes } from '../../../model/processes.js';
import { recordedKinds } from '../overhead/costs.js';
import { CompensatedTimes, type Compensation, NO_SHIFTS } from './locationTimes.js';

const STOP_TIME = OPERANDS.BufferFlush.indexOf('stopTime');

/** A trace with the times that its events would have had without recording. */
export function compensatedTrace(trace: Trace, processes: Processes, { costs, shifts }: Compensation): Trace {
  const kinds = recordedKinds(trace.definitions);
  return {
    definitions: trace.definitions,
    get problems() {
      return trace.problems;
    },
    get losses() {
      return trace.losses ?? new Map<number, Loss>();
    },
    *batches(location) {
      const own = elementAt(costs, elementAt(processes.ofLocation, location));
      const times = new CompensatedTimes(kinds, own, shifts[location] ?? NO_SHIFTS);
      let time = new Float64Array(0);
      for (const batch of trace.batches(location)) {
        const { count, kind, reference, site } = batch;
        let { operands } = batch;
        if (time.length < count) time = new Float64Array(batch.time.length);
        for (let i = 0; i < count; i++) {
          const what = kind[i] ?? absent(i);
          const at = reference[i] ?? absent(i);
          const now = times.at(what, batch.time[i] ?? absent(i), at, operands);
          time[i] = now;
          if (what !== EventKind.BufferFlush) continue;
          // Without recording no buffer is written: that took no time.
          if (operands === batch.operands) operands = operands.slice();
          operands[at + STOP_TIME] = now;
        }
        yield { count, kind, time, reference, site, operands };
      }
    },
  };
}
