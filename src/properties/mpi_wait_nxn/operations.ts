import { CollectiveOperation } from '../../model/events.js';

/** Operations in which all send to all. */
export const nxnOperations: readonly number[] = [
  CollectiveOperation.Allgather,
  CollectiveOperation.Allgatherv,
  CollectiveOperation.Alltoall,
  CollectiveOperation.Allreduce,
  CollectiveOperation.ReduceScatter,
  CollectiveOperation.ReduceScatterBlock,
];
