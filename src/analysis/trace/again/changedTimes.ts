import type { Trace } from '../../../model/trace.js';
import type { Processes } from '../../../model/processes.js';
import { ClockCorrection, type CorrectionData } from '../clocks/clockCorrection.js';
import { correctedTrace } from '../clocks/index.js';
import { type Compensation, compensatedTrace, type RunCosts } from '../compensation/index.js';
import type { ReadOptions } from '../reading/readProcesses.js';

/** Corrections of measured times, as plain data for other threads. Omitted ones change nothing. */
export interface TimeChanges {
  /** Corrections of the processes' clocks, by process. */
  readonly corrections?: readonly CorrectionData[];
  /** Measurement overhead is subtracted after clocks were corrected. */
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

/** Returns the costs that a reading with these changes must determine: none once overhead was subtracted. */
export function costsFor({ compensation }: TimeChanges, costs: RunCosts | undefined): Pick<ReadOptions, 'costs'> {
  return compensation !== undefined || costs === undefined ? {} : { costs: costs.byProcess };
}
