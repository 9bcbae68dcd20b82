import type { EfficiencyTimes } from '../../model/findings/efficiency.js';
import type { Doubt, FileUse } from '../../model/findings/findings.js';
import type { Problem } from '../../base/problem.js';
import type { Seconds } from '../../base/units.js';
import type { SampledWeight } from '../../model/profile.js';
import type { PropertyCatalog } from '../../properties/index.js';
import type { Evidence } from './evidence.js';

/** Inputs of the report in addition to the space. */
export interface Run {
  readonly program: string;
  /** Events that were read; 0 where sums are all there is. */
  readonly events: number;
  /** From the first to the last thing that happened. */
  readonly span: Seconds;
  readonly problems: readonly Problem[];
  /** Warnings about the numbers, the worst first. */
  readonly doubts: readonly Doubt[];
  /** False where records are missing, so that waiting may not have been found. */
  readonly isWhole: boolean;
  /** The properties that may become findings. */
  readonly properties: PropertyCatalog;
  /** Inputs of the efficiencies, if the space does not contain them: of summed ranks. */
  readonly efficiency?: EfficiencyTimes;
  /** Samples by calling context; omitted if sampling was impossible. */
  readonly sampled?: ReadonlyMap<number, number>;
  /** Time, or amount of the ranking metric, that the samples represent; omitted if all are equal. */
  readonly sampledTimes?: ReadonlyMap<number, SampledWeight>;
  /** Use of files, most time first; omitted if unknown. */
  readonly files?: readonly FileUse[];
  /** Evidence from single events; omitted if there were none. */
  readonly evidence?: Evidence;
}
