import type { Problem } from '../../model/problem.js';
import { DamagedCube } from './damage.js';
import { BLOCK, CHECKSUM, checksumOf, NAME, SIZE, TYPE, type Field } from './tarHeader.js';

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
  return FIRST_FILE.test(readHeader(head.subarray(0, BLOCK))?.name ?? '');
}

interface Header {
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly intact: boolean;
}

/**
 * Finds the files in a tar archive (POSIX ustar or GNU, names of at most 100 characters as CUBE has them). Blocks of
 * zeros are passed over, since some writers leave one behind a file that fills its blocks. A wrong checksum is told
 * once and ignored: CubeW 4.8 writes them.
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
    if (block.every((byte) => byte === 0)) continue;
    const header = readHeader(block);
    if (header === undefined) {
      if (members.size === 0) throw new DamagedCube('is no tar archive, as .cubex files are');
      isCut = true;
      problems.push(warning('The archive is damaged behind its first files; what follows is left out.'));
      break;
    }
    if (!header.intact) damagedHeaders++;
    const content = bytes.subarray(at, at + header.size);
    if (content.length < header.size) {
      isCut = true;
      problems.push(warning(`The file ends within ${header.name}; copy it again.`));
    }
    if (header.type === '0' || header.type === '\0') members.set(header.name.replace(/^\.\//, ''), content);
    at += Math.ceil(header.size / BLOCK) * BLOCK;
  }
  if (members.size === 0) throw new DamagedCube('holds no files');
  if (damagedHeaders > 0)
    problems.push(
      warning(
        'Headers in the file have a wrong checksum, as some versions of CUBE write them; it was read all the same.',
      ),
    );
  return { members, problems, isCut };
}

function warning(message: string): Problem {
  return { level: 'warning', message };
}

/** Undefined when the block cannot be a header. */
function readHeader(block: Uint8Array): Header | undefined {
  const name = textOf(block, NAME);
  const size = numberOf(block, SIZE);
  const checksum = numberOf(block, CHECKSUM);
  if (name === '' || size === undefined || !/^[\x20-\x7e]+$/.test(name)) return undefined;
  const intact = checksum === checksumOf(block);
  if (!intact && textOf(block, { at: 257, length: 5 }) !== 'ustar') return undefined;
  return { name, size, type: String.fromCharCode(block[TYPE.at]), intact };
}

function textOf(block: Uint8Array, { at, length }: Field): string {
  const field = Buffer.from(block.buffer, block.byteOffset + at, length);
  const end = field.indexOf(0);
  return field.toString('latin1', 0, end < 0 ? length : end);
}

/** Octal digits, or the big-endian bytes that GNU tar writes for sizes of 8 GiB and more. */
function numberOf(block: Uint8Array, field: Field): number | undefined {
  if ((block[field.at] & 0x80) !== 0) {
    let value = block[field.at] & 0x7f;
    for (let i = 1; i < field.length; i++) value = value * 256 + block[field.at + i];
    return Number.isSafeInteger(value) ? value : undefined;
  }
  const digits = textOf(block, field).trim();
  return /^[0-7]*$/.test(digits) ? Number.parseInt(`0${digits}`, 8) : undefined;
}
