import { closeSync, readSync } from 'node:fs';
import { constants, inflateSync } from 'node:zlib';

import type { OpenFile } from '../../base/files/index.js';
import { DamagedRecord } from './byteReader.js';
import { PADDING } from './compressed.js';

/** Bytes that are read at once where a file is read from its start to its end. */
const PIECE = 4 << 20;

/** The chunks of an event file, one after the other, each within `bytes` from `start` to `end`. */
export interface ChunkSource {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** Position of the current chunk in the file. */
  readonly filePosition: number;
  /** Goes to the next chunk; false at the end of the file. May throw the file system's errors and DamagedRecord. */
  next(): boolean;
  /** Makes the next chunk the one at this position of the file, as returned by `filePosition`. */
  seek(filePosition: number): void;
  close(): void;
}

/** How the files of an archive are stored. */
export interface Storage {
  /** Bytes of each chunk but the last. */
  readonly chunkSize: number;
  readonly compressed: boolean;
}

/** How long a buffer must be that holds some whole chunks, or the whole file where that is less; bytes. */
function bufferLength(chunkSize: number, fileSize: number, most: number): number {
  const piece = chunkSize * Math.max(1, Math.floor(most / chunkSize));
  return Math.min(piece, fileSize) + PADDING;
}

/**
 * The chunks of an opened file, several of which are read at a time.
 * @param bufferOf gives memory of so many bytes at least to read into
 * @param most bytes that are read at once, where a chunk is not larger
 */
export function chunksOf(
  { descriptor, facts }: OpenFile,
  { chunkSize, compressed }: Storage,
  bufferOf: (length: number) => Uint8Array,
  most: number = PIECE,
): ChunkSource {
  // Files are often smaller than what is read at once.
  const length = bufferLength(chunkSize, compressed ? chunkSize : facts.size, most);
  const buffer = bufferOf(length);
  return compressed
    ? new CompressedChunks(descriptor, chunkSize, buffer)
    : new PlainChunks(descriptor, chunkSize, buffer, length - PADDING);
}

class PlainChunks implements ChunkSource {
  start = 0;
  end = 0;
  private filled = 0;
  private pieceAt = 0;

  constructor(
    private readonly file: number,
    private readonly chunkSize: number,
    readonly bytes: Uint8Array,
    private readonly pieceLength: number,
  ) {}

  get filePosition(): number {
    return this.pieceAt + this.start;
  }

  next(): boolean {
    if (this.end >= this.filled && !this.refill()) return false;
    this.start = this.end;
    this.end = Math.min(this.start + this.chunkSize, this.filled);
    return true;
  }

  seek(filePosition: number): void {
    this.pieceAt = filePosition;
    this.start = this.end = this.filled = 0;
  }

  close(): void {
    closeSync(this.file);
  }

  private refill(): boolean {
    this.pieceAt += this.filled;
    this.filled = readFully(this.file, this.bytes, this.pieceLength, this.pieceAt);
    this.start = 0;
    this.end = 0;
    return this.filled > 0;
  }
}

/** Reads until `length` bytes have arrived or the file ends; returns how many arrived. */
function readFully(file: number, target: Uint8Array, length: number, position: number): number {
  let done = 0;
  while (done < length) {
    const count = readSync(file, target, done, length - done, position + done);
    if (count === 0) break;
    done += count;
  }
  return done;
}

const BLOCK_HEADER = 20;
/** By how much zlib may lengthen a block that does not compress. */
const COMPRESSION_RESERVE = 64 << 10;

/**
 * Chunks that OTF2 1.x and 2.0 compressed with zlib. Each has a header of 20 bytes: a mark of eight, then the
 * compressed, the full and the previous block's size as little-endian 32-bit numbers.
 */
class CompressedChunks implements ChunkSource {
  start = 0;
  end = 0;
  filePosition = 0;
  private nextBlock = 0;
  private readonly header = new Uint8Array(BLOCK_HEADER);

  constructor(
    private readonly file: number,
    private readonly chunkSize: number,
    readonly bytes: Uint8Array,
  ) {}

  next(): boolean {
    this.filePosition = this.nextBlock;
    const got = readFully(this.file, this.header, BLOCK_HEADER, this.nextBlock);
    if (got === 0) return false;
    const sizes = blockSizes(this.header, got);
    if (sizes.full > this.chunkSize || sizes.packed > this.chunkSize + COMPRESSION_RESERVE)
      throw new DamagedRecord('holds a compressed block larger than its chunks');
    const packed = new Uint8Array(sizes.packed);
    const present = readFully(this.file, packed, packed.length, this.nextBlock + BLOCK_HEADER);
    const chunk = inflateBlock(packed.subarray(0, present), sizes.full);
    this.bytes.set(chunk);
    this.end = chunk.length;
    this.nextBlock = this.followingBlock(sizes);
    return true;
  }

  seek(filePosition: number): void {
    this.nextBlock = filePosition;
  }

  close(): void {
    closeSync(this.file);
  }

  /** OTF2 2.0 wrote as many bytes as the block has uncompressed; other writers only what belongs to it. */
  private followingBlock(sizes: BlockSizes): number {
    const tight = this.nextBlock + BLOCK_HEADER + sizes.packed;
    const loose = this.nextBlock + BLOCK_HEADER + sizes.full;
    const probe = new Uint8Array(BLOCK_HEADER);
    const got = readFully(this.file, probe, BLOCK_HEADER, tight);
    return got === 0 || isBlockHeader(probe, got) ? tight : loose;
  }
}

interface BlockSizes {
  readonly packed: number;
  readonly full: number;
}

function isBlockHeader(header: Uint8Array, length: number): boolean {
  if (length < BLOCK_HEADER) return false;
  const [low, high] = [header.subarray(0, 4), header.subarray(4, 8)];
  const all = (bytes: Uint8Array, value: number) => bytes.every((byte) => byte === value);
  return (all(low, 0xff) && all(high, 0)) || (all(low, 0) && all(high, 0xff));
}

function blockSizes(header: Uint8Array, length: number): BlockSizes {
  if (!isBlockHeader(header, length)) throw new DamagedRecord('holds no compressed block where one should begin');
  const view = new DataView(header.buffer);
  return { packed: view.getUint32(8, true), full: view.getUint32(12, true) };
}

function inflateBlock(packed: Uint8Array, fullSize: number): Uint8Array {
  let content: Uint8Array;
  try {
    // Blocks end with a flush, not with zlib's end mark.
    content = inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: Math.max(1, fullSize) });
  } catch (cause) {
    throw new DamagedRecord('holds a compressed block that cannot be unpacked', { cause });
  }
  if (content.length !== fullSize) throw new DamagedRecord('holds a compressed block that is cut');
  return content;
}
