import type { PerformanceSpace } from '../../../model/performanceSpace.js';
import type { FindingsReport } from '../../../model/findings/findings.js';
import type { Timeline } from '../../../model/timeline.js';
import { CancelledError } from '../../../base/problem.js';
import type { Trace } from '../../../model/trace.js';
import { type PropertyCatalog, shippedProperties } from '../../../properties/index.js';
import { buildReport } from '../../report/index.js';
import type { ClockCorrection } from '../clocks/clockCorrection.js';
import type { ClockViolations } from '../clocks/violations.js';
import type { Compensating, RunCosts } from '../compensation/index.js';
import { traceDoubts } from '../doubts/index.js';
import { countersOfRun } from '../doubts/counters.js';
import { leftOutFunctions } from '../doubts/leftOut.js';
import { unheardPython } from '../doubts/python.js';
import { switchedWhileRunning } from '../doubts/switched.js';
import { overlappingRegions } from '../doubts/overlapping.js';
import { traceEvidence } from './evidence.js';
import type { MetricName } from '../metrics/metrics.js';
import { alone, type Crew } from '../parallel/index.js';
import type { LocationProfile } from '../profile/locationProfile.js';
import type { Reading } from '../reading/reading.js';
import { buildSpace } from '../severities/space.js';
import type { WaitRecords } from '../replay/waitRecords.js';
import { type Causes, Search } from './search.js';
import { runStages } from './stage.js';
import { stages } from './stages.js';
import { type LoggedWaits, type TimelineLog, timelineOf } from '../timeline/index.js';
import type { TimeChanges } from '../again/changedTimes.js';

export interface AnalysisOptions {
  /** Name of the measured program, for the report. */
  readonly program: string;
  /** Properties to search for, and possible severities; the shipped ones if omitted. */
  readonly properties?: PropertyCatalog;
  /** Called now and then with the share of the work done (0 to 1) and what is being done. */
  readonly onProgress?: (fraction: number, message: string) => void;
  /** Called often; the analysis ends with a CancelledError soon after it returns true. */
  readonly isCancelled?: () => boolean;
  /** Whether to correct times if clocks of processes disagree; true if omitted. */
  readonly correctClocks?: boolean;
  /** Recording costs, to be subtracted from all times; they are as measured if omitted. */
  readonly costs?: RunCosts;
  /** Whether the result includes a timeline; false if omitted. */
  readonly timeline?: boolean;
  /** Whether the result includes all single waits; false if omitted. */
  readonly waits?: boolean;
  /** Whether the result includes the records from which waits can be replayed; false if omitted. */
  readonly replay?: boolean;
  /** The threads that search together; only this one if omitted. Results do not depend on it. */
  readonly crew?: Crew;
}

export interface AnalysisResult {
  readonly space: PerformanceSpace;
  readonly report: FindingsReport;
  /**
   * Seconds of waiting without a known delay, by the metric of its short-term costs. With the costs of a kind,
   * short-term and long-term, they add up to the waiting of that kind.
   */
  readonly unattributed: ReadonlyMap<MetricName, number>;
  /** Call paths of the stretch of time between two synchronizations that has most of them. */
  readonly callPathsOfStretch: number;
  /** Seconds from the first event of each process to its last. */
  readonly processSpans: readonly number[];
  /** Timeline, if requested. */
  readonly timeline?: Timeline;
  /** All waits one by one, where they are wanted. */
  readonly waits?: LoggedWaits;
  /** Records from which waits can be replayed, if requested. */
  readonly replayed?: WaitRecords;
  /** How times differ from those that were recorded. */
  readonly changes?: TimeChanges;
  /** How to subtract overhead, if requested and still in these numbers. */
  readonly compensating?: Compensating;
}

/** State of a trace before a search. */
export interface Before {
  /** The violations that times were corrected for already; a second correction is never asked for. */
  readonly violations?: ClockViolations;
  /** Whether overhead was subtracted from the times. */
  readonly isCompensated?: boolean;
}

/** The clocks disagree by more than is tolerable: all must be read again with corrected times. */
export interface Correction {
  readonly corrections: readonly ClockCorrection[];
  /** Clock violations that the corrections fix. */
  readonly violations: ClockViolations;
}

/** Share of the work that is reading the events; the rest is the search for waiting time and the report. */
export const READING = 0.6;

/**
 * Searches a reading of a trace.
 * @throws CancelledError when `isCancelled` returns true
 */
export function searchReading(
  trace: Trace,
  reading: Reading,
  options: AnalysisOptions,
  { violations, isCompensated = false }: Before = {},
): AnalysisResult | Correction {
  const { properties = shippedProperties, crew = alone, correctClocks = true } = options;
  const search = new Search(
    trace,
    reading,
    properties,
    crew,
    correctClocks,
    violations,
    isCompensated,
    options.timeline === true || options.waits === true,
  );
  search.keepsWaitRecords = options.replay === true;
  const step = stepper(options);
  const corrections = runStages(stages, search, (done, message) => step(READING + done, message));
  if (corrections !== undefined) {
    search.forget();
    return { corrections, violations: search.clocks };
  }
  step(READING + 0.38, 'Ranking what was found');
  const result = resultOf(search, options);
  step(1, 'Done');
  return result;
}

function resultOf(
  search: Search,
  { program, timeline: isDrawn = false, waits: areKept = false }: AnalysisOptions,
): AnalysisResult {
  const { trace, crew, reading, properties, severities, profiles, problems, tolerance, waits, remarks } = search;
  const { causes, compensating, processes, sampled, sampledTimes, files, counted, replayed } = search;
  if (causes === undefined) throw new Error('the search ended before the causes of waiting were known');
  const { definitions } = trace;
  const { origins, unattributed, callPathsOfStretch } = causes;
  const space = buildSpace(reading.tree.build(), definitions.locations.length, severities, counted);
  const incomplete = tolerance.summary();
  const report = buildReport(space, definitions, {
    program,
    ...extent(profiles),
    problems: [
      ...trace.problems,
      ...leftOutFunctions(definitions),
      ...countersOfRun(definitions),
      ...unheardPython(definitions),
      ...switchedWhileRunning(definitions),
      ...overlappingRegions(definitions),
      ...problems,
      ...crew.problems,
    ],
    doubts: traceDoubts({ definitions, space, profiles, incomplete, leakedRequests: tolerance.leakedRequests }),
    isWhole: incomplete === undefined,
    properties,
    sampled,
    ...(sampledTimes.size === 0 ? {} : { sampledTimes }),
    files,
    evidence: traceEvidence(properties, waits.causes, waits.instances, origins, waits.dueTo, remarks),
  });
  const processSpans = processes.locations.map((_, process) => extent(profilesOfProcess(search, process)).span);
  const timeline =
    search.timeline === undefined || !isDrawn ? {} : { timeline: timelineIn(search, search.timeline, causes) };
  return {
    space,
    report,
    ...timeline,
    ...(search.timeline === undefined || !areKept ? {} : { waits: search.timeline.waits }),
    ...(replayed === undefined ? {} : { replayed }),
    unattributed,
    callPathsOfStretch,
    processSpans,
    ...(compensating === undefined ? {} : { compensating }),
  };
}

function stepper({ onProgress, isCancelled }: AnalysisOptions): (fraction: number, message: string) => void {
  return (fraction, message) => {
    if (isCancelled?.() === true) throw new CancelledError();
    onProgress?.(fraction, message);
  };
}

function timelineIn(search: Search, log: TimelineLog, { path }: Causes): Timeline {
  const { reading, profiles, trace, before, isCompensated } = search;
  return timelineOf(log, {
    passes: reading.passes,
    profiles,
    locations: trace.definitions.locations.length,
    counters: trace.definitions.counters,
    communicators: trace.definitions.communicators,
    isChanged: before !== undefined || isCompensated,
    path,
  });
}

function profilesOfProcess({ reading }: Search, process: number): readonly LocationProfile[] {
  return reading.processes[process]?.profiles ?? [];
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
