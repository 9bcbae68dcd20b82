import { elementAt } from '../../../base/elements.js';
import type { Processes } from '../../../model/processes.js';
import { timedTrace } from '../../../model/timedTrace.js';
import type { Trace } from '../../../model/trace.js';
import { recordedKinds } from '../overhead/costs.js';
import { NO_SHIFTS } from '../replay/shiftedTimes.js';
import { CompensatedTimes, type Compensation } from './locationTimes.js';

/** A trace with the times that its events would have had without recording. */
export function compensatedTrace(trace: Trace, processes: Processes, { costs, shifts }: Compensation): Trace {
  const kinds = recordedKinds(trace.definitions);
  return timedTrace(trace, (location) => {
    const own = elementAt(costs, elementAt(processes.ofLocation, location));
    return new CompensatedTimes(kinds, own, shifts[location] ?? NO_SHIFTS);
  });
}
