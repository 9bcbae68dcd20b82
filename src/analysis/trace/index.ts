import type { FindingsReport } from '../../model/findings.js';
import type { PerformanceSpace } from '../../model/performanceSpace.js';
import { CancelledError, type Problem } from '../../model/problem.js';
import type { Trace } from '../../model/trace.js';
import { bookReading } from './severities/bookTimes.js';
import { analyzeAccelerators } from './accelerators/index.js';
import { analyzeCollectives } from './collectives/index.js';
import {
  causalGraphOf,
  clockCorrections,
  clockProblem,
  ClockViolations,
  correctedTrace,
  TOLERABLE,
} from './clocks/index.js';
import { analyzeMessages } from './messages/index.js';
import { matchMessages } from './messages/matching.js';
import { countOneSided } from './onesided/counts.js';
import { analyzeOneSided } from './onesided/index.js';
import { traceDoubts } from './doubts/index.js';
import { traceEvidence } from './evidence.js';
import type { MetricName } from './metrics/metrics.js';
import { structureProblems } from './reading/structureProblems.js';
import { analyzePolling } from './polling/index.js';
import { processesOf } from '../../model/processes.js';
import { regionTable } from './profile/regionTable.js';
import { forgetCollectives, forgetMessages } from './records/communicationRecords.js';
import type { LocationProfile } from './reading/locationProfile.js';
import { announcedEvents } from './reading/ranges.js';
import { profilesOf, type Reading } from './reading/reading.js';
import { readProcesses } from './reading/readProcesses.js';
import { buildReport } from '../report/index.js';
import { analyzeRootCauses } from './rootCauses/index.js';
import { Severities } from './severities/severities.js';
import { buildSpace } from './severities/space.js';
import { analyzeThreads } from './threads/index.js';
import { isThread } from './tolerance/locations.js';
import { Tolerance } from './tolerance/index.js';
import { Waits } from './severities/waits.js';

export { metrics, type MetricName } from './metrics/metrics.js';
export { type Processes, processesOf } from '../../model/processes.js';
export { exclusive, inclusive, total } from './severities/space.js';
export { toTsv } from './severities/tsv.js';
export * from './reading/index.js';

export interface AnalysisOptions {
  /** Name of the measured program, for the report. */
  readonly program: string;
  /** Called now and then with the share of the work done (0 to 1) and what is being done. */
  readonly onProgress?: (fraction: number, message: string) => void;
  /** Asked often; the analysis ends with a CancelledError soon after it says true. */
  readonly isCancelled?: () => boolean;
  /** Whether times are corrected where clocks of processes disagree; they are when left out. */
  readonly correctClocks?: boolean;
}

export interface AnalysisResult {
  readonly space: PerformanceSpace;
  readonly report: FindingsReport;
  /**
   * Seconds of waiting that no delay is known for, by the metric its short-term costs would stand at. With the costs of
   * a kind, short-term and long-term, they add up to the waiting of that kind.
   */
  readonly unattributed: ReadonlyMap<MetricName, number>;
  /** Call paths of the stretch of time between two synchronisations that has most of them. */
  readonly callPathsOfStretch: number;
}

/** Share of the work that is reading the events; the rest is the search for waiting time and the report. */
export const READING = 0.6;
export const READING_EVENTS = 'Reading events';

/** How far reading is, in words: `Reading events: 1,250,000 of 4,000,000`. */
export function readingText(events: number, announced: number): string {
  return `${READING_EVENTS}: ${Math.min(events, announced).toLocaleString('en')} of ${announced.toLocaleString('en')}`;
}

/**
 * Searches a trace for inefficiency: reads each location once, matches what crosses locations, and computes the
 * severities and the ranked findings. Where clocks disagree by more than is tolerable, times are corrected and the trace
 * is searched once more.
 * @throws CancelledError when `isCancelled` says so
 */
export function analyzeTrace(trace: Trace, options: AnalysisOptions): AnalysisResult {
  return search(trace, readAll(trace, options), options);
}

/**
 * The same for a trace whose events were read already, such as in several threads.
 * @param reading what `readProcesses` or `Merger` gave for all processes; it must not be used any more
 */
export function analyzeReading(trace: Trace, reading: Reading, options: AnalysisOptions): AnalysisResult {
  return search(trace, reading, options);
}

/** @param before the violations that the correction of the clocks was made for */
function search(trace: Trace, reading: Reading, options: AnalysisOptions, before?: ClockViolations): AnalysisResult {
  const { definitions } = trace;
  const { tree, records, threads, oneSided, accelerators, polling } = reading;
  const processes = processesOf(definitions);
  const regions = regionTable(definitions);
  const severities = new Severities();
  const step = stepper(options);
  const profiles = profilesOf(reading);
  const tolerance = new Tolerance(trace, reading.processes, processes);
  bookReading(reading, regions, severities, tolerance);
  step(READING, 'Searching messages for waiting time');
  const waits = new Waits(records, severities, tree, regions);
  const problems: Problem[] = [...structureProblems(profiles)];
  const matching = matchMessages(records, definitions, processes);
  tolerance.checkMessages(records, matching);
  const clocks = new ClockViolations();
  clocks.checkMessages(records, matching, processes);
  problems.push(...analyzeMessages(records, matching, waits));
  step(READING + 0.1, 'Searching collective operations for waiting time');
  problems.push(...analyzeCollectives(records, definitions, processes, waits, clocks, tolerance));
  if (before === undefined && options.correctClocks !== false && clocks.largest > TOLERABLE) {
    const corrections = clockCorrections(causalGraphOf(records, matching, definitions, processes));
    forgetMessages(records);
    forgetCollectives(records);
    const corrected = correctedTrace(trace, processes, corrections);
    return search(corrected, readAll(corrected, options), options, clocks);
  }
  problems.push(...(before === undefined ? clockProblem(clocks) : clockProblem(before, clocks)));
  problems.push(...analyzeOneSided(records, oneSided, definitions, processes, waits, tolerance));
  step(READING + 0.14, 'Searching OpenMP for waiting time');
  problems.push(...analyzeThreads(threads, processes, regions, waits, tolerance));
  analyzeAccelerators(accelerators, definitions, processes, profiles, waits, severities, tolerance);
  const remarks = analyzePolling(polling, { definitions, profiles, tree, regions }, waits, tolerance);
  reading.counts.book(severities);
  countOneSided(records, oneSided, severities);
  step(READING + 0.15, 'Searching for the causes of waiting');
  // What follows works on the wait states and the calls they are in; it needs memory of its own.
  forgetMessages(records);
  forgetCollectives(records);
  const states = tolerance.judged(waits.states, records, threads);
  // Streams of devices run beside the threads that start their kernels: they are not compared with them.
  const locations = profiles.filter(({ location }) => isThread(definitions.locations[location]));
  const input = { definitions, processes, records, threads, tree, states, locations };
  const { origins, unattributed, callPathsOfStretch } = analyzeRootCauses(input, severities);
  tolerance.forgetUncertain(severities);
  step(READING + 0.38, 'Ranking what was found');
  const space = buildSpace(tree.build(), definitions.locations.length, severities);
  const incomplete = tolerance.summary();
  const report = buildReport(space, definitions, {
    program: options.program,
    ...extent(profiles),
    problems: [...trace.problems, ...problems],
    doubts: traceDoubts({ definitions, space, profiles, incomplete, leakedRequests: tolerance.leakedRequests }),
    isWhole: incomplete === undefined,
    evidence: traceEvidence(waits.causes, waits.instances, origins, new Map([['mpi_polling', remarks]])),
  });
  step(1, 'Done');
  return { space, report, unattributed, callPathsOfStretch };
}

/** Reads all locations in this thread. */
function readAll(trace: Trace, { onProgress, isCancelled }: AnalysisOptions): Reading {
  const processes = processesOf(trace.definitions);
  const announced = Math.max(1, announcedEvents(trace.definitions));
  let events = 0;
  return readProcesses(
    trace,
    processes,
    { from: 0, to: processes.locations.length },
    {
      ...(isCancelled === undefined ? {} : { isCancelled }),
      onEvents: (count) => {
        events += count;
        onProgress?.(READING * Math.min(1, events / announced), readingText(events, announced));
      },
    },
  );
}

function stepper({ onProgress, isCancelled }: AnalysisOptions): (fraction: number, message: string) => void {
  return (fraction, message) => {
    if (isCancelled?.() === true) throw new CancelledError();
    onProgress?.(fraction, message);
  };
}

/** Number of events, and seconds from the first to the last of them. */
function extent(profiles: readonly LocationProfile[]): { events: number; span: number } {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  let events = 0;
  for (const profile of profiles) {
    events += profile.events;
    if (profile.events === 0) continue;
    first = Math.min(first, profile.first);
    last = Math.max(last, profile.last);
  }
  return { events, span: events === 0 ? 0 : last - first };
}
