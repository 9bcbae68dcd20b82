/** Layout of the header in front of every file in a tar archive (POSIX.1-1988, "ustar"). */

/** Headers and contents fill whole blocks of so many bytes. */
export const BLOCK = 512;

export interface Field {
  readonly at: number;
  readonly length: number;
}

export const NAME: Field = { at: 0, length: 100 };
const MODE: Field = { at: 100, length: 8 };
const USER: Field = { at: 108, length: 8 };
const GROUP: Field = { at: 116, length: 8 };
export const SIZE: Field = { at: 124, length: 12 };
const TIME: Field = { at: 136, length: 12 };
export const CHECKSUM: Field = { at: 148, length: 8 };
export const TYPE: Field = { at: 156, length: 1 };
const MAGIC: Field = { at: 257, length: 8 };

/** The largest size that eleven octal digits hold. */
const LARGEST_OCTAL = 8 ** 11 - 1;

/** Sum of a header's bytes, those of the checksum itself counted as blanks. */
export function checksumOf(block: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < BLOCK; i++) sum += i >= CHECKSUM.at && i < CHECKSUM.at + CHECKSUM.length ? 0x20 : block[i];
  return sum;
}

/** The header of a regular file that everyone may read, without owner and time, so that equal content gives equal bytes. */
export function tarHeader(name: string, size: number): Uint8Array {
  const block = new Uint8Array(BLOCK);
  const write = ({ at }: Field, text: string) => block.set(Buffer.from(text, 'latin1'), at);
  const octal = (field: Field, value: number) => write(field, `${value.toString(8).padStart(field.length - 1, '0')}\0`);
  write(NAME, name);
  octal(MODE, 0o644);
  octal(USER, 0);
  octal(GROUP, 0);
  if (size <= LARGEST_OCTAL) octal(SIZE, size);
  else writeLarge(block, size);
  octal(TIME, 0);
  write(TYPE, '0');
  write(MAGIC, 'ustar\0' + '00');
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

/** What an archive ends with. */
export function tarEnd(): Uint8Array {
  return new Uint8Array(2 * BLOCK);
}
