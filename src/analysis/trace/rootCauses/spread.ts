import { absent } from '../../../base/elements.js';
import { enlargeFloat64, enlargeInt32 } from '../tables/enlarge.js';

/**
 * So many positions, a power of two, share a piece of memory: few of them, since thousands of groups may be passed side
 * by side, each with a piece or two.
 */
const PIECE = 16;
const OFFSET = PIECE - 1;
const BITS = Math.log2(PIECE);

/** Initial capacity in pieces. */
const SMALLEST = 16;

/**
 * Amounts added to ranges of positions and asked for at single ones, from the last position to the first, in constant
 * time each: an amount is in force while its range is passed. Positions are grouped (by location), and each group is
 * passed on its own. Only the pieces in which ranges begin or end ahead take memory, and it is used again once they were
 * passed: ranges are short, so that it stays in the processor's cache, where memory for all positions would not.
 */
export class DelaySpread {
  /** By group: number of its first piece. */
  private readonly firstPiece: Int32Array;
  /** By piece: its place in `change` and `counts` plus one; 0 where no range begins or ends. */
  private readonly places: Int32Array;
  private readonly free: number[] = [];
  /** How many places were ever used. */
  private used = 0;
  private change: Float64Array;
  /** How many amounts begin less those that end, so that sums of nothing are exactly 0. */
  private counts: Int32Array;
  private readonly active: Float64Array;
  private readonly activeCounts: Int32Array;
  /** The position passed last, by group. */
  private readonly passed: Int32Array;

  /**
   * @param first first position of each group, and the number of positions
   * @param width how many amounts there are at each position
   */
  constructor(
    private readonly first: Int32Array,
    private readonly width: number,
  ) {
    const groups = first.length - 1;
    this.firstPiece = firstPieces(first);
    this.places = new Int32Array(this.firstPiece[groups] ?? absent(groups));
    this.change = new Float64Array(SMALLEST * PIECE * width);
    this.counts = new Int32Array(SMALLEST * PIECE * width);
    this.active = new Float64Array(groups * width);
    this.activeCounts = new Int32Array(groups * width);
    this.passed = first.slice(1);
  }

  /**
   * Adds `amount` of one kind to the positions `from` up to `to` (not contained) of a group.
   * @returns up to where they were not passed yet, from where on they do not get it
   */
  add(group: number, kind: number, from: number, to: number, amount: number): number {
    const end = Math.max(from, Math.min(to, this.passed[group] ?? absent(group)));
    if (end === from || amount === 0) return end;
    const first = this.first[group] ?? absent(group);
    this.put(group, end - 1 - first, kind, amount, 1);
    if (from > first) this.put(group, from - 1 - first, kind, -amount, -1);
    return end;
  }

  /** Passes on to a position of a group and writes the sums there, by kind. */
  read(group: number, position: number, sums: Float64Array): void {
    const { width, active } = this;
    const last = this.passed[group] ?? absent(group);
    if (position < last) {
      const first = this.first[group] ?? absent(group);
      this.pass(group, last - 1 - first, position - first);
      this.passed[group] = position;
    }
    for (let kind = 0; kind < width; kind++) {
      sums[kind] = Math.max(0, active[group * width + kind] ?? absent(kind));
    }
  }

  /** @param at position in the group */
  private put(group: number, at: number, kind: number, amount: number, count: number): void {
    const piece = (this.firstPiece[group] ?? absent(group)) + (at >> BITS);
    const place = (this.places[piece] ?? absent(piece)) || this.open(piece);
    const entry = ((place - 1) * PIECE + (at & OFFSET)) * this.width + kind;
    this.change[entry] = (this.change[entry] ?? absent(entry)) + amount;
    this.counts[entry] = (this.counts[entry] ?? absent(entry)) + count;
  }

  /** Passes the positions of a group from `from` down to `to`. */
  private pass(group: number, from: number, to: number): void {
    const firstPiece = this.firstPiece[group] ?? absent(group);
    let at = from;
    while (at >= to) {
      const piece = firstPiece + (at >> BITS);
      const begin = Math.max(to, at - (at & OFFSET));
      const place = this.places[piece] ?? absent(piece);
      if (place > 0) {
        for (; at >= begin; at--) this.passEntry(group, (place - 1) * PIECE + (at & OFFSET));
        if ((begin & OFFSET) === 0) this.close(piece);
      }
      at = begin - 1;
    }
  }

  private passEntry(group: number, entry: number): void {
    const { width, active, activeCounts } = this;
    for (let kind = 0; kind < width; kind++) {
      const to = group * width + kind;
      const from = entry * width + kind;
      const count = (activeCounts[to] ?? absent(to)) + (this.counts[from] ?? absent(from));
      activeCounts[to] = count;
      active[to] = count === 0 ? 0 : (active[to] ?? absent(to)) + (this.change[from] ?? absent(from));
    }
  }

  /** Gives a piece a place, where all is 0. */
  private open(piece: number): number {
    const place = this.free.pop() ?? ++this.used;
    const needed = place * PIECE * this.width;
    if (needed > this.change.length) {
      this.change = enlargeFloat64(this.change, needed * 2);
      this.counts = enlargeInt32(this.counts, needed * 2);
    }
    this.places[piece] = place;
    return place;
  }

  /** All of a piece was passed. */
  private close(piece: number): void {
    const place = this.places[piece] ?? absent(piece);
    const size = PIECE * this.width;
    this.change.fill(0, (place - 1) * size, place * size);
    this.counts.fill(0, (place - 1) * size, place * size);
    this.places[piece] = 0;
    this.free.push(place);
  }
}

/** Returns the first piece of each group, and their number. */
function firstPieces(first: Int32Array): Int32Array {
  const pieces = new Int32Array(first.length);
  for (let group = 0; group + 1 < first.length; group++) {
    const size = (first[group + 1] ?? absent(group + 1)) - (first[group] ?? absent(group));
    pieces[group + 1] = (pieces[group] ?? absent(group)) + Math.ceil(size / PIECE);
  }
  return pieces;
}
