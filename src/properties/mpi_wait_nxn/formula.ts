import { absent } from '../../base/elements.js';
import {
  type CollectiveWaits,
  earliest,
  latest,
  type OperationMembers,
  receives,
  sends,
  untilBegin,
  waitForSenders,
} from '../collectiveWaits.js';

/**
 * As at a barrier (Wolf 2003, example 3.4): `min(latest begin, own end) - own begin`. If a process ended before the
 * last one began, not all were synchronized: then only processes that send data delay others, and only receivers wait.
 */
export function nxnWait(operation: OperationMembers): CollectiveWaits {
  const { begin, end } = operation;
  const last = latest(begin);
  if (last === undefined || !(earliest(end) >= (begin[last] ?? absent(last)))) return waitForSenders(operation);
  const isSender = sends(operation);
  const isReceiver = receives(operation);
  return untilBegin(operation, last, (rank) => isSender(rank) || isReceiver(rank));
}
