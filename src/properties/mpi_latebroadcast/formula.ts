import { type CollectiveWaits, type OperationMembers, receives, untilBegin } from '../collectiveWaits.js';

/** `min(root's begin, own end) - own begin`, for processes that receive data. */
export function lateBroadcast(operation: OperationMembers): CollectiveWaits {
  const { begin, root } = operation;
  const isReceiver = receives(operation);
  return untilBegin(operation, root < begin.length ? root : undefined, (rank) => rank !== root && isReceiver(rank));
}
