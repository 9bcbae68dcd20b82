/** What views are told of a report: no more than they show. The whole of it is asked for with `trimtab/report`. */
import type { OtherMetrics } from '../model/findings/otherMetrics.js';
import type { CounterReport } from '../model/counters.js';
import type { DynamicsFinding, LoopSummary } from '../model/dynamics/dynamics.js';
import type { Finding, FindingPart, FindingsReport } from '../model/findings/findings.js';
import type { MemoryImbalance, ProcessMemory } from '../model/findings/memory.js';
import type { Bytes, Seconds } from '../base/units.js';

/** What a finding is recognized by, and where it stands. */
export type FoundAt = Pick<Finding, 'property' | 'callPath' | 'place'>;

export interface ShownPart extends FindingPart {
  /** Name of the page about its property, in the folder of src/properties of that name, without its ending. */
  readonly page: string;
}

export interface ShownFinding extends Omit<Finding, 'parts' | 'causes' | 'worst'> {
  /** Name of the page about its property, in the folder of src/properties of that name, without its ending. */
  readonly page: string;
  readonly parts?: readonly ShownPart[];
  /** What `locations` leaves out: a run may have thousands. */
  readonly more?: { readonly locations: number; readonly seconds: Seconds };
}

/** How unevenly memory is spread over the processes: ranked by bytes, and so beside the findings, which are ranked by time. */
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
  /** What they had at most on average, of how many. */
  readonly mean: Bytes;
  readonly measured: number;
}

/** What changes from iteration to iteration, as a property of it is told. */
export interface ShownChange extends DynamicsFinding {
  /** Its number in the report of dynamics, by which commands and the page name it. */
  readonly number: number;
  /** Name of the page about its property, as of findings. */
  readonly page: string;
  readonly title: string;
  /** The title of what changes; that of the iteration where it is no property of the run. */
  readonly changing: string;
}

/** How the run changes from iteration to iteration: it stands beside findings, whose time it tells of. */
export interface ShownDynamics {
  /** The loop whose iterations were looked at. */
  readonly loop?: LoopSummary;
  /** Why there is none, or why what was kept of it cannot be read. */
  readonly none?: string;
  readonly changes: readonly ShownChange[];
  /** So many cost less and are left out. */
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
  /** What a profile tells beside, as far as it is shown. */
  readonly beside?: Omit<OtherMetrics, 'quantities'>;
  /** Left out where nothing is kept of it. */
  readonly dynamics?: ShownDynamics;
  /** Left out where nobody looked, or memory is spread evenly. */
  readonly memory?: ShownMemory;
};
