import type { Trace } from '../../model/trace.js';
import { processesOf } from '../../model/processes.js';
import { changedTrace, type TimeChanges } from './again/changedTimes.js';
import { compensatedReport } from './compensation/index.js';
import { timelineWithClocks } from './again/timelineClocks.js';
import { forgetRecords, type Reading } from './reading/reading.js';
import {
  type AnalysisOptions,
  type AnalysisResult,
  type Before,
  type Correction,
  searchReading,
} from './search/index.js';

/** All is to be read once more, with other times. */
export interface RoundChange {
  readonly changes: TimeChanges;
}

export function isChange(found: AnalysisResult | RoundChange): found is RoundChange {
  return !('report' in found);
}

/**
 * The searches of one trace: with times as they were measured, then with corrected clocks where those disagree, and then
 * without recording where that is wanted.
 */
export class Rounds {
  private changes: TimeChanges = {};
  private before: Before = {};
  /** Result with overhead included. */
  private measured: AnalysisResult | undefined;

  constructor(
    private readonly trace: Trace,
    private readonly options: AnalysisOptions,
  ) {}

  /**
   * @param reading of all processes, with the changes that the previous round requested; it must not be used afterwards
   * @throws CancelledError when `isCancelled` returns true
   */
  search(reading: Reading): AnalysisResult | RoundChange {
    const { trace, options, changes, before, measured } = this;
    const processes = processesOf(trace.definitions);
    const found = searchReading(changedTrace(trace, processes, changes), reading, options, before);
    if (isCorrection(found)) {
      if (before.violations !== undefined) throw new Error('times were to be corrected twice');
      this.before = { violations: found.violations };
      this.changes = { corrections: found.corrections.map((correction) => correction.data()) };
      return { changes: this.changes };
    }
    const { compensating } = found;
    if (compensating !== undefined) {
      forgetRecords(reading);
      this.measured = found;
      this.before = { ...before, isCompensated: true };
      this.changes = { ...changes, compensation: compensating.compensation };
      return { changes: this.changes };
    }
    const { timeline } = found;
    const drawn = timeline === undefined ? {} : { timeline: timelineWithClocks(timeline, changes) };
    if (measured?.compensating === undefined) return { ...found, ...drawn, changes };
    const report = compensatedReport(
      trace.definitions,
      measured,
      found,
      measured.compensating,
      options.costs?.isGiven === true,
    );
    return { ...found, report, changes };
  }
}

function isCorrection(found: AnalysisResult | Correction): found is Correction {
  return 'corrections' in found;
}
