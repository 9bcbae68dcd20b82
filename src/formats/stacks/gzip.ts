/** Files that gzip packed. */
import { constants, gunzipSync } from 'node:zlib';
import { dataSize } from '../../base/text.js';
import { Damaged } from './damage.js';

/** Bytes that the beginning of a file is unpacked to. */
const LARGEST_HEAD = 1 << 20;

export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** As much of a file as its first bytes hold, which may be packed; nothing if they are damaged. */
export function unpackedHead(head: Uint8Array): Uint8Array {
  if (!isGzip(head)) return head;
  // Of a text that is packed tightly, fewer bytes are enough.
  for (let size = head.length; size > 0; size >>= 2)
    try {
      // The end is missing: the available part is enough.
      return gunzipSync(head.subarray(0, size), { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: LARGEST_HEAD });
    } catch (error) {
      if (!(error instanceof RangeError)) break; // Not packed by gzip, whatever its first bytes are.
    }
  return new Uint8Array(0);
}

/**
 * The bytes of a file that may be packed.
 * @param limit bytes that it may unpack to
 * @param advice how to get a smaller file
 * @throws Damaged
 */
export function unpacked(bytes: Uint8Array, limit: number, advice: string): Uint8Array {
  if (!isGzip(bytes)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: limit });
  } catch (error) {
    const reason =
      error instanceof RangeError
        ? `unpacks to more than the ${dataSize(limit)} that are read; ${advice}`
        : 'cannot be unpacked; copy it again';
    throw new Damaged(reason);
  }
}
