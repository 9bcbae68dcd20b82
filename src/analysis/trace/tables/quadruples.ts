import { absent } from '../../../base/elements.js';
import { enlargeFloat64, enlargeInt32 } from './enlarge.js';

const WIDTH = 4;
/** Initial capacity in combinations. */
const SMALLEST = 16;

/**
 * Numbers combinations of four numbers, in the order in which they are first asked for: what many records have in
 * common is kept once. An open-addressing hash over typed arrays; in front of it a guess, since combinations come in
 * sequences that recur.
 */
export class Quadruples {
  count = 0;
  // They grow with the first combination, as in PairSums.
  private keys: Float64Array = new Float64Array(0);
  private slots = new Int32Array(1);
  /** The combination asked for last, and by combination the one that followed it last time. */
  private latest = 0;
  private follower: Int32Array = new Int32Array(1);

  /** The number of a combination, given when it is first asked for. */
  number(first: number, second: number, third: number, fourth: number): number {
    const guess = this.follower[this.latest] ?? absent(this.latest);
    if (guess < this.count && this.is(guess, first, second, third, fourth)) return (this.latest = guess);
    const found = this.find(first, second, third, fourth);
    this.follower[this.latest] = found;
    return (this.latest = found);
  }

  /** One of the four numbers of a combination. @param position 0 to 3 */
  part(of: number, position: number): number {
    return this.keys[of * WIDTH + position] ?? absent(of);
  }

  /** All combinations as plain data, four numbers each. */
  data(): Float64Array {
    return this.keys.slice(0, this.count * WIDTH);
  }

  /**
   * Numbers the combinations of another one, in their order.
   * @param keys as `data` returns them
   * @returns the number here by number there
   */
  append(keys: Float64Array): Int32Array {
    const numbers = new Int32Array(keys.length / WIDTH);
    for (let other = 0; other < numbers.length; other++) {
      const [first = absent(other), second = absent(other), third = absent(other), fourth = absent(other)] =
        keys.subarray(other * WIDTH, (other + 1) * WIDTH);
      numbers[other] = this.number(first, second, third, fourth);
    }
    return numbers;
  }

  clear(): void {
    this.count = 0;
    this.keys = new Float64Array(0);
    this.slots = new Int32Array(1);
    this.follower = new Int32Array(1);
    this.latest = 0;
  }

  private find(first: number, second: number, third: number, fourth: number): number {
    const mask = this.slots.length - 1;
    let slot = hash(first, second, third, fourth) & mask;
    for (;;) {
      const known = (this.slots[slot] ?? absent(slot)) - 1;
      if (known < 0) return this.insert(first, second, third, fourth);
      if (this.is(known, first, second, third, fourth)) return known;
      slot = (slot + 1) & mask;
    }
  }

  private is(number: number, first: number, second: number, third: number, fourth: number): boolean {
    const { keys } = this;
    const at = number * WIDTH;
    return keys[at] === first && keys[at + 1] === second && keys[at + 2] === third && keys[at + 3] === fourth;
  }

  private insert(first: number, second: number, third: number, fourth: number): number {
    if (this.count * WIDTH === this.keys.length) this.grow();
    const at = this.count * WIDTH;
    this.keys[at] = first;
    this.keys[at + 1] = second;
    this.keys[at + 2] = third;
    this.keys[at + 3] = fourth;
    this.place(this.count);
    return this.count++;
  }

  private place(number: number): void {
    const { slots } = this;
    const mask = slots.length - 1;
    let slot = hash(this.part(number, 0), this.part(number, 1), this.part(number, 2), this.part(number, 3)) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = number + 1;
  }

  private grow(): void {
    const capacity = Math.max(SMALLEST, this.count * 2);
    this.keys = enlargeFloat64(this.keys, capacity * WIDTH);
    this.follower = enlargeInt32(this.follower, capacity);
    this.slots = new Int32Array(capacity * 4);
    for (let number = 0; number < this.count; number++) this.place(number);
  }
}

function hash(first: number, second: number, third: number, fourth: number): number {
  const mixed =
    Math.imul(first, 0x9e3779b1) ^
    Math.imul(second, 0x85ebca6b) ^
    Math.imul(third, 0xc2b2ae35) ^
    Math.imul(fourth, 0x27d4eb2f);
  return mixed ^ (mixed >>> 15);
}
