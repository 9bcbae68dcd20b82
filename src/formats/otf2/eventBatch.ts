import type { EventBatch } from '../../model/events.js';

/** Operands the largest record can have: a metric event of 255 values and its two fields. */
const LARGEST_RECORD = 257;

/**
 * Events in the first batch. Batches begin small, so that the loops over them have been left and entered often before
 * the engine optimizes them: what it knows only the inside of, it optimizes in vain.
 */
const FIRST = 64;

/** The batch that the decoder refills. */
export class BatchBuffer implements EventBatch {
  count = 0;
  /** Events that it is filled with; doubles up to `capacity`. */
  limit: number;
  operandCount = 0;
  readonly kind: Uint8Array;
  readonly time: Float64Array;
  readonly reference: Uint32Array;
  readonly site: Uint32Array;
  readonly operands: Float64Array;

  /** @param capacity events it holds at most */
  constructor(private readonly capacity: number) {
    this.limit = Math.min(FIRST, capacity);
    this.kind = new Uint8Array(capacity);
    this.time = new Float64Array(capacity);
    this.reference = new Uint32Array(capacity);
    this.site = new Uint32Array(capacity);
    // Most events are ENTER and LEAVE, which have none; when this is too small, a batch ends a little earlier.
    this.operands = new Float64Array(capacity * 3 + LARGEST_RECORD);
  }

  /** Whether the operands of any record still fit. */
  get hasOperandRoom(): boolean {
    return this.operandCount + LARGEST_RECORD <= this.operands.length;
  }

  /** Begins with a small batch again: from a place in the middle, often a few events are all that is needed. */
  restart(): void {
    this.limit = Math.min(FIRST, this.capacity);
  }

  clear(): void {
    this.limit = Math.min(this.capacity, this.limit * 2);
    this.count = 0;
    this.operandCount = 0;
  }
}
