import type { Definitions } from '../../../model/definitions.js';
import { isProgram, timeMetric } from '../classification.js';
import type { MetricName } from '../metrics.js';
import { mpiName, Operation, operationOf } from '../operations.js';

/** What the location pass must know about each region, by region index. */
export interface RegionTable {
  /** Operation of each region; None for everything that is not an MPI function. */
  readonly operation: Uint8Array;
  /** 1 where every call is kept as an operation even when no record refers to it. */
  readonly kept: Uint8Array;
  /** The most specific time metric of each region. */
  readonly metric: readonly MetricName[];
  /** The region that stands for the whole program, if the trace defines one. */
  readonly program: number | undefined;
}

export function regionTable({ regions }: Definitions): RegionTable {
  const operation = Uint8Array.from(regions, (region) => {
    const name = region.paradigm === 'mpi' || region.paradigm === 'unknown' ? mpiName(region.name) : undefined;
    return name === undefined ? Operation.None : operationOf(name);
  });
  const kept = operation.map((kind) => (kind === Operation.Init || kind === Operation.Finalize ? 1 : 0));
  const program = regions.findIndex(isProgram);
  return { operation, kept, metric: regions.map(timeMetric), program: program < 0 ? undefined : program };
}
