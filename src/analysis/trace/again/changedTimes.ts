import type { Trace } from '../../../model/trace.js';
import type { Processes } from '../../../model/processes.js';
import { ClockCorrection, type CorrectionData } from '../clocks/clockCorrection.js';
import { correctedTrace } from '../clocks/index.js';
import { type Compensation, compensatedTrace, type RunCosts } from '../compensation/index.js';
import type { ReadOptions } from '../reading/readProcesses.js';

/** How times differ from those that were measured, as plain data for other threads. What is left out changes nothing. */
export interface TimeChanges {
  /** Corrections of the processes' clocks, by process. */
  readonly corrections?: readonly CorrectionData[];
  /** What recording took is taken out, after clocks were corrected. */
  readonly compensation?: Compensation;
}

/** A trace with changed times. */
export function changedTrace(trace: Trace, processes: Processes, { corrections, compensation }: TimeChanges): Trace {
  const corrected =
    corrections === undefined
      ? trace
      : correctedTrace(
          trace,
          processes,
          corrections.map((data) => ClockCorrection.of(data)),
        );
  return compensation === undefined ? corrected : compensatedTrace(corrected, processes, compensation);
}

/** What a reading with these changes is to find out about recording: once it was taken out, there is nothing left. */
export function costsFor({ compensation }: TimeChanges, costs: RunCosts | undefined): Pick<ReadOptions, 'costs'> {
  return compensation !== undefined || costs === undefined ? {} : { costs: costs.byProcess };
}
