/** The iterations of an analyzed trace, as series; what judges them is much more code. */
import type { DynamicsReport } from '../../model/dynamics/dynamics.js';
import type { RunSeries } from '../../model/dynamics/series.js';
import { processesOf } from '../../model/processes.js';
import type { Trace } from '../../model/trace.js';
import { type AnalysisResult, changedTrace } from '../trace/index.js';
import { seriesOfTrace } from './series/index.js';

export type AnalyzedWithWaits = Pick<AnalysisResult, 'space' | 'report' | 'waits' | 'changes'>;

/**
 * Reads an analyzed trace again, for its loops and for the events of each of their iterations.
 * @param level index of the loop; 0 is the chosen one
 * @returns a sentence if there is no loop
 * @throws CancelledError; TrimtabError if there are fewer loops than `level` requires
 */
export function runOfTrace(
  trace: Trace,
  { space, report, waits, changes = {} }: AnalyzedWithWaits,
  level: number,
  isCancelled?: () => boolean,
): RunSeries | string {
  const processes = processesOf(trace.definitions);
  const changed = changedTrace(trace, processes, changes);
  return seriesOfTrace({ trace: changed, processes, space, totalTime: report.totalTime, waits, level, isCancelled });
}

/** Returns an empty report with the reason in one sentence. */
export function withoutLoop(none: string): DynamicsReport {
  return { format: 'trimtab-dynamics', version: 1, loops: [], none, loopTime: 0, findings: [] };
}
