import { type CallTimes, type CollectiveWaits, latest, untilBegin } from '../collectiveWaits.js';

/** `min(latest begin, own end) - own begin`. */
export function barrierWait(times: CallTimes): CollectiveWaits {
  return untilBegin(times, latest(times.begin));
}
