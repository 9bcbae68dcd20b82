import { absent } from '../../base/elements.js';
import { type CollectiveWaits, type OperationMembers, sends } from '../collectiveWaits.js';

/** `min(latest begin of the lower and own ranks that send data, own end) - own begin`. */
export function earlyScan(operation: OperationMembers): CollectiveWaits {
  const { begin, end } = operation;
  const isSender = sends(operation);
  const beginOf = (rank: number): number => begin[rank] ?? absent(rank);
  const late: (number | undefined)[] = [];
  let soFar: number | undefined;
  begin.forEach((time, rank) => {
    if (isSender(rank) && (soFar === undefined || time > beginOf(soFar))) soFar = rank;
    late.push(soFar);
  });
  return {
    seconds: (rank) => {
      const other = late[rank];
      return other === undefined ? 0 : Math.min(beginOf(other), end[rank] ?? absent(rank)) - beginOf(rank);
    },
    lateRank: (rank) => late[rank],
  };
}
