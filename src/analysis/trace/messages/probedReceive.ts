import { absent } from '../../../base/elements.js';
import { Operation } from '../metrics/operations.js';
import { type CommunicationRecords, NONE } from '../records/communicationRecords.js';

/**
 * The call that waited for a message before a call received it: MPI_Probe or MPI_Mprobe, where it is the last call of the same
 * location that is kept before. A trace does not tell what a probe found; whoever probes receives that next, as mpi4py's `recv`
 * does for each object.
 * @param operation row of the call that received a message
 * @returns row of the probe, or NONE
 */
export function probeBefore({ operations }: Pick<CommunicationRecords, 'operations'>, operation: number): number {
  const { kind, location } = operations.columns;
  if (operation < 1 || kind[operation] !== Operation.Recv) return NONE;
  const before = operation - 1;
  const isProbe = kind[before] === Operation.Probe;
  return isProbe && location[before] === (location[operation] ?? absent(operation)) ? before : NONE;
}
