import { type Definitions, isBufferFlush, isProgram, isUnwound, type Region } from '../../../model/definitions.js';
import {
  fileCall,
  FileCall,
  fileOperations,
  mayWaitForAccelerator,
  takesSharedLock,
  timeMetric,
} from '../metrics/classification.js';
import type { MetricName } from '../metrics/metrics.js';
import { timeClass } from '../metrics/timeClasses.js';
import { isTest, mpiName, Operation, operationOf } from '../metrics/operations.js';

/** Regions that are kept as records even when no other record refers to them. */
export const Kept = {
  No: 0,
  /** As an MPI operation. */
  Operation: 1,
  /** As an OpenMP barrier. */
  Barrier: 2,
  /** As a call that may wait for an accelerator. */
  AcceleratorCall: 3,
  /** As a call that asks whether requests have completed. */
  Test: 4,
  /** As a call that reads, writes or names files. */
  File: 5,
} as const;

/** Properties of each region that the location pass needs, by region index. */
export interface RegionTable {
  /** Operation of each region; None for everything that is not an MPI function. */
  readonly operation: Uint8Array;
  /** Records kept whenever a region is entered: one of Kept. */
  readonly kept: Uint8Array;
  /** Effect of each region on files: one of FileCall. */
  readonly fileCall: Uint8Array;
  /** 1 for those that take locks which several threads may have at once. */
  readonly sharesLock: Uint8Array;
  /** The most specific time metric of each region. */
  readonly metric: readonly MetricName[];
  /** Class of each region's exclusive time: a number of TIME_CLASSES. */
  readonly timeClass: Uint8Array;
  /** 1 for regions that enclose calls and were not counted themselves. */
  readonly uncounted: Uint8Array;
  /** The metric that counts the calls of each region, in addition to the visits. */
  readonly counted: readonly (MetricName | undefined)[];
  /** Metrics that count something, by their identifier in events. */
  readonly counters: ReadonlySet<number>;
  /** The region that represents the whole program, if the trace defines one. */
  readonly program: number | undefined;
  /** The region in which buffers are written; where the definitions have none, that is time of the region around it. */
  readonly flush: number | undefined;
}

/** Made once for the definitions of a trace: several readings ask for it. */
const known = new WeakMap<Definitions, RegionTable>();

export function regionTable(definitions: Definitions): RegionTable {
  let table = known.get(definitions);
  if (table === undefined) known.set(definitions, (table = newTable(definitions)));
  return table;
}

function newTable({ regions, counters }: Definitions): RegionTable {
  const only = (is: (region: Region) => boolean): number | undefined => {
    const index = regions.findIndex(is);
    return index < 0 ? undefined : index;
  };
  return {
    operation: Uint8Array.from(regions, operationIn),
    kept: Uint8Array.from(regions, whatIsKept),
    fileCall: Uint8Array.from(regions, fileCall),
    sharesLock: Uint8Array.from(regions, (region) => Number(takesSharedLock(region))),
    metric: regions.map(timeMetric),
    timeClass: Uint8Array.from(regions, timeClass),
    uncounted: Uint8Array.from(regions, (region) => Number(isUnwound(region))),
    counted: regions.map(fileOperations),
    counters: new Set(counters?.keys()),
    program: only(isProgram),
    flush: only(isBufferFlush),
  };
}

/** The MPI operation that a region is. */
function operationIn({ name, paradigm }: Region): number {
  const mpi = paradigm === 'mpi' || paradigm === 'unknown' ? mpiName(name) : undefined;
  return mpi === undefined ? Operation.None : operationOf(mpi);
}

/** MPI calls that no record of communication refers to, and that may wait all the same. */
const isKeptCall = (operation: number): boolean =>
  operation === Operation.Init || operation === Operation.Finalize || operation === Operation.Probe;

function whatIsKept(region: Region): number {
  const operation = operationIn(region);
  if (isKeptCall(operation)) return Kept.Operation;
  if (operation !== Operation.None && isTest(region.name)) return Kept.Test;
  const { paradigm, role } = region;
  if (paradigm === 'openmp' && (role === 'barrier' || role === 'implicit-barrier')) return Kept.Barrier;
  if (mayWaitForAccelerator(region)) return Kept.AcceleratorCall;
  return fileCall(region) === FileCall.None ? Kept.No : Kept.File;
}
