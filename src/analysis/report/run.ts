import type { EfficiencyTimes } from '../../model/findings/efficiency.js';
import type { Doubt, FileUse } from '../../model/findings/findings.js';
import type { Problem } from '../../base/problem.js';
import type { Seconds } from '../../base/units.js';
import type { SampledWeight } from '../../model/profile.js';
import type { PropertyCatalog } from '../../properties/index.js';
import type { Evidence } from './evidence.js';

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
  /** The time, or amount of the ranking metric, that they stand for; left out where all are equal. */
  readonly sampledTimes?: ReadonlyMap<number, SampledWeight>;
  /** What was done with files, most time first; left out where nothing tells. */
  readonly files?: readonly FileUse[];
  /** What single events tell; left out where there were none. */
  readonly evidence?: Evidence;
}
