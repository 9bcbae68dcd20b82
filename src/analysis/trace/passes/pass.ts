import type { Definitions } from '../../../model/definitions.js';
import type { Problem } from '../../../base/problem.js';
import type { FileUse } from '../../../model/findings/findings.js';
import type { Processes } from '../../../model/processes.js';
import type { PropertyCatalog } from '../../../properties/index.js';
import type { RecorderSource } from '../recorders/recorders.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import type { Remark } from '../../report/evidence.js';
import type { SampledWeight } from '../../../model/profile.js';
import type { MetricName } from '../metrics/metrics.js';
import type { Severities } from '../severities/severities.js';
import type { CountedMetric } from '../severities/space.js';
import type { Waits } from '../waits/waits.js';
import type { TableData } from '../tables/table.js';
import type { Tolerance } from '../tolerance/index.js';

/** Results of a pass, as plain data: tables by name. */
export type PassData = Readonly<Record<string, TableData>>;

/** By how much, or to what, the numbers of a part change when it is put behind others. */
export interface Shift {
  /** New numbers of call-tree nodes. */
  readonly node: Int32Array;
  /** Offset of rows of `operations`. */
  readonly operation: number;
  /** Offset of numbers of teams. */
  readonly team: number;
}

/** State after all events were read and their calls were judged. */
export interface PassResults {
  readonly definitions: Definitions;
  readonly processes: Processes;
  /** Properties to search for. */
  readonly properties: PropertyCatalog;
  readonly records: CommunicationRecords;
  readonly tolerance: Tolerance;
  readonly waits: Waits;
  readonly severities: Severities;
  /** Samples by calling context, for the pass that counts them to fill. */
  readonly sampled: Map<number, number>;
  /** Times that the samples represent, if they differ; passes fill them too. */
  readonly sampledTimes: Map<number, SampledWeight>;
  /** Additional evidence at call paths by metric, for passes to fill. */
  readonly remarks: Map<MetricName, ReadonlyMap<number, Remark>>;
  /** Files by what was done with them, for the pass that sums it up to fill. */
  readonly files: FileUse[];
  /** Counted metrics, filled by the pass that sums them up. */
  readonly counted: CountedMetric[];
}

/**
 * An analysis over events that needs no data of other locations while it reads. One instance belongs to one reading of
 * some processes. Readings run in several threads or processes, each with separate instances, and again after times
 * were corrected. Results must not depend on how processes are divided.
 */
export interface Pass extends RecorderSource {
  /** Names its data in exchange files; unique. */
  readonly name: string;
  /** Returns the results; the pass is not used afterwards. */
  part(): PassData;
  /** Adds what was gathered of the processes that follow those gathered here. */
  merge(data: PassData, shift: Shift): void;
  /** Books what was found. Returns what people should know about it. */
  finish(results: PassResults): readonly Problem[];
}
