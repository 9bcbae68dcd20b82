import { readFileSync } from 'node:fs';
import { TrimtabError } from '../../model/problem.js';
import { CubeReport } from './cubeReport.js';
import { DamagedCube } from './damage.js';

/**
 * Reads a CUBE 4 file (`.cubex`) into memory.
 * @throws TrimtabError when it is not there or not readable as one
 */
export function openCube(path: string): CubeReport {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw new TrimtabError(`${path} could not be read (${reason}).`, { cause });
  }
  return readCube(bytes, path);
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
