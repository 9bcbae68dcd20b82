/** What views are told of a report: no more than they show. The whole of it is asked for with `trimtab/report`. */
import type { MeasuredBeside } from '../model/beside.js';
import type { CounterReport } from '../model/counters.js';
import type { Finding, FindingPart, FindingsReport } from '../model/findings.js';
import type { MemoryImbalance, ProcessMemory } from '../model/memory.js';
import type { Bytes, Seconds } from '../base/units.js';

/** What a finding is recognised by, and where it stands. */
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
  readonly beside?: Omit<MeasuredBeside, 'quantities'>;
  /** Left out where nobody looked, or memory is spread evenly. */
  readonly memory?: ShownMemory;
};
