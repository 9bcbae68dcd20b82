/** The checksum of POSIX cksum, which every system has: CRC-32 with polynomial 0x04C11DB7, then the length. */
import { createReadStream } from 'node:fs';
import { absent } from '../../base/elements.js';
import { openRegular } from '../../base/files/index.js';

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  return crc >>> 0;
});

function update(crc: number, data: Uint8Array): number {
  let value = crc;
  for (const byte of data) {
    const first = (value >>> 24) ^ byte;
    value = (value << 8) ^ (TABLE[first] ?? absent(first));
  }
  return value >>> 0;
}

/** cksum of a file, read piece by piece. */
export async function cksumFile(path: string): Promise<number> {
  let crc = 0;
  let length = 0;
  for await (const chunk of createReadStream(path, { fd: openRegular(path, null).descriptor })) {
    if (!(chunk instanceof Uint8Array)) continue;
    crc = update(crc, chunk);
    length += chunk.length;
  }
  return finish(crc, length);
}

/** The length goes in too, lowest byte first. */
function finish(crc: number, length: number): number {
  let value = crc;
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) value = update(value, Uint8Array.of(rest % 256));
  return ~value >>> 0;
}
