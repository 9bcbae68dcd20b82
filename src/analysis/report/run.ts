import type { Doubt } from '../../model/findings.js';
import type { Problem } from '../../model/problem.js';
import type { MetricName } from '../trace/metrics/metrics.js';
import type { PairSums } from '../trace/tables/pairSums.js';
import type { LocationProfile } from '../trace/reading/locationProfile.js';
import type { Origins } from '../trace/rootCauses/origins.js';
import type { Instances } from '../trace/statistics/instances.js';
import type { LeakedRequests } from '../trace/tolerance/leakedRequests.js';

/** What the report needs beside the space. */
export interface Run {
  readonly program: string;
  readonly events: number;
  /** Seconds from the first to the last event. */
  readonly span: number;
  readonly problems: readonly Problem[];
  /** Seconds by property, call path and location that was waited for. */
  readonly causes: ReadonlyMap<MetricName, PairSums>;
  readonly instances: Instances;
  /** What the waiting at each call path is due to. */
  readonly origins: Origins;
  readonly profiles: readonly LocationProfile[];
  /** Undefined where the trace is whole. */
  readonly incomplete: Doubt | undefined;
  readonly leakedRequests: readonly LeakedRequests[];
}
