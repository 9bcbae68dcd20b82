import type { Bytes, Seconds } from '../../base/units.js';

/**
 * Operations of fewer bytes are small: 64 KiB is the least stripe that parallel file systems divide files into (Lustre,
 * lfs-setstripe(1): stripe sizes are multiples of 64 KiB), so that none of them does well there.
 */
export const SMALL: Bytes = 64 * 1024;

/** The time in a call that moves `bytes` which is lost to its being small; NaN bytes: it moves none, or nobody tells. */
export function smallTime(bytes: Bytes, seconds: Seconds): Seconds {
  return bytes < SMALL ? seconds : 0;
}
