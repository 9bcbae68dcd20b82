import { absent } from '../../base/elements.js';

/** Crossings of one scale within those of all: from `start` up to `end`, with the sign behind the first. */
export interface ScaleRow {
  readonly start: number;
  readonly end: number;
  readonly polarity: number;
}

/**
 * Joins crossings of two neighboring scales so that order and polarity are kept and the sum of displacements is
 * minimal. For successive crossings, crossing i goes to i + o(i), where o never falls and has one parity.
 *
 * Each crossing goes to the nearest one. If neighbors would swap, they are joined to a block within which offsets are
 * chosen together, until no two blocks contradict each other. As blocks are solved without the rest, no choice is
 * better. As displacements fall and then rise with the offset, a block needs only the offsets that its crossings would
 * choose individually. Work arrays are kept between scales.
 */
export class Matching {
  /** By crossing: the offset that is nearest, the chosen one. */
  private nearest = new Int32Array(256);
  private offset = new Int32Array(256);
  /** First crossings of the blocks that are done. */
  private blocks = new Int32Array(256);
  /** Of a block: the least cost up to a crossing with each offset, and which offset is before it then. */
  private costs = new Float64Array(256);
  private chosen = new Int32Array(256);

  /**
   * @param place of crossings of all scales
   * @param to by coarse crossing: index of the fine one in which it continues, counted from the first of its scale
   * @returns whether the fine scale has enough
   */
  match(place: Float64Array, coarse: ScaleRow, fine: ScaleRow, to: Int32Array): boolean {
    const few = coarse.end - coarse.start;
    const many = fine.end - fine.start;
    if (few === 0) return true;
    // Signs alternate: the first of equal polarity decides all.
    const parity = fine.polarity === coarse.polarity ? 0 : 1;
    if (parity > many - few) return false;
    if (this.nearest.length < few) {
      this.nearest = new Int32Array(2 * few);
      this.offset = new Int32Array(2 * few);
      this.blocks = new Int32Array(2 * few);
    }
    const most = many - few - ((many - few - parity) & 1);
    this.choose(place, coarse, fine.start, parity, most);
    const { offset } = this;
    for (let i = 0; i < few; i++) to[coarse.start + i] = i + (offset[i] ?? absent(i));
    return true;
  }

  private choose(place: Float64Array, coarse: ScaleRow, fine: number, parity: number, most: number): void {
    const { nearest, offset, blocks } = this;
    const few = coarse.end - coarse.start;
    let count = 0;
    let before = parity;
    for (let i = 0; i < few; i++) {
      const x = place[coarse.start + i] ?? absent(i);
      const at = fine + i;
      let best = before;
      let least = Math.abs((place[at + best] ?? absent(i)) - x);
      // Of equally near ones the first.
      for (; best >= 2; best -= 2) {
        const other = Math.abs((place[at + best - 2] ?? absent(i)) - x);
        if (other > least) break;
        least = other;
      }
      if (best === before) {
        for (; best < most; best += 2) {
          const other = Math.abs((place[at + best + 2] ?? absent(i)) - x);
          if (other >= least) break;
          least = other;
        }
      }
      nearest[i] = best;
      offset[i] = best;
      before = best;
      let start = i;
      while (count > 0 && (offset[start] ?? absent(i)) < (offset[start - 1] ?? absent(i))) {
        start = blocks[--count] ?? absent(count);
        this.together(place, coarse.start, fine, start, i);
      }
      blocks[count++] = start;
    }
  }

  /** Chooses the offsets of crossings `first` to `last` so that none falls. */
  private together(place: Float64Array, coarse: number, fine: number, first: number, last: number): void {
    const { nearest, offset } = this;
    let [low, high] = [nearest[first] ?? absent(first), nearest[first] ?? absent(first)];
    for (let i = first + 1; i <= last; i++) {
      const own = nearest[i] ?? absent(i);
      if (own < low) low = own;
      if (own > high) high = own;
    }
    const width = (high - low) / 2 + 1;
    const size = width * (last - first + 1);
    if (this.costs.length < size) {
      this.costs = new Float64Array(2 * size);
      this.chosen = new Int32Array(2 * size);
    }
    const { costs, chosen } = this;
    for (let i = first, row = 0; i <= last; i++, row += width) {
      const x = place[coarse + i] ?? absent(i);
      let [best, at] = [i === first ? 0 : Infinity, 0];
      for (let s = 0; s < width; s++) {
        if (i > first) {
          const cost = costs[row - width + s] ?? absent(s);
          if (cost < best) [best, at] = [cost, s];
        }
        costs[row + s] = best + Math.abs((place[fine + i + low + 2 * s] ?? absent(s)) - x);
        chosen[row + s] = at;
      }
    }
    let row = size - width;
    let s = 0;
    for (let other = 1; other < width; other++)
      if ((costs[row + other] ?? absent(other)) < (costs[row + s] ?? absent(s))) s = other;
    for (let i = last; i >= first; i--, row -= width) {
      offset[i] = low + 2 * s;
      s = chosen[row + s] ?? absent(row);
    }
  }
}
