import type { Bytes, Seconds } from '../../base/units.js';

/**
 * Smaller operations are inefficient on all parallel file systems: 64 KiB is the smallest stripe into which they divide
 * files (Lustre, lfs-setstripe(1): stripe sizes are multiples of 64 KiB).
 */
export const SMALL: Bytes = 64 * 1024;

/** The time of a call that counts as lost because it moves few bytes. @param bytes NaN if it moves none, or if unknown */
export function smallTime(bytes: Bytes, seconds: Seconds): Seconds {
  return bytes < SMALL ? seconds : 0;
}
