import { constants, gunzipSync } from 'node:zlib';
import { readBytes, utf8Bytes } from '../../base/files/index.js';
import { TrimtabError } from '../../base/problem.js';
import { DamagedCube } from '../cube/damage.js';
import { Cube3Report } from './report.js';

/** Bytes of a file, and of what it unpacks to; numbers take no more room in memory than four times that. */
const LARGEST_CUBE3 = 1 << 29;
/** Bytes that become text at once. */
const PIECE = 1 << 20;

const isPacked = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Whether a file begins as CUBE 3 does, packed or not. */
export function isCube3(head: Uint8Array): boolean {
  const begin = Buffer.from(isPacked(head) ? beginUnpacked(head) : head).toString('latin1');
  return /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*>\s*)?<cube\s[^>]*version\s*=\s*["']?[123](?:\.|\D)/.test(
    begin,
  );
}

/** As much of a packed file as its first bytes hold; nothing where they are damaged. */
function beginUnpacked(head: Uint8Array): Uint8Array {
  try {
    return gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 1 << 16 });
  } catch {
    return new Uint8Array(0); // A file that cannot be unpacked is reported when it is opened.
  }
}

/**
 * Reads a CUBE 3 file (`.cube`, `.cube.gz`).
 * @throws TrimtabError when it does not exist or is not readable as one
 */
export function openCube3(path: string): Cube3Report {
  return readCube3(utf8Bytes(readBytes(path, { limit: LARGEST_CUBE3 })), path);
}

/**
 * Reads the bytes of a CUBE 3 file.
 * @param name what to call it in messages
 * @throws TrimtabError when they are not readable as one
 */
export function readCube3(bytes: Uint8Array, name: string): Cube3Report {
  try {
    return new Cube3Report(piecesOf(isPacked(bytes) ? unpacked(bytes) : bytes));
  } catch (cause) {
    if (cause instanceof DamagedCube)
      throw new TrimtabError(`${name} ${cause.message}; check that it is a CUBE 3 file and was copied whole.`, {
        cause,
      });
    throw cause;
  }
}

/** A file that ends early is read as far as it goes. */
function unpacked(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: LARGEST_CUBE3 });
  } catch (cause) {
    if (cause instanceof RangeError) throw new DamagedCube(`unpacks to more than ${LARGEST_CUBE3} bytes`, { cause });
    throw new DamagedCube('cannot be unpacked', { cause });
  }
}

function* piecesOf(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder('utf-8');
  for (let at = 0; at < bytes.length; at += PIECE)
    yield decoder.decode(bytes.subarray(at, at + PIECE), { stream: true });
  yield decoder.decode();
}
