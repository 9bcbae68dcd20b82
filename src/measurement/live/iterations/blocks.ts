/**
 * Blocks of iterations as the probe adds them to `live/series-HOST` (`src/probe/components/live/telling.h`).
 * The content is untrusted and may be truncated by a full disk: invalid data is skipped until the next block begins.
 */
import { elementAt } from '../../../base/elements.js';

/** A call path that is new. */
interface SentPath {
  readonly slot: number;
  /** Slot of the parent path; -1 if unknown. */
  readonly parent: number;
  /** The thread whose path it is around, which forked the parallel region; undefined for this one. */
  readonly forker: number | undefined;
  /** Distinguishes calls of one name; the same in all processes of a program. */
  readonly site: string;
  /** Paradigm and role as OTF2 has them, such as `openmp.IMPLICIT_BARRIER`; empty if unknown. */
  readonly class: string;
  readonly name: string;
}

/** Activity of one thread in some iterations: `values` has slot, visits, ticks and bytes of each path in turn. */
export interface Frame {
  /** The first of them, from 0. */
  readonly first: number;
  readonly count: number;
  /** Ticks since the process began to record, and until the next iteration began. */
  readonly begin: number;
  readonly duration: number;
  readonly values: readonly number[];
}

export interface Block {
  readonly rank: number;
  readonly thread: number;
  /** Of this thread's blocks, from 0. */
  readonly number: number;
  /** Iterations merged with others so far. */
  readonly joined: number;
  /** Nanoseconds of a tick. */
  readonly tick: number;
  readonly paths: readonly SentPath[];
  readonly frames: readonly Frame[];
}

const MAGIC = Buffer.from('TTSERIES');
const HEAD = 56;
/** A ring of a megabyte, and 256 paths. */
const LARGEST = (1 << 20) + (1 << 18);
/** Maximum number of call paths that a thread reports. */
export const MOST_SLOTS = 256;
/** Maximum number of merged iterations; more are damage. */
const MOST_PER_BLOCK = 1 << 24;

/** Takes a file as it grows. */
export class BlockReader {
  private rest: Buffer = Buffer.alloc(0);
  /** Bytes that were part of no block. */
  passedOver = 0;

  /** @returns the blocks that are whole by now */
  take(bytes: Buffer): Block[] {
    let left = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes]);
    const blocks: Block[] = [];
    for (;;) {
      const at = left.indexOf(MAGIC);
      const skipped = at < 0 ? Math.max(0, left.length - MAGIC.length + 1) : at;
      this.passedOver += skipped;
      left = left.subarray(skipped);
      if (at < 0 || left.length < HEAD) break;
      const size = HEAD + left.readUInt32LE(8);
      const isPossible = size <= HEAD + LARGEST;
      // A block that was cut is followed by others, sooner or later, and known as damaged then.
      if (isPossible && left.length < size) break;
      const block = isPossible ? blockIn(left.subarray(0, size)) : undefined;
      if (block === undefined) {
        this.passedOver += 1;
        left = left.subarray(1);
        continue;
      }
      blocks.push(block);
      left = left.subarray(size);
    }
    this.rest = Buffer.from(left);
    return blocks;
  }
}

/** FNV-1a of 32 bits. */
function checkOf(bytes: Buffer): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** Undefined where it is damaged. */
function blockIn(bytes: Buffer): Block | undefined {
  if (checkOf(bytes.subarray(16)) !== bytes.readUInt32LE(12)) return undefined;
  const pathBytes = bytes.readUInt32LE(48);
  const paths = pathsIn(bytes.toString('utf8', HEAD, HEAD + pathBytes));
  const frames = HEAD + pathBytes > bytes.length ? undefined : framesIn(bytes.subarray(HEAD + pathBytes));
  if (paths === undefined || frames === undefined) return undefined;
  return {
    rank: bytes.readUInt32LE(16),
    thread: bytes.readUInt32LE(20),
    number: Number(bytes.readBigUInt64LE(24)),
    joined: Number(bytes.readBigUInt64LE(32)),
    tick: bytes.readDoubleLE(40),
    paths,
    frames,
  };
}

const PATH = /^(\d{1,3}) (?:(\d{1,10}):)?(-1|\d{1,3}) ([0-9a-f]{1,16})(?::([a-z]{1,20}\.[A-Z_0-9]{1,30}))? (.*)$/;

function pathsIn(text: string): SentPath[] | undefined {
  const paths: SentPath[] = [];
  for (const line of text.split('\n').slice(0, -1)) {
    const [, digits, forker, parent, site = '', kind = '', name = ''] = PATH.exec(line) ?? [];
    const slot = Number(digits ?? Number.NaN);
    const isKnown = slot < MOST_SLOTS && Number(parent) < (forker === undefined ? slot : MOST_SLOTS);
    if (!isKnown) return undefined;
    const thread = forker === undefined ? undefined : Number(forker);
    paths.push({ slot, parent: Number(parent), forker: thread, site, class: kind, name });
  }
  return paths;
}

/** Numbers of seven bits a byte. */
class Numbers {
  at = 0;
  constructor(private readonly bytes: Buffer) {}
  /** @throws RangeError behind the end, or where it is too large to be counted to */
  next(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.bytes.readUInt8(this.at++);
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) break;
    }
    if (Number.isSafeInteger(value)) return value;
    throw new RangeError(`${value} is no number of an iteration`);
  }
}

function framesIn(bytes: Buffer): Frame[] | undefined {
  const frames: Frame[] = [];
  try {
    for (let at = 0; at < bytes.length;) {
      const end = at + 2 + bytes.readUInt16LE(at);
      if (end > bytes.length) return undefined;
      frames.push(frameIn(bytes.subarray(at + 2, end)));
      at = end;
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  return frames;
}

function frameIn(bytes: Buffer): Frame {
  const numbers = new Numbers(bytes);
  const [first, count, begin, duration, many] = Array.from({ length: 5 }, () => numbers.next());
  if (
    many === undefined ||
    many > MOST_SLOTS ||
    first === undefined ||
    first < 1 ||
    count === undefined ||
    count < 1 ||
    count > MOST_PER_BLOCK
  )
    throw new RangeError('no frame');
  const values = Array.from({ length: 4 * many }, () => numbers.next());
  for (let i = 0; i < values.length; i += 4)
    if (elementAt(values, i) >= MOST_SLOTS) throw new RangeError('no such path');
  return { first: first - 1, count, begin: begin ?? 0, duration: duration ?? 0, values };
}
