import { absent } from '../../base/elements.js';
import { type CallTimes, type CollectiveWaits, earliest, latest, noWaits } from '../collectiveWaits.js';

/** `own end - max(earliest end, latest begin)`. */
export function barrierCompletion({ begin, end }: CallTimes): CollectiveWaits {
  const late = latest(begin);
  if (late === undefined) return noWaits;
  const from = Math.max(earliest(end), begin[late] ?? absent(late));
  return { ...noWaits, seconds: (rank) => (end[rank] ?? absent(rank)) - from };
}
