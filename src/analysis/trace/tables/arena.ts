import { Block } from './block.js';
import type { Memory } from './memory.js';
import type { Column } from './release.js';

/** Bytes of a block. The system provides only what of it is used; from 32 MiB on, none of it is left of other columns. */
const BLOCK = 64 << 20;

/** Blocks of one analysis are distinguished by their numbers, which begin with that of the thread. */
const PER_THREAD = 1 << 20;

/** Creates columns of one kind: in a separate buffer, or in an existing one. */
interface ColumnKind<Of> {
  readonly BYTES_PER_ELEMENT: number;
  new (length: number): Of;
  new (buffer: SharedArrayBuffer, offset: number, length: number): Of;
}

/**
 * Memory shared by all threads, for the columns of one analysis. Released memory (`release`, by any thread) is reused
 * for the next columns at once. With garbage collection, shared memory would be reclaimed only by a full collection.
 * All of it is released when the analysis ends.
 */
export class Arena implements Memory {
  readonly isShared = true;
  private readonly blocks: Block[] = [];
  private readonly known = new Set<number>();
  private made = 0;

  /**
   * @param thread its number; each thread that needs memory has a separate arena
   * @param blockBytes size of each allocation
   */
  constructor(
    private readonly thread = 0,
    private readonly blockBytes = BLOCK,
  ) {}

  /** Memory of other threads' arenas that columns lie in is used too from now on, as it becomes free. */
  adopt(...columns: readonly Column[]): void {
    for (const { buffer } of columns) {
      if (buffer instanceof ArrayBuffer) continue;
      const block = new Block(buffer);
      if (!this.known.has(block.number)) this.add(block);
    }
  }

  float64(length: number): Float64Array {
    return this.column(Float64Array, length);
  }

  int32(length: number): Int32Array {
    return this.column(Int32Array, length);
  }

  uint32(length: number): Uint32Array {
    return this.column(Uint32Array, length);
  }

  uint16(length: number): Uint16Array {
    return this.column(Uint16Array, length);
  }

  uint8(length: number): Uint8Array {
    return this.column(Uint8Array, length);
  }

  private column<Of>(kind: ColumnKind<Of>, length: number): Of {
    if (length === 0) return new kind(0);
    const { buffer, offset } = this.take(length * kind.BYTES_PER_ELEMENT);
    return new kind(buffer, offset, length);
  }

  private take(bytes: number): { buffer: SharedArrayBuffer; offset: number } {
    for (const block of this.blocks) {
      const offset = block.take(bytes);
      if (offset !== undefined) return { buffer: block.buffer, offset };
    }
    const block = this.make(bytes);
    const offset = block.take(bytes);
    if (offset === undefined) throw new Error(`a new block is too small for ${bytes} bytes`);
    return { buffer: block.buffer, offset };
  }

  private make(bytes: number): Block {
    const number = this.thread * PER_THREAD + this.made++;
    return this.add(makeBlock(bytes, Math.max(bytes, this.blockBytes), number));
  }

  private add(block: Block): Block {
    this.blocks.push(block);
    this.known.add(block.number);
    return block;
  }
}

/**
 * Allocates a block; if the wished size is unavailable, the needed one may still be. @throws RangeError when it is not
 */
function makeBlock(needed: number, wished: number, number: number): Block {
  try {
    return Block.make(wished, number);
  } catch (error) {
    if (!(error instanceof RangeError) || wished === needed) throw error;
    return Block.make(needed, number);
  }
}
