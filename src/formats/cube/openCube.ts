import { readBytes } from '../../base/files/index.js';
import { TrimtabError } from '../../base/problem.js';
import { CubeReport } from './cubeReport.js';
import { DamagedCube } from './damage.js';

/** Bytes of a CUBE file; all of it is in memory while it is read. */
export const LARGEST_CUBE = 2 ** 31 - 1;

/**
 * Reads a CUBE 4 file (`.cubex`) into memory.
 * @throws TrimtabError when it does not exist or is not readable as one
 */
export function openCube(path: string): CubeReport {
  return readCube(readBytes(path, { limit: LARGEST_CUBE }), path);
}

/**
 * Reads the bytes of a CUBE 4 file.
 * @param name what to call it in messages
 * @throws TrimtabError when they are not readable as one
 */
export function readCube(bytes: Uint8Array, name: string): CubeReport {
  try {
    return new CubeReport(bytes);
  } catch (cause) {
    if (cause instanceof DamagedCube)
      throw new TrimtabError(`${name} ${cause.message}; check that it is a CUBE 4 file and was copied whole.`, {
        cause,
      });
    throw cause;
  }
}
