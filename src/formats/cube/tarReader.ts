import type { Problem } from '../../base/problem.js';
import { DamagedCube } from './damage.js';
import { BLOCK, readTarHeader, type TarEntry } from '../../base/tar/header.js';

export interface TarContent {
  /** The files by name, as views of the input. */
  readonly members: ReadonlyMap<string, Uint8Array>;
  readonly problems: readonly Problem[];
  /** Whether files are missing at the end, or the last one is cut. */
  readonly isCut: boolean;
}

/** The files of CUBE that may come first; other tar archives hold others. */
const FIRST_FILE = /^(\.\/)?(anchor\.xml|\d+\.(index|data))$/;

/** Whether a file begins as a tar archive of CUBE's does. */
export function isCube(head: Uint8Array): boolean {
  if (head.length < BLOCK) return false;
  return FIRST_FILE.test(headerIn(head.subarray(0, BLOCK))?.path ?? '');
}

/**
 * Finds the files in a tar archive (POSIX ustar or GNU, names of at most 100 characters as in CUBE). Blocks of zeros
 * are skipped, since some writers leave one after a file that fills its blocks. A wrong checksum is reported once and
 * ignored: CubeW 4.8 writes them.
 * @throws DamagedCube when no file can be found
 */
export function readTar(bytes: Uint8Array): TarContent {
  const members = new Map<string, Uint8Array>();
  const problems: Problem[] = [];
  let damagedHeaders = 0;
  let isCut = false;
  for (let at = 0; at + BLOCK <= bytes.length;) {
    const block = bytes.subarray(at, at + BLOCK);
    at += BLOCK;
    if (block[0] === 0 && isZero(block)) continue;
    const header = headerIn(block);
    if (header === undefined) {
      if (members.size === 0) throw new DamagedCube('is no tar archive, as .cubex files are');
      isCut = true;
      problems.push(warning('The archive is damaged after its first files; the rest is ignored.'));
      break;
    }
    if (!header.intact) damagedHeaders++;
    const content = bytes.subarray(at, at + header.size);
    if (content.length < header.size) {
      isCut = true;
      problems.push(warning(`The file ends within ${header.path}; copy it again.`));
    }
    if (header.regular) members.set(header.path.replace(/^\.\//, ''), content);
    at += Math.ceil(header.size / BLOCK) * BLOCK;
  }
  if (members.size === 0) throw new DamagedCube('holds no files');
  if (damagedHeaders > 0)
    problems.push(
      warning('Headers in the file have a wrong checksum, as some versions of CUBE write them. It was read anyway.'),
    );
  return { members, problems, isCut };
}

function isZero(block: Uint8Array): boolean {
  for (const byte of block) if (byte !== 0) return false;
  return true;
}

function warning(message: string): Problem {
  return { level: 'warning', message };
}

/** Undefined when the block cannot be a header: neither its checksum nor its mark is right, or its name cannot be one. */
function headerIn(block: Uint8Array): TarEntry | undefined {
  const entry = readTarHeader(block);
  if (entry === undefined || !/^[\x20-\x7e]+$/.test(entry.path)) return undefined;
  return entry.intact || entry.marked ? entry : undefined;
}
