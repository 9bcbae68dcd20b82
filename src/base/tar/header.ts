/** The header of every file in a tar archive (POSIX.1-1988, "ustar"), and the padding around the files. */

/** Headers and contents fill whole blocks of so many bytes. */
export const BLOCK = 512;

interface Field {
  readonly at: number;
  readonly length: number;
}

const NAME: Field = { at: 0, length: 100 };
const MODE: Field = { at: 100, length: 8 };
const USER: Field = { at: 108, length: 8 };
const GROUP: Field = { at: 116, length: 8 };
const SIZE: Field = { at: 124, length: 12 };
const TIME: Field = { at: 136, length: 12 };
const CHECKSUM: Field = { at: 148, length: 8 };
const TYPE: Field = { at: 156, length: 1 };
const MAGIC: Field = { at: 257, length: 8 };
/** Of POSIX's archives; GNU's have times there. */
const PREFIX: Field = { at: 345, length: 155 };
const POSIX = 'ustar\0';

/** The largest size that eleven octal digits hold. */
const LARGEST_OCTAL = 8 ** 11 - 1;

/** Sum of a header's bytes, those of the checksum itself counted as blanks. */
function checksumOf(block: Uint8Array): number {
  let sum = CHECKSUM.length * 0x20;
  const end = Math.min(BLOCK, block.length);
  for (let i = 0; i < CHECKSUM.at; i++) sum += block[i] ?? 0;
  for (let i = CHECKSUM.at + CHECKSUM.length; i < end; i++) sum += block[i] ?? 0;
  return sum;
}

/** Name and prefix of a path; undefined when it does not fit. */
function splitPath(path: string): { name: Buffer; prefix: Buffer } | undefined {
  const bytes = Buffer.from(path);
  if (bytes.length <= NAME.length) return { name: bytes, prefix: Buffer.alloc(0) };
  for (let at = bytes.length - NAME.length - 1; at < bytes.length; at++)
    if (bytes[at] === 0x2f && at <= PREFIX.length && at + 1 < bytes.length)
      return { name: bytes.subarray(at + 1), prefix: bytes.subarray(0, at) };
  return undefined;
}

/** Whether a path fits into an archive: 100 bytes, or 255 that can be parted at a slash. */
export function fitsTar(path: string): boolean {
  return splitPath(path) !== undefined;
}

/**
 * The header of a regular file that everyone may read, without owner and time, so that equal content gives equal bytes.
 * @param size of the file, in bytes
 * @throws RangeError when the path does not fit, see fitsTar
 */
export function tarHeader(path: string, size: number, executable = false): Uint8Array {
  const parts = splitPath(path);
  if (parts === undefined) throw new RangeError(`no tar archive holds a path as long as ${path}`);
  const block = new Uint8Array(BLOCK);
  const write = ({ at }: Field, text: string) => block.set(Buffer.from(text, 'latin1'), at);
  const octal = (field: Field, value: number) => write(field, `${value.toString(8).padStart(field.length - 1, '0')}\0`);
  block.set(parts.name, NAME.at);
  block.set(parts.prefix, PREFIX.at);
  octal(MODE, executable ? 0o755 : 0o644);
  octal(USER, 0);
  octal(GROUP, 0);
  if (size <= LARGEST_OCTAL) octal(SIZE, size);
  else writeLarge(block, size);
  octal(TIME, 0);
  write(TYPE, '0');
  write(MAGIC, `${POSIX}00`);
  octal({ at: CHECKSUM.at, length: 7 }, checksumOf(block));
  write({ at: CHECKSUM.at + 7, length: 1 }, ' ');
  return block;
}

/** GNU's form: the highest bit, then the number's bytes, highest first. */
function writeLarge(block: Uint8Array, size: number): void {
  let rest = size;
  for (let i = SIZE.length - 1; i > 0; i--) {
    block[SIZE.at + i] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  block[SIZE.at] = 0x80;
}

/** The zeros that fill the last block of a file. */
export function tarPadding(size: number): Uint8Array {
  return new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK);
}

/** Returns the end of an archive. */
export function tarEnd(): Uint8Array {
  return new Uint8Array(2 * BLOCK);
}

/** Contents of a header about the following file. */
export interface TarEntry {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly regular: boolean;
  readonly executable: boolean;
  /** Whether its checksum is right. */
  readonly intact: boolean;
  /** Whether it is marked as a header of the usual form. */
  readonly marked: boolean;
}

/** Reads a block as a header; undefined when it has no name or no size. */
export function readTarHeader(block: Uint8Array): TarEntry | undefined {
  const name = textOf(block, NAME);
  const size = numberOf(block, SIZE);
  if (name === '' || size === undefined) return undefined;
  const posix = beginsWith(block, MAGIC.at, POSIX);
  const prefix = posix ? textOf(block, PREFIX) : '';
  const type = String.fromCharCode(block[TYPE.at] ?? 0);
  return {
    path: prefix === '' ? name : `${prefix}/${name}`,
    size,
    regular: type === '0' || type === '\0',
    executable: ((numberOf(block, MODE) ?? 0) & 0o100) !== 0,
    intact: numberOf(block, CHECKSUM) === checksumOf(block),
    marked: beginsWith(block, MAGIC.at, 'ustar'),
  };
}

function beginsWith(block: Uint8Array, at: number, mark: string): boolean {
  for (let i = 0; i < mark.length; i++) if (block[at + i] !== mark.charCodeAt(i)) return false;
  return true;
}

function textOf(block: Uint8Array, { at, length }: Field): string {
  if (block[at] === 0) return '';
  const field = Buffer.from(block.buffer, block.byteOffset + at, length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end);
}

/** Octal digits, or the big-endian bytes that GNU tar writes for sizes of 8 GiB and more. */
function numberOf(block: Uint8Array, field: Field): number | undefined {
  const usual = plainOctal(block, field);
  if (usual >= 0) return usual;
  const [first = 0, ...rest] = block.subarray(field.at, field.at + field.length);
  if ((first & 0x80) !== 0) {
    const value = rest.reduce((sum, byte) => sum * 256 + byte, first & 0x7f);
    return Number.isSafeInteger(value) ? value : undefined;
  }
  const digits = textOf(block, field).trim();
  return /^[0-7]*$/.test(digits) ? Number.parseInt(`0${digits}`, 8) : undefined;
}

/** Octal digits up to a blank or zero, as nearly all fields have them; -1 for any other. */
function plainOctal(block: Uint8Array, { at, length }: Field): number {
  let value = 0;
  for (let i = at; i < at + length; i++) {
    const byte = block[i] ?? 0;
    if (i > at && (byte === 0 || (byte === 0x20 && (block[i + 1] ?? 0) === 0))) return value;
    if (byte < 0x30 || byte > 0x37) return -1;
    value = value * 8 + byte - 0x30;
  }
  return value;
}
