import { type Memory, OWN_MEMORY } from './memory.js';
import { release } from './release.js';

/** Numbers of the first and of the largest piece of memory. */
const SMALLEST = 16;
const LARGEST = 1 << 15;

/** Numbers in order of insertion. It grows by pieces, so that nothing is copied and little space is wasted. */
export class NumberList {
  length = 0;
  private readonly full: Float64Array[] = [];
  private last: Float64Array = new Float64Array(SMALLEST);
  private used = 0;

  /** @param memory where large pieces lie */
  constructor(private readonly memory: Memory = OWN_MEMORY) {}

  push(value: number): void {
    if (this.used === this.last.length) this.extend();
    this.last[this.used++] = value;
    this.length++;
  }

  /** A copy of all numbers, in the same memory. */
  toArray(): Float64Array {
    const all = this.memory.float64(this.length);
    let at = 0;
    for (const piece of this.full) {
      all.set(piece, at);
      at += piece.length;
    }
    all.set(this.last.subarray(0, this.used), at);
    return all;
  }

  /** Forgets all numbers and gives their memory back. */
  clear(): void {
    release(...this.full.filter(({ length }) => length === LARGEST));
    if (this.last.length === LARGEST) release(this.last);
    this.full.length = this.length = this.used = 0;
    this.last = new Float64Array(SMALLEST);
  }

  private extend(): void {
    this.full.push(this.last);
    const larger = Math.min(this.last.length * 2, LARGEST);
    this.last = larger < LARGEST ? new Float64Array(larger) : this.memory.float64(larger);
    this.used = 0;
  }
}
