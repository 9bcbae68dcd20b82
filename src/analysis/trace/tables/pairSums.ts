import { absent } from '../../../base/elements.js';
import type { SeverityColumn } from '../../../model/performanceSpace.js';
import { enlargeFloat64, enlargeInt32, enlargeUint32 } from './enlarge.js';

/** Initial capacity in entries. */
const SMALLEST = 16;

/**
 * Sums keyed by (call path, location), sparse: memory follows the pairs that occur. An open-addressing hash over
 * typed arrays, because a Map with composite keys is several times slower.
 */
export class PairSums {
  size = 0;
  // They grow with the first entry: the JavaScript engine treats a never-changed field as constant, and recompiles
  // dependent code when it does change.
  callPath: Uint32Array = new Uint32Array(0);
  location: Uint32Array = new Uint32Array(0);
  value: Float64Array = new Float64Array(0);
  /** Entry index plus one; 0 is free. At least twice as long as there are entries. */
  private slots = new Int32Array(1);
  /** The entry used last, and by entry the one used after it last time: amounts come in sequences that recur. */
  private latest = 0;
  private follower: Int32Array = new Int32Array(1);

  /** Sums that were collected elsewhere. */
  static of(column: SeverityColumn): PairSums {
    const sums = new PairSums();
    sums.addColumn(column);
    return sums;
  }

  /** Adds `amount` to the sum of the pair. */
  add(callPath: number, location: number, amount: number): void {
    // The entry first: making one may replace the arrays.
    const entry = this.entry(callPath, location);
    this.value[entry] = (this.value[entry] ?? absent(entry)) + amount;
  }

  /** Adds every sum of `other`. */
  addAll(other: PairSums): void {
    this.addColumn(other.column());
  }

  /** Adds sums that were collected elsewhere, in their order. */
  addColumn({ callPath, location, value }: SeverityColumn): void {
    for (let i = 0; i < value.length; i++)
      this.add(callPath[i] ?? absent(i), location[i] ?? absent(i), value[i] ?? absent(i));
  }

  /** Forgets all sums and keeps their memory for others. */
  clear(): void {
    this.value.fill(0, 0, this.size);
    this.slots.fill(0);
    this.size = 0;
  }

  /**
   * Returns the current sums, in the order their pairs were added; views that are valid until the next pair is added.
   */
  column(): SeverityColumn {
    return {
      callPath: this.callPath.subarray(0, this.size),
      location: this.location.subarray(0, this.size),
      value: this.value.subarray(0, this.size),
    };
  }

  /** Returns the sums in separate memory. */
  copy(): SeverityColumn {
    return {
      callPath: this.callPath.slice(0, this.size),
      location: this.location.slice(0, this.size),
      value: this.value.slice(0, this.size),
    };
  }

  private entry(callPath: number, location: number): number {
    const guess = this.follower[this.latest] ?? absent(this.latest);
    if (guess < this.size && this.callPath[guess] === callPath && this.location[guess] === location)
      return (this.latest = guess);
    const found = this.find(callPath, location);
    this.follower[this.latest] = found;
    return (this.latest = found);
  }

  private find(callPath: number, location: number): number {
    const mask = this.slots.length - 1;
    let slot = pairHash(callPath, location) & mask;
    for (;;) {
      const entry = (this.slots[slot] ?? absent(slot)) - 1;
      if (entry < 0) return this.insert(callPath, location);
      if (this.callPath[entry] === callPath && this.location[entry] === location) return entry;
      slot = (slot + 1) & mask;
    }
  }

  private insert(callPath: number, location: number): number {
    if (this.size === this.callPath.length) this.grow();
    const entry = this.size++;
    this.callPath[entry] = callPath;
    this.location[entry] = location;
    this.place(entry);
    return entry;
  }

  private place(entry: number): void {
    const mask = this.slots.length - 1;
    let slot = pairHash(this.callPath[entry] ?? absent(entry), this.location[entry] ?? absent(entry)) & mask;
    while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
    this.slots[slot] = entry + 1;
  }

  private grow(): void {
    const capacity = Math.max(SMALLEST, this.size * 2);
    this.callPath = enlargeUint32(this.callPath, capacity);
    this.location = enlargeUint32(this.location, capacity);
    this.value = enlargeFloat64(this.value, capacity);
    this.follower = enlargeInt32(this.follower, capacity);
    this.slots = new Int32Array(capacity * 2);
    for (let entry = 0; entry < this.size; entry++) this.place(entry);
  }
}

function pairHash(a: number, b: number): number {
  const mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b + 0x7f4a7c15, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
