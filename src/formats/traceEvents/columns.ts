/** Durations of one thread in columns, so that a trace needs few bytes for each. */
import type { MemoryBudget } from '../profile/index.js';

/** Bytes of a duration, with its place in two orders and room to grow. */
const BYTES = 64;
const FIRST_SIZE = 8;

/** `complete` has a duration; a `begin` gets one when its `end` is found. */
export const Kind = { complete: 0, begin: 1, end: 2, dropped: 3 } as const;

export class Durations {
  count = 0;
  /** Times in microseconds. */
  start = new Float64Array(FIRST_SIZE);
  duration = new Float64Array(FIRST_SIZE);
  /** Processor time in microseconds; NaN if there is none. At an end, the time there. */
  processor = new Float64Array(FIRST_SIZE);
  /** Numbers of frames; at an end the number of its name, -1 without one. */
  frame = new Int32Array(FIRST_SIZE);
  kind = new Uint8Array(FIRST_SIZE);

  /** @param memory durations are charged to it */
  constructor(private readonly memory: MemoryBudget) {}

  add(kind: number, start: number, duration: number, processor: number, frame: number): void {
    this.memory.take(BYTES);
    if (this.count === this.start.length) this.grow();
    const at = this.count++;
    this.start[at] = start;
    this.duration[at] = duration;
    this.processor[at] = processor;
    this.frame[at] = frame;
    this.kind[at] = kind;
  }

  /** The end of the last of them. */
  last(): number {
    let last = -Infinity;
    for (let i = 0; i < this.count; i++) last = Math.max(last, (this.start[i] ?? 0) + (this.duration[i] ?? 0));
    return last;
  }

  private grow(): void {
    const size = 2 * this.count;
    const larger = <T extends Float64Array | Int32Array | Uint8Array>(next: T, column: T): T => {
      next.set(column);
      return next;
    };
    this.start = larger(new Float64Array(size), this.start);
    this.duration = larger(new Float64Array(size), this.duration);
    this.processor = larger(new Float64Array(size), this.processor);
    this.frame = larger(new Int32Array(size), this.frame);
    this.kind = larger(new Uint8Array(size), this.kind);
  }
}
