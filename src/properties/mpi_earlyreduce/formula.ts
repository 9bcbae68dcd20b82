import { type CollectiveWaits, latest, type OperationMembers, sends, untilBegin } from '../collectiveWaits.js';

/** At the root, `min(latest sender's begin, root's end) - root's begin`. */
export function earlyReduce(operation: OperationMembers): CollectiveWaits {
  const { begin, root } = operation;
  const isSender = sends(operation);
  const lastSender = latest(begin, (rank) => rank !== root && isSender(rank));
  return untilBegin(operation, lastSender, (rank) => rank === root);
}
