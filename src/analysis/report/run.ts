import type { EfficiencyTimes } from '../../model/efficiency.js';
import type { Doubt, FileUse } from '../../model/findings.js';
import type { Problem } from '../../base/problem.js';
import type { Seconds } from '../../base/units.js';
import type { PropertyCatalog } from '../../properties/index.js';
import type { Evidence } from './evidence.js';

/** What samples stand for that were not all taken at one rate. */
export interface SampledTime {
  /** The time between a sample and the next, summed over all of them. */
  readonly sum: Seconds;
  /** The same of its squares, which says how many samples of one rate would tell as much. */
  readonly squares: number;
}

/** What the report needs beside the space. */
export interface Run {
  readonly program: string;
  /** Events that were read; 0 where sums are all there is. */
  readonly events: number;
  /** From the first to the last thing that happened. */
  readonly span: Seconds;
  readonly problems: readonly Problem[];
  /** What makes the numbers doubtful, the worst first. */
  readonly doubts: readonly Doubt[];
  /** False where records are missing, so that waiting may not have been found. */
  readonly isWhole: boolean;
  /** The properties that may become findings. */
  readonly properties: PropertyCatalog;
  /** What efficiencies follow from, where the space does not tell it: of ranks that were summed up. */
  readonly efficiency?: EfficiencyTimes;
  /** Samples by calling context; left out where there can be none. */
  readonly sampled?: ReadonlyMap<number, number>;
  /** The times that they stand for, by calling context; left out where they are all alike. */
  readonly sampledTimes?: ReadonlyMap<number, SampledTime>;
  /** What was done with files, most time first; left out where nothing tells. */
  readonly files?: readonly FileUse[];
  /** What single events tell; left out where there were none. */
  readonly evidence?: Evidence;
}
