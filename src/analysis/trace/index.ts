import { grouped } from '../../base/text.js';
import type { Trace } from '../../model/trace.js';
import { processesOf } from '../../model/processes.js';
import { changedTrace, costsFor, type TimeChanges } from './again/changedTimes.js';
import { aloneIn } from './parallel/index.js';
import { announcedEvents } from './reading/ranges.js';
import type { Reading } from './reading/reading.js';
import { readProcesses } from './reading/readProcesses.js';
import { isChange, Rounds } from './rounds.js';
import { type AnalysisOptions, type AnalysisResult, READING } from './search/index.js';

import { Arena } from './tables/arena.js';
import { OWN_MEMORY } from './tables/memory.js';

export type { MetricName } from './metrics/metrics.js';
export { type Processes, processesOf } from '../../model/processes.js';
export { exclusive, total } from './severities/space.js';
export { toTsv } from './severities/tsv.js';
export * from './reading/index.js';
export { type AnalysisOptions, type AnalysisResult, READING } from './search/index.js';
export { Forecast, unforeseenIn } from './tables/forecast.js';
export { Arena } from './tables/arena.js';
export type { Memory } from './tables/memory.js';
export type { Column } from './tables/release.js';
export { changedTrace, costsFor, type TimeChanges } from './again/changedTimes.js';
export {
  type Compensate,
  compensatedReport,
  type RecordingCosts,
  recordingCosts,
  type RunCosts,
} from './compensation/index.js';

/** Number of events from which on columns are large enough to be stored in memory that is reused after release. */
const LARGE = 1_000_000;

export const READING_EVENTS = 'Reading events';

/**
 * How far reading is, in words: `Reading events: 1,250,000 of 4,000,000`.
 * @param announced by the trace's definitions, which need not be right
 */
export function readingText(events: number, announced: number): string {
  const whole = events > announced ? '' : ` of ${grouped(announced)}`;
  return `${READING_EVENTS}: ${grouped(events)}${whole}`;
}

/**
 * Searches a trace for inefficiency: reads each location once, matches operations across locations, and computes the
 * severities and the ranked findings. If clocks disagree by more than is tolerable, times are corrected and the trace
 * is searched again. The same applies if measurement overhead is to be subtracted.
 * @throws CancelledError when `isCancelled` returns true
 */
export function analyzeTrace(trace: Trace, options: AnalysisOptions): AnalysisResult {
  const memory = announcedEvents(trace.definitions) < LARGE ? OWN_MEMORY : new Arena();
  const how: AnalysisOptions = { crew: aloneIn(memory), ...options };
  return analyzeReading(trace, readAll(trace, {}, how), how);
}

/**
 * Analyzes a trace whose events were read already, such as in several processes. If times must change, they are read
 * again in this thread.
 * @param reading result of `readProcesses` or `Merger` for all processes, with `costs` if the options have them; it
 * must not be used afterwards
 */
export function analyzeReading(trace: Trace, reading: Reading, options: AnalysisOptions): AnalysisResult {
  const rounds = new Rounds(trace, options);
  let found = rounds.search(reading);
  while (isChange(found)) found = rounds.search(readAll(trace, found.changes, options));
  return found;
}

/**
 * The same for events that are read in several threads, or were in several processes.
 * @param read reads all events, each time with the changes of times that are known to be needed
 */
export async function analyzeReadings(
  trace: Trace,
  read: (changes: TimeChanges) => Promise<Reading>,
  options: AnalysisOptions,
): Promise<AnalysisResult> {
  const rounds = new Rounds(trace, options);
  let found = rounds.search(await read({}));
  while (isChange(found)) found = rounds.search(await read(found.changes));
  return found;
}

/** Reads all locations in this thread. */
function readAll(trace: Trace, changes: TimeChanges, options: AnalysisOptions): Reading {
  const { onProgress, isCancelled, crew } = options;
  const processes = processesOf(trace.definitions);
  const announced = Math.max(1, announcedEvents(trace.definitions));
  let events = 0;
  return readProcesses(
    changedTrace(trace, processes, changes),
    processes,
    { from: 0, to: processes.locations.length },
    {
      ...(isCancelled === undefined ? {} : { isCancelled }),
      ...(crew === undefined ? {} : { memory: crew.memory }),
      ...costsFor(changes, options.costs),
      onEvents: (count) => {
        events += count;
        onProgress?.(READING * Math.min(1, events / announced), readingText(events, announced));
      },
    },
  );
}
