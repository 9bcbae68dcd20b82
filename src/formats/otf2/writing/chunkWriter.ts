import { closeSync, openSync, writeSync } from 'node:fs';
import { writeError } from '../../../base/files/index.js';
import { CHUNK_HEADER_WIDTH } from '../byteReader.js';
import type { ByteOrder } from './records.js';

const HEADER_MARK = 3;
const MARKS: Readonly<Record<ByteOrder, number>> = { little: 0x42, big: 0x23 };
const END_OF_FILE = 2;
const TIMESTAMP = 5;
const TIMESTAMP_WIDTH = 9;

/** Writes a file of chunks of one size; pieces are never cut. */
export class ChunkWriter {
  private readonly file: number;
  private readonly chunk: Uint8Array;
  private readonly view: DataView;
  private at = CHUNK_HEADER_WIDTH;
  private events = 0;
  /** Events in the chunks before this one. */
  private before = 0;
  private time: bigint | undefined;

  /** @throws TrimtabError where the file cannot be written */
  constructor(
    private readonly path: string,
    chunkSize: number,
    private readonly order: ByteOrder,
  ) {
    this.chunk = new Uint8Array(chunkSize);
    this.view = new DataView(this.chunk.buffer);
    try {
      this.file = openSync(path, 'wx');
    } catch (error) {
      throw writeError(path, error);
    }
  }

  /** Adds records that stay together and are no events. @throws RangeError for more than a chunk holds */
  add(piece: Uint8Array): void {
    this.room(piece.length);
    this.put(piece);
  }

  /**
   * Adds an event, with its preceding records.
   * @param time in ticks, at or after that of the event before
   */
  event(time: bigint, piece: Uint8Array): void {
    // A new chunk repeats the time.
    if (this.room(piece.length + TIMESTAMP_WIDTH) || time !== this.time) {
      this.chunk[this.at] = TIMESTAMP;
      this.view.setBigUint64(this.at + 1, time, this.order === 'little');
      this.at += TIMESTAMP_WIDTH;
      this.time = time;
    }
    this.put(piece);
    this.events++;
  }

  /** @returns events that were written */
  close(): number {
    this.chunk[this.at++] = END_OF_FILE;
    try {
      this.flush(this.at);
    } finally {
      closeSync(this.file);
    }
    return this.events;
  }

  /** Gives the file up. */
  abandon(): void {
    closeSync(this.file);
  }

  private put(piece: Uint8Array): void {
    this.chunk.set(piece, this.at);
    this.at += piece.length;
  }

  /** Reserves space for a piece and the mark after it. @returns whether a chunk begins */
  private room(length: number): boolean {
    if (this.at + length + 1 > this.chunk.length) {
      if (CHUNK_HEADER_WIDTH + length + 1 > this.chunk.length)
        throw new RangeError(`A record of ${length} bytes does not fit into a chunk of ${this.chunk.length}.`);
      this.flush(this.chunk.length);
    }
    return this.at === CHUNK_HEADER_WIDTH;
  }

  private flush(length: number): void {
    const { chunk, view, order } = this;
    chunk[0] = HEADER_MARK;
    chunk[1] = MARKS[order];
    view.setBigUint64(2, BigInt(Math.min(this.before + 1, this.events)), order === 'little');
    view.setBigUint64(10, BigInt(this.events), order === 'little');
    chunk.fill(0, this.at);
    try {
      for (let done = 0; done < length;) done += writeSync(this.file, chunk, done, length - done);
    } catch (error) {
      throw writeError(this.path, error);
    }
    this.at = CHUNK_HEADER_WIDTH;
    this.before = this.events;
  }
}
