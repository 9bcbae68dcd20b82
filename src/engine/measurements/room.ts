import { MemoryError } from '../analysis/failure.js';

/**
 * The memory that one open measurement may take for columns of numbers: asked for before any is taken, since typed arrays
 * are not bounded by the limits of a thread's heap.
 */
export class Room {
  private held = 0;

  /** @param limit bytes */
  constructor(private readonly limit: number) {}

  /** Takes room that stays taken. @throws MemoryError when there is not so much */
  hold(bytes: number): void {
    this.check(bytes);
    this.held += bytes;
  }

  /** Returns room that was held. */
  release(bytes: number): void {
    this.held -= bytes;
  }

  /** Checks the memory for temporary numbers of a question. @throws MemoryError when there is not enough */
  check(bytes: number): void {
    if (this.held + bytes > this.limit) throw new MemoryError(this.limit);
  }

  /** Allocates a column of an answer. @throws MemoryError when there is not enough memory */
  float64(length: number): Float64Array {
    this.check(length * Float64Array.BYTES_PER_ELEMENT);
    return new Float64Array(length);
  }

  /** As float64. */
  uint32(length: number): Uint32Array {
    this.check(length * Uint32Array.BYTES_PER_ELEMENT);
    return new Uint32Array(length);
  }
}
