import { type Memory, OWN_MEMORY } from '../tables/memory.js';

/**
 * Amounts added to ranges of positions and asked for at single ones, from the last position to the first, in constant
 * time each: an amount is in force while its range is passed. Positions are grouped (by location), and each group is
 * passed on its own.
 */
export class Spread {
  private readonly change: Float64Array;
  /** How many amounts begin less those that end, so that sums of nothing are exactly 0. */
  private readonly counts: Int32Array;
  private readonly active: Float64Array;
  private readonly activeCounts: Int32Array;
  /** The position passed last, by group. */
  private readonly passed: Int32Array;

  /**
   * @param first first position of each group, and the number of positions
   * @param width how many amounts there are at each position
   * @param memory where they lie
   */
  constructor(
    private readonly first: Int32Array,
    private readonly width: number,
    memory: Memory = OWN_MEMORY,
  ) {
    const groups = first.length - 1;
    const positions = first[groups];
    this.change = memory.float64(positions * width);
    this.counts = memory.int32(positions * width);
    this.active = new Float64Array(groups * width);
    this.activeCounts = new Int32Array(groups * width);
    this.passed = first.slice(1);
  }

  /**
   * Adds `amount` of one kind to the positions `from` up to `to` (not contained) of a group.
   * @returns up to where they were not passed yet, from where on they do not get it
   */
  add(group: number, kind: number, from: number, to: number, amount: number): number {
    const end = Math.max(from, Math.min(to, this.passed[group]));
    if (end === from || amount === 0) return end;
    this.put(end - 1, kind, amount, 1);
    if (from > this.first[group]) this.put(from - 1, kind, -amount, -1);
    return end;
  }

  private put(position: number, kind: number, amount: number, count: number): void {
    const at = position * this.width + kind;
    this.change[at] += amount;
    this.counts[at] += count;
  }

  /** Passes on to a position of a group and writes the sums there, by kind. */
  read(group: number, position: number, sums: Float64Array): void {
    const { width } = this;
    for (let at = this.passed[group] - 1; at >= position; at--) this.pass(group, at);
    this.passed[group] = Math.min(position, this.passed[group]);
    for (let kind = 0; kind < width; kind++) sums[kind] = Math.max(0, this.active[group * width + kind]);
  }

  private pass(group: number, position: number): void {
    for (let kind = 0; kind < this.width; kind++) {
      const to = group * this.width + kind;
      const from = position * this.width + kind;
      this.activeCounts[to] += this.counts[from];
      this.active[to] = this.activeCounts[to] === 0 ? 0 : this.active[to] + this.change[from];
    }
  }
}
