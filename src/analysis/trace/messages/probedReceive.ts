import { absent } from '../../../base/elements.js';
import { Operation } from '../metrics/operations.js';
import { type CommunicationRecords, NONE } from '../records/communicationRecords.js';

/**
 * Returns the call that waited for a message before it was received: MPI_Probe or MPI_Mprobe, if it is the last stored
 * call of the same location. A trace does not contain the probed message. It is assumed to be received next, as
 * mpi4py's `recv` does for each object.
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
