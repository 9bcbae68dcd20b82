/** Data of a report that views show, and no more. `trimtab/report` returns the whole report. */
import type { OtherMetrics } from '../model/findings/otherMetrics.js';
import type { CounterReport } from '../model/counters.js';
import type { DynamicsFinding, LoopSummary } from '../model/dynamics/dynamics.js';
import type { Finding, FindingPart, FindingsReport } from '../model/findings/findings.js';
import type { MemoryImbalance, ProcessMemory } from '../model/findings/memory.js';
import type { Bytes, Seconds } from '../base/units.js';

/** Identity of a finding and its location. */
export type FoundAt = Pick<Finding, 'property' | 'callPath' | 'place'>;

export interface ShownPart extends FindingPart {
  /** Name of the page about its property, in the folder of src/properties of that name, without its ending. */
  readonly page: string;
}

export interface ShownFinding extends Omit<Finding, 'parts' | 'causes' | 'worst'> {
  /** Name of the page about its property, in the folder of src/properties of that name, without its ending. */
  readonly page: string;
  readonly parts?: readonly ShownPart[];
  /** Locations omitted from `locations`: a run may have thousands. */
  readonly more?: { readonly locations: number; readonly seconds: Seconds };
}

/**
 * Imbalance of memory over the processes: ranked by bytes, and therefore separate from the findings, which are ranked
 * by time.
 */
export interface ShownMemory {
  readonly property: string;
  /** Name of the page about it, as of findings. */
  readonly page: string;
  readonly title: string;
  readonly explanation: string;
  readonly advice: string;
  readonly imbalance: MemoryImbalance;
  /** The processes that hold most. */
  readonly processes: readonly ProcessMemory[];
  /** Average of their peak memory, over how many. */
  readonly mean: Bytes;
  readonly measured: number;
}

/** Change from iteration to iteration, as its property describes it. */
export interface ShownChange extends DynamicsFinding {
  /** Its number in the report of dynamics, by which commands and the page name it. */
  readonly number: number;
  /** Name of the page about its property, as of findings. */
  readonly page: string;
  readonly title: string;
  /** The title of what changes; that of the iteration where it is no property of the run. */
  readonly changing: string;
}

/** Changes of the run from iteration to iteration: separate from the findings, whose time they describe. */
export interface ShownDynamics {
  /** The loop whose iterations were looked at. */
  readonly loop?: LoopSummary;
  /** Why there is none, or why what was kept of it cannot be read. */
  readonly none?: string;
  readonly changes: readonly ShownChange[];
  /** Number of cheaper ones that are omitted. */
  readonly more: number;
}

export type ShownReport = Pick<
  FindingsReport,
  | 'program'
  | 'measurement'
  | 'main'
  | 'span'
  | 'totalTime'
  | 'events'
  | 'processes'
  | 'locations'
  | 'entities'
  | 'efficiency'
  | 'doubts'
  | 'problems'
> & {
  readonly findings: readonly ShownFinding[];
  /** Counters and other metrics that add up, each with the functions that have most of it. */
  readonly counters?: readonly CounterReport[];
  /** Other metrics of a profile, as far as they are shown. */
  readonly beside?: Omit<OtherMetrics, 'quantities'>;
  /** Omitted if no such data is kept. */
  readonly dynamics?: ShownDynamics;
  /** Omitted if it was not analyzed, or memory is balanced. */
  readonly memory?: ShownMemory;
};
