/** Result of a comparison of experiments: plain data, for pages, the command line and files. */
import type { SourcePlace } from '../../model/findings/findings.js';
import type { EfficiencyName, Hierarchy } from '../../model/findings/efficiency.js';
import type { MetricUnit } from '../../model/performanceSpace.js';
import type { Problem } from '../../base/problem.js';
import type { Fraction, Seconds } from '../../base/units.js';

/** Verdict on a change, based on repeats. One run on either side permits none: a run differs from its repeat too. */
export type Verdict = 'faster' | 'slower' | 'no difference shown' | 'single runs: no verdict';

/** A 95 % confidence interval, in the unit of the value. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** A value over the runs of one group, in the unit of its row. A run that has no value counts as zero. */
export interface Estimate {
  readonly mean: number;
  readonly runs: number;
  /** Confidence interval of the mean (Student's t); omitted for a single run. */
  readonly interval?: Interval;
}

/** A group against the first one. */
export interface Change {
  /** Mean of the group less the mean of the first one; below zero is won. */
  readonly absolute: number;
  /** `absolute` as a share of the first group's mean; omitted if that is zero. */
  readonly relative?: number;
  /** Confidence interval of `absolute` (Welch); omitted unless both groups have repeats. */
  readonly interval?: Interval;
  readonly verdict: Verdict;
}

/** One compared value. */
export interface ComparedValue {
  /** By group, in the order of the comparison's groups. */
  readonly groups: readonly Estimate[];
  /** By group from the second on, each against the first. */
  readonly changes: readonly Change[];
}

/** A run that takes part. */
export interface ComparedRun {
  readonly id: string;
  readonly name: string;
  readonly program: string;
  /** ISO 8601. */
  readonly created: string;
  readonly target: string;
  readonly ranks: number;
}

/** Runs that repeat one another; the first group of a comparison is the baseline. */
export interface ComparedGroup {
  readonly label: string;
  readonly runs: readonly ComparedRun[];
}

/** Groups in which a call path or line occurs; `some` only with three groups or more. */
export type Presence = 'everywhere' | 'new' | 'gone' | 'some';

/** A property over the whole program, containing what more specific properties explain. */
export interface PropertyRow extends ComparedValue {
  /** Unique metric name. */
  readonly property: string;
  readonly title: string;
  readonly parent?: string;
  readonly unit: MetricUnit;
  /** Share of the total time, by group; omitted if the property is not part of it. */
  readonly shares?: readonly Fraction[];
}

/** A node of the union of the call trees. Parents come before their children. */
export interface CallPathRow {
  /** Index in `Comparison.callPaths`. */
  readonly index: number;
  /** Index of the caller; -1 at a root. */
  readonly parent: number;
  readonly region: string;
  /** Place to look at, by group: the call site, else where the region is defined; null where the group does not have it. */
  readonly places: readonly (SourcePlace | null)[];
  /** Which groups have it. */
  readonly present: readonly boolean[];
  readonly presence: Presence;
  /** Inclusive time of this call path, all locations. */
  readonly inclusive: ComparedValue;
}

/** One property at one call path: what neither called regions nor more specific properties explain. */
export interface CellRow extends ComparedValue {
  readonly property: string;
  /** Index in `Comparison.callPaths`. */
  readonly callPath: number;
}

/** Inclusive time of calls made from a source line, or of the function that starts there. */
export interface LineRow extends ComparedValue {
  /**
   * Exclusive time of the line: of the functions that begin there, and of calls from it of regions without a
   * definition.
   */
  readonly own: ComparedValue;
  /** By group; null where the group does not have the line. Line numbers are those of each group's own text. */
  readonly places: readonly (SourcePlace | null)[];
  /** Names of the regions that are called from it, and of those that begin on it. */
  readonly calls: readonly string[];
  readonly begins: readonly string[];
  readonly presence: Presence;
}

/** One of POP's efficiencies of the groups; larger is better. */
export interface EfficiencyRow {
  readonly name: EfficiencyName;
  readonly title: string;
  readonly hierarchy: Hierarchy;
  /** Depth below the topmost one. */
  readonly depth: number;
  /** By group, of the mean times of its runs; null where it is not known. */
  readonly values: readonly (Fraction | null)[];
}

/** A property of what changes from iteration to iteration, at one call path. */
export interface DynamicsRow {
  /** Unique name. */
  readonly property: string;
  readonly title: string;
  /** The title of what changes. */
  readonly changing: string;
  /** Names of functions, from the outermost on. */
  readonly callPath: readonly string[];
  /** By group: seconds lost by it and their share of the loop, mean of the runs, and what it does in words ('' where nothing); null where it was not looked for. */
  readonly values: readonly ({
    readonly excess: Seconds;
    readonly severity: Fraction;
    readonly changes: string;
  } | null)[];
}

/** Two or more groups of runs side by side; the schema of `trimtab experiments compare --json`. */
export interface Comparison {
  readonly format: 'trimtab-comparison';
  readonly version: 1;
  readonly groups: readonly ComparedGroup[];
  /** Wall-clock time from the first event to the last, seconds. Its verdict is that of the comparison. */
  readonly runTime: ComparedValue;
  /** Time of all locations together, seconds. */
  readonly totalTime: ComparedValue;
  /** Parents before children, as in the metric hierarchy. */
  readonly properties: readonly PropertyRow[];
  /** Parents before children; omitted if none is known. */
  readonly efficiencies?: readonly EfficiencyRow[];
  /**
   * Changes by iteration, the largest cost first; omitted if analyzed in fewer than two groups, or nothing was found.
   */
  readonly dynamics?: readonly DynamicsRow[];
  readonly callPaths: readonly CallPathRow[];
  /**
   * Cells that are not zero everywhere. Cells of `time` and the properties it contains come first, largest change
   * first; their changes add up to that of `totalTime`.
   */
  readonly cells: readonly CellRow[];
  /** Largest change first. */
  readonly lines: readonly LineRow[];
  /** Limitations of the comparison, such as sources that were not kept or different rank counts. */
  readonly problems: readonly Problem[];
}
