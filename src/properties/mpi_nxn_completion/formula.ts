import { type CollectiveWaits, noWaits, type OperationMembers, receives, sends } from '../collectiveWaits.js';
import { barrierCompletion } from '../mpi_barrier_completion/formula.js';

/** As at a barrier, for processes that send or receive data. */
export function nxnCompletion(operation: OperationMembers): CollectiveWaits {
  const isSender = sends(operation);
  const isReceiver = receives(operation);
  const completion = barrierCompletion(operation);
  return { ...noWaits, seconds: (rank) => (isSender(rank) || isReceiver(rank) ? completion.seconds(rank) : 0) };
}
