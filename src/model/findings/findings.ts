import type { OtherMetrics } from './otherMetrics.js';
import type { CounterReport } from '../counters.js';
import type { EfficiencyTimes } from './efficiency.js';
import type { MemoryReport } from './memory.js';
import type { ThreadPool } from './threadPools.js';
import type { MainMetric } from './mainMetric.js';
import type { Gain, ReportPredictions } from './prediction.js';
import type { SourcePlace } from './sourcePlace.js';
import type { MetricUnit } from '../performanceSpace.js';
import type { Problem } from '../../base/problem.js';
import type { Bytes, Fraction, Seconds } from '../../base/units.js';

export type { SourcePlace } from './sourcePlace.js';

/** One step of a call path, outermost first. */
export interface CallPathStep {
  readonly region: string;
  /** Location of the region's definition, when known. */
  readonly definition?: SourcePlace;
  /** Location of the call, when known. */
  readonly callSite?: SourcePlace;
  /** Set if the compiler inlined it, so that only the calls in its source are recorded. */
  readonly inlined?: true;
}

/** Time lost at one location. */
export interface LocationShare {
  /** Index in the trace's order, from 0. */
  readonly location: number;
  readonly name: string;
  readonly seconds: Seconds;
}

/** The part of a finding that a more specific property explains, such as the messages in wrong order among late senders. */
export interface FindingPart {
  readonly property: string;
  readonly title: string;
  readonly seconds: Seconds;
  /** Share of the program's total time, contained in that of the finding. */
  readonly severity: Fraction;
  readonly explanation: string;
  readonly advice: string;
}

/** One wait of one location in one operation, so that a person can go and look at it. */
export interface WaitInstance {
  /** Index in the trace's order, from 0. */
  readonly location: number;
  readonly name: string;
  /** When the waiting operation was entered and left, from the start of the trace. */
  readonly enter: Seconds;
  readonly leave: Seconds;
  /** How long it waited. */
  readonly seconds: Seconds;
}

/** How the waits of a property are distributed. */
export interface WaitStatistics {
  readonly count: number;
  readonly sum: Seconds;
  readonly mean: Seconds;
  /** Of all the waits, divided by their number. */
  readonly standardDeviation: Seconds;
  readonly minimum: Seconds;
  readonly lowerQuartile: Seconds;
  readonly median: Seconds;
  readonly upperQuartile: Seconds;
  readonly maximum: Seconds;
}

/** The longest wait of a property at one call path. */
export interface WorstInstance extends WaitInstance {
  readonly callPath: readonly CallPathStep[];
  /** The line to look at, as in a finding. */
  readonly place?: SourcePlace;
}

/** The waits of one property over the whole run. */
export interface PropertyStatistics extends WaitStatistics {
  readonly property: string;
  readonly title: string;
  /** The longest wait of each call path, the longest first, at most five. */
  readonly worst: readonly WorstInstance[];
}

/** Code that took longer than what it made others wait for: where waiting begins, however far away it shows. */
export interface RootCause {
  readonly region: string;
  readonly callPath: readonly CallPathStep[];
  /** The line to look at, as in a finding. */
  readonly place?: SourcePlace;
  /** Waiting of the finding that is due to it, directly or through other waiting. */
  readonly seconds: Seconds;
  /** Share of the finding's seconds. */
  readonly share: Fraction;
  /** Locations on which it delays others, worst first; only the worst ones. */
  readonly locations: readonly LocationShare[];
  /** The line of the region with most samples; omitted without sampling, and where it is `place`. */
  readonly hottest?: SourcePlace;
  /**
   * How much longer these locations take there than the locations that wait, on average; omitted if it explains less than
   * half of the waiting, and in reports of older versions.
   */
  readonly longer?: Seconds;
  /** Predicted gain if it were balanced over ranks; omitted if unknown or negligible. */
  readonly gain?: Gain;
}

/** One property at one call path: why time is lost, where, and how much. */
export interface Finding {
  /** `cost` if calls are expensive without waiting; omitted if time is lost by waiting. */
  readonly kind?: 'cost';
  /** Unique metric name, such as `mpi_latesender`. */
  readonly property: string;
  readonly title: string;
  readonly callPath: readonly CallPathStep[];
  /** The line a person should look at: the call site of the innermost step, else the nearest known line up the path. */
  readonly place?: SourcePlace;
  /** Unit of `seconds` here and in `locations`, where the report is ranked by another metric than the time. */
  readonly unit?: MetricUnit;
  /** Time lost, summed over locations. */
  readonly seconds: Seconds;
  /** Share of the program's total time (all locations). */
  readonly severity: Fraction;
  /** 1 when the measurement proves it; less where it is inferred. */
  readonly confidence: Fraction;
  /** Locations that wait, worst first. */
  readonly locations: readonly LocationShare[];
  /**
   * Locations that were waited for, with the time others waited for each, worst first; omitted if none can be named.
   */
  readonly causes?: readonly LocationShare[];
  /** Parts of these seconds that more specific properties explain; omitted if there are none. */
  readonly parts?: readonly FindingPart[];
  /** The longest wait of the finding; omitted if the property has no single waits. */
  readonly worst?: WaitInstance;
  /** Root causes of the waiting, worst first; omitted if unknown or too evenly spread. */
  readonly rootCauses?: readonly RootCause[];
  /** Predicted gain of the best change that addresses it; omitted if unknown or negligible. */
  readonly gain?: Gain;
  /** Explanation of the finding, one or two sentences. */
  readonly explanation: string;
  /** Advice, one or two sentences. */
  readonly advice: string;
}

/** Waiting of one property in the calls made from a line. */
export interface LineProperty {
  readonly property: string;
  readonly title: string;
  /** Share of the program's total time, what the calls call included. */
  readonly severity: Fraction;
  /** The part of `severity` that is lost by the calls themselves: that of the findings at this line. */
  readonly own: Fraction;
}

/** Time and waiting of one source line, over all call paths that pass it; recursion is not counted twice. */
export interface LineSummary {
  readonly place: SourcePlace;
  /** Time spent in calls made from this line (or in the function starting here) and what they call, all locations. */
  readonly seconds: Seconds;
  readonly share: Fraction;
  /** The part of `seconds` spent by the calls themselves; reports of older versions do not have it. */
  readonly exclusive?: Seconds;
  /** Waiting in these seconds, worst first; omitted if there is none, and in reports of older versions. */
  readonly properties?: readonly LineProperty[];
  /**
   * Waiting of others that is due to the calls themselves: the cost of their delays. Omitted if there is none or it is
   * not known, and in reports of older versions.
   */
  readonly delays?: Seconds;
}

/** Time of one function over all call paths. */
export interface FunctionSummary {
  readonly region: string;
  readonly place: SourcePlace;
  readonly visits: number;
  readonly inclusive: Seconds;
  readonly exclusive: Seconds;
  /** Inclusive time as a share of the total. */
  readonly share: Fraction;
  /** Waiting properties below this function, worst first. */
  readonly properties: readonly { readonly property: string; readonly title: string; readonly severity: Fraction }[];
  /** Predicted gain if its exclusive time were halved; omitted if unknown or negligible. */
  readonly gain?: Gain;
}

/** One row of the flat profile: a function or construct with its exclusive time. */
export interface ProfileRow {
  readonly region: string;
  /** Location of its definition, when known; libraries have none. */
  readonly place?: SourcePlace;
  readonly visits: number;
  /** Without what it calls, and without idle threads, over all locations. */
  readonly exclusive: Seconds;
  /** `exclusive` as a share of the total time. */
  readonly share: Fraction;
}

/** One region of the whole flat profile. */
export interface FlatRow {
  readonly region: string;
  /** Location of its definition, when known. */
  readonly place?: SourcePlace;
  readonly calls: number;
  /** Without what it calls, over all locations. */
  readonly exclusive: Seconds;
  /** Inclusive time over all locations; recursion is not counted twice. */
  readonly inclusive: Seconds;
  /** Inclusive times of the shortest and the longest call, if they were measured. */
  readonly shortest?: Seconds;
  readonly longest?: Seconds;
  /** Exclusive values by counter, in the counter's unit. */
  readonly counted?: Readonly<Record<string, number>>;
}

/**
 * Time of a line within a function, estimated from samples. It is the function's exclusive time times the fraction of
 * the function's samples on the line.
 */
export interface HotLine {
  readonly region: string;
  readonly place: SourcePlace;
  readonly samples: number;
  /** All samples of the function; 0 where its lines were counted and not sampled. */
  readonly ofSamples: number;
  readonly seconds: Seconds;
  /** Between these the time lies with a confidence of 95 %. */
  readonly least: Seconds;
  readonly most: Seconds;
  /** `seconds` as a share of the total time. */
  readonly share: Fraction;
}

/** Call path at which work for an entity is done. */
export interface EntityPlace {
  readonly callPath: readonly CallPathStep[];
  /** The line to look at: where that work begins. */
  readonly place?: SourcePlace;
  readonly seconds: Seconds;
}

/**
 * Time of an entity: an object of the application, such as a face of a cube or a task, that the program names. See
 * Shende, Semantic Entities, Attributes and Associations, ch. IV. Work for an entity nested in that for another one
 * counts for the inner one only, so their times can be added.
 */
export interface EntitySummary {
  readonly name: string;
  /** Attributes as the program set them, such as `face=2; kind=inner`; omitted if there are none. */
  readonly attributes?: string;
  /** Over all locations; of work that is shared, the entity's part by its weight. */
  readonly seconds: Seconds;
  readonly share: Fraction;
  /** How often work was begun for it. */
  readonly visits: number;
  /** Waiting within, worst first. */
  readonly properties: readonly { readonly property: string; readonly title: string; readonly severity: Fraction }[];
  /** Call paths of the work, the most time first; only the first ones. */
  readonly places: readonly EntityPlace[];
  /** Locations that do it, the most time first; only the first ones. */
  readonly locations: readonly LocationShare[];
}

/** The total of one metric over all call paths and locations. */
export interface MetricTotal {
  readonly name: string;
  readonly title: string;
  readonly parent?: string;
  readonly unit: MetricUnit;
  readonly value: number;
  /** Share of the total time, for metrics that are parts of it; reports of older versions have it of others too. */
  readonly share?: Fraction;
}

/**
 * Kind of uncertainty of a location's records: all missing; truncated; with gaps; calls and returns do not match; no
 * calls at all; or only its communication is uncertain.
 */
export type UncertainState = 'lost' | 'cut' | 'gaps' | 'unbalanced' | 'metrics-only' | 'messages';

/** Data missing from the trace for one location. Zero counts are omitted. */
export interface UncertainLocation {
  /** Index in the trace's order, from 0. */
  readonly location: number;
  readonly name: string;
  readonly state: UncertainState;
  /** Since when nothing is known, for a location that is cut: the time of its last event from the start of the trace. */
  readonly from?: Seconds;
  /** Share of the run that is missing at its end, or of the announced events, whichever is known. */
  readonly missing?: Fraction;
  /** Regions entered and never left; they are taken to end where the location does, or the region around them. */
  readonly openRegions?: number;
  /** Regions left that were not entered, or not as the innermost ones. */
  readonly strayLeaves?: number;
  /** Messages of its process whose other end is not in the trace; listed at the process's first location. */
  readonly unmatchedSends?: number;
  readonly unmatchedReceives?: number;
  /** Excluded receives: records of the same channel are missing, so their send may be another one. */
  readonly doubtfulReceives?: number;
  /** Requests that never complete. */
  readonly openRequests?: number;
}

/** Parts of an incomplete or contradictory trace that are uncertain and therefore not judged. */
export interface Uncertainty {
  /** Everything up to this time is judged; omitted if nothing is certain from the start. */
  readonly certainUntil?: Seconds;
  /** In the order of the trace. */
  readonly locations: readonly UncertainLocation[];
  /** Operations of several processes or threads that are not judged because records of some are missing. */
  readonly leftOut: number;
}

/**
 * Reasons why the numbers of a report are unreliable. Ranks ran as separate programs, or some of them are missing; times
 * were predicted;
 * records could not be kept; only iterations chosen at run time were traced; the trace is incomplete or contradicts
 * itself; the program never completed some sends or receives; overhead was a large part of the time; less time was
 * recorded than the run lasted; there were more threads than processors; threads wait in ways that were not recorded;
 * or no function of the program was recorded. Impossible times, such as those of a damaged clock. For profiles: some or
 * all of it is missing; its times contradict each other; it sums up ranks; or it does not distinguish waiting.
 */
export type DoubtKind =
  | 'separate-programs'
  | 'predicted'
  | 'missing-ranks'
  | 'records-lost'
  | 'parts-traced'
  | 'incomplete-trace'
  | 'unfinished-communication'
  | 'overhead'
  | 'unrecorded-time'
  | 'oversubscribed'
  | 'shared-processors'
  | 'unrecorded-waiting'
  | 'no-functions'
  | 'incomplete-profile'
  | 'implausible-times'
  | 'inconsistent-profile'
  | 'summed-ranks'
  | 'sums-only';

/** Warning: why the numbers of a report may be unreliable, and how to fix it. */
export interface Doubt {
  /** One of DoubtKind; what newer versions stored may be of other kinds. */
  readonly kind: string;
  /** `error` where the numbers are not those of the run that was asked for, `warning` where they may be off. */
  readonly severity: 'error' | 'warning';
  /** A few words, such as `Incomplete trace`. */
  readonly title: string;
  /** Event and its effect on the numbers, one or two sentences. */
  readonly sentence: string;
  /** Command or change that fixes it, one sentence. */
  readonly advice: string;
  /** Of an incomplete trace: what is missing. */
  readonly uncertainty?: Uncertainty;
}

/** Use of a file or a standard stream by a run. */
export interface FileUse {
  /** Its path, or the name of the stream. */
  readonly name: string;
  /** Processes that used it. */
  readonly processes: number;
  /** Operations that read or wrote, or had written what was kept back. */
  readonly operations: number;
  readonly bytesRead: Bytes;
  readonly bytesWritten: Bytes;
  /** Time in calls that name it by what they had opened, and in those that opened it. */
  readonly seconds: Seconds;
}

/** A value as measured, and without measurement overhead. */
export interface Compensated {
  readonly measured: Seconds;
  readonly compensated: Seconds;
}

/** Measurement overhead that was subtracted from the times of a report. */
export interface Compensation {
  /** Whether the measurement determined the cost of a record, or the user set it. */
  readonly costs: 'measured' | 'given';
  /** Measurement overhead, summed over all locations. */
  readonly overhead: Seconds;
  /** Time of all locations together. */
  readonly time: Compensated;
  /** From the first event to the last: compensated, what the run would take without being measured. */
  readonly span: Compensated;
  /** By process: measurement overhead on its threads, and the time from its first event to its last. */
  readonly ranks: readonly (Compensated & { readonly name: string; readonly overhead: Seconds })[];
  /** Totals of all metrics in seconds. */
  readonly metrics: readonly (Compensated & { readonly name: string; readonly title: string })[];
}

/**
 * Results of an analysis, ready to be stored and shown; the schema of findings.json and of `trimtab analyze --json`.
 */
export interface FindingsReport {
  readonly format: 'trimtab-findings';
  readonly version: 2;
  readonly program: string;
  /** `profile` if sums were measured, without events; omitted in reports on traces. */
  readonly measurement?: 'profile';
  /**
   * Metric that the user chose to rank by. `seconds`, `inclusive` and `exclusive` of findings, functions, lines and the
   * flat profile are then amounts of it, in its unit. Shares are of its total. `span`, `totalTime` and other metrics
   * are unchanged.
   */
  readonly main?: MainMetric;
  /** Wall-clock span of the trace; of a profile the most time that one location has. */
  readonly span: Seconds;
  /** Time of all locations together. */
  readonly totalTime: Seconds;
  readonly events: number;
  readonly processes: number;
  readonly locations: readonly string[];
  readonly metrics: readonly MetricTotal[];
  /** Most severe first; what starting and ending MPI costs comes last. */
  readonly findings: readonly Finding[];
  readonly functions: readonly FunctionSummary[];
  /** The hottest functions and constructs by their own time, of the whole run; absent in reports of version 1. */
  readonly profile?: readonly ProfileRow[];
  /** Of a profile: all regions by their own time, the hottest first; those of a trace are in its performance space. */
  readonly flat?: readonly FlatRow[];
  readonly lines: readonly LineSummary[];
  /**
   * Times from which POP's efficiencies follow; omitted if no times of threads are known, and in reports of older
   * versions.
   */
  readonly efficiency?: EfficiencyTimes;
  /** Lines by their sampled time, the hottest first; omitted if nothing was sampled. */
  readonly hotLines?: readonly HotLine[];
  /** Events of the processor and the kernel that were counted; omitted if there are none. */
  readonly counters?: readonly CounterReport[];
  /**
   * Contents of a profile in addition to times and counters: events, groups, parameters, other metrics; omitted if
   * there are none.
   */
  readonly beside?: OtherMetrics;
  /** Heap allocations of the processes; omitted if memory was not tracked. */
  readonly memory?: MemoryReport;
  /** Pools of threads that the program creates, most threads first, at most 100; omitted if there are none. */
  readonly threadPools?: readonly ThreadPool[];
  /** Use of files, most time first, at most 50; omitted if it was not recorded. */
  readonly files?: readonly FileUse[];
  /** Entities that the program names, by time; omitted if it names none. */
  readonly entities?: readonly EntitySummary[];
  /** Distribution of the waits, by property; reports of older versions have none. */
  readonly statistics?: readonly PropertyStatistics[];
  /** Warnings about these numbers, the worst first; read them with `doubtsOf`. */
  readonly doubts?: readonly Doubt[];
  readonly problems: readonly Problem[];
  /** Predicted run times after changes; omitted if they were not computed. */
  readonly predictions?: ReportPredictions;
  /** Values before overhead compensation, if it was applied to all other numbers. */
  readonly compensation?: Compensation;
}
