import type { OtherMetrics } from './otherMetrics.js';
import type { CounterReport } from '../counters.js';
import type { EfficiencyTimes } from './efficiency.js';
import type { MemoryReport } from './memory.js';
import type { MainMetric } from './mainMetric.js';
import type { MetricUnit } from '../performanceSpace.js';
import type { Problem } from '../../base/problem.js';
import type { Bytes, Fraction, Seconds } from '../../base/units.js';

/** Where in the source a finding stands. Paths are as the measurement wrote them. */
export interface SourcePlace {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** One step of a call path, outermost first. */
export interface CallPathStep {
  readonly region: string;
  /** Where the region is defined, when known. */
  readonly definition?: SourcePlace;
  /** Where it was called from, when known. */
  readonly callSite?: SourcePlace;
  /** Whether the compiler inlined it, so that nothing is recorded of it but the calls that stand in its source. */
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
}

/** One property at one call path: why time is lost, where, and how much. */
export interface Finding {
  /** `cost` where calls take time without waiting; left out where time is lost by waiting. */
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
  /** Locations that were waited for, with the time others waited for each, worst first; left out where none can be named. */
  readonly causes?: readonly LocationShare[];
  /** What more specific properties explain of these seconds; left out where there is nothing more specific. */
  readonly parts?: readonly FindingPart[];
  /** The longest wait of the finding; left out where the property has no single waits. */
  readonly worst?: WaitInstance;
  /** Where the waiting begins, worst first; left out where it is not known or too evenly spread. */
  readonly rootCauses?: readonly RootCause[];
  /** What it means, one or two sentences. */
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
  /** Waiting in these seconds, worst first; left out where there is none, and in reports of older versions. */
  readonly properties?: readonly LineProperty[];
  /**
   * Waiting of others that is due to the calls by themselves: what their delays cost. Left out where there is none or it
   * is not known, and in reports of older versions.
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
}

/** One row of the flat profile: a function or construct with the time that it takes by itself. */
export interface ProfileRow {
  readonly region: string;
  /** Where it is defined, when known; libraries have no place. */
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
  /** Where it is defined, when known. */
  readonly place?: SourcePlace;
  readonly calls: number;
  /** Without what it calls, over all locations. */
  readonly exclusive: Seconds;
  /** With what it calls, over all locations; recursion is not counted twice. */
  readonly inclusive: Seconds;
  /** The shortest and the longest call, with what it calls, where they were measured. */
  readonly shortest?: Seconds;
  readonly longest?: Seconds;
  /** By counter that was read: what it has by itself, in the counter's unit. */
  readonly counted?: Readonly<Record<string, number>>;
}

/**
 * The time of a line within a function, told by samples: so many of the function's samples fell on it, and its time is
 * that part of the function's own time.
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

/** Where work for an entity is done. */
export interface EntityPlace {
  readonly callPath: readonly CallPathStep[];
  /** The line to look at: where that work begins. */
  readonly place?: SourcePlace;
  readonly seconds: Seconds;
}

/**
 * Time of an entity: a thing of the program's own world, such as a face of a cube or a task, that the program has named
 * and does work for (Shende, Semantic Entities, Attributes and Associations, ch. IV). Work for an entity within that for
 * another one counts for the inner one only, so that their times may be added.
 */
export interface EntitySummary {
  readonly name: string;
  /** As the program gave them, such as `face=2; kind=inner`; left out where there are none. */
  readonly attributes?: string;
  /** Over all locations; of work that is shared, the entity's part by its weight. */
  readonly seconds: Seconds;
  readonly share: Fraction;
  /** How often work was begun for it. */
  readonly visits: number;
  /** Waiting within, worst first. */
  readonly properties: readonly { readonly property: string; readonly title: string; readonly severity: Fraction }[];
  /** Where the work is done, the most time first; only the first ones. */
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
 * How the records of a location are uncertain: none are there; they end early; some are missing anywhere; calls and
 * returns do not fit together; there are no calls at all; or only its communication is in doubt.
 */
export type UncertainState = 'lost' | 'cut' | 'gaps' | 'unbalanced' | 'metrics-only' | 'messages';

/** What the trace does not tell of one location. Counts that are zero are left out. */
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
  /** Of its process, told at its first location: messages whose other end is not in the trace. */
  readonly unmatchedSends?: number;
  readonly unmatchedReceives?: number;
  /** Receives left out because records of the same channel are missing, so that their send may be another one. */
  readonly doubtfulReceives?: number;
  /** Requests that never complete. */
  readonly openRequests?: number;
}

/** What of a trace that is incomplete, or contradicts itself, is uncertain and therefore not judged. */
export interface Uncertainty {
  /** Up to here everything is judged; left out where nothing is certain from the start. */
  readonly certainUntil?: Seconds;
  /** In the order of the trace. */
  readonly locations: readonly UncertainLocation[];
  /** Operations of several processes or threads that are not judged because records of some are missing. */
  readonly leftOut: number;
}

/**
 * What makes the numbers of a report doubtful: ranks ran as programs of their own, or some of them are missing;
 * records could not be kept; only iterations that were chosen while it ran were traced; the trace is incomplete or contradicts itself; the program never completed what it began to
 * send or receive; recording took much of the time; less time was recorded than the run took; there were
 * more threads than processors; threads wait in ways that nobody recorded; or no function of the program was recorded.
 * Times that no run has, as of a damaged clock.
 * Of profiles: some or all of it is missing; its times contradict each other; it sums up ranks; or it does not tell waiting apart.
 */
export type DoubtKind =
  | 'separate-programs'
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

/** Why the numbers of a report may not mean what they seem to, and what mends it. */
export interface Doubt {
  /** One of DoubtKind; what newer versions stored may be of other kinds. */
  readonly kind: string;
  /** `error` where the numbers are not those of the run that was asked for, `warning` where they may be off. */
  readonly severity: 'error' | 'warning';
  /** A few words, such as `Incomplete trace`. */
  readonly title: string;
  /** What happened and what it does to the numbers, one or two sentences. */
  readonly sentence: string;
  /** The command or the change that mends it, one sentence. */
  readonly advice: string;
  /** Of an incomplete trace: what is missing. */
  readonly uncertainty?: Uncertainty;
}

/** What a run did with a file, or with a standard stream. */
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

/** A value as it was measured, and without what recording took. */
export interface Compensated {
  readonly measured: Seconds;
  readonly compensated: Seconds;
}

/** What was taken out of the times of a report because recording took it. */
export interface Compensation {
  /** Whether the measurement itself found out what a record costs, or a person said so. */
  readonly costs: 'measured' | 'given';
  /** What recording took, all locations together. */
  readonly overhead: Seconds;
  /** Time of all locations together. */
  readonly time: Compensated;
  /** From the first event to the last: compensated, what the run would take without being measured. */
  readonly span: Compensated;
  /** By process: what recording took on its threads, and the time from its first event to its last. */
  readonly ranks: readonly (Compensated & { readonly name: string; readonly overhead: Seconds })[];
  /** Totals of all metrics in seconds. */
  readonly metrics: readonly (Compensated & { readonly name: string; readonly title: string })[];
}

/** What an analysis says, ready to be stored and shown; the schema of findings.json and of `trimtab analyze --json`. */
export interface FindingsReport {
  readonly format: 'trimtab-findings';
  readonly version: 2;
  readonly program: string;
  /** `profile` where sums were measured, without events; left out of reports on traces. */
  readonly measurement?: 'profile';
  /**
   * Where a person chose another metric to rank by: `seconds`, `inclusive` and `exclusive` of findings, functions, lines
   * and the flat profile are amounts of it, in its unit, and shares are of its total. `span`, `totalTime` and what stands
   * beside stay as they are.
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
  /** What POP's efficiencies follow from; left out where no times of threads are known, and in reports of older versions. */
  readonly efficiency?: EfficiencyTimes;
  /** Lines by their time as samples tell it, the hottest first; left out where nothing was sampled. */
  readonly hotLines?: readonly HotLine[];
  /** Events of the processor and the kernel that were counted; left out where none were. */
  readonly counters?: readonly CounterReport[];
  /** What a profile tells beside times and counters: events, groups, parameters, other metrics; left out where nothing. */
  readonly beside?: OtherMetrics;
  /** What the processes took from the heap; left out where nobody looked at it. */
  readonly memory?: MemoryReport;
  /** What was done with files, most time first, at most 50; left out where that was not recorded. */
  readonly files?: readonly FileUse[];
  /** What the program has named and works for, by time; left out where it names nothing. */
  readonly entities?: readonly EntitySummary[];
  /** Distribution of the waits, by property; reports of older versions have none. */
  readonly statistics?: readonly PropertyStatistics[];
  /** What makes these numbers doubtful, the worst first; read them with `doubtsOf`. */
  readonly doubts?: readonly Doubt[];
  readonly problems: readonly Problem[];
  /** Where what recording took was taken out of all other numbers: what they were before. */
  readonly compensation?: Compensation;
}
