import { enlargeFloat64, enlargeInt32 } from '../tables/enlarge.js';
import type { Delays } from './delays.js';

/** What wait states are due to, one after the other in the order in which they are visited, as plain data. */
export interface EffectsData {
  /** The share of its causes that a wait state itself is, and the sum of its causes: delays and waiting, in seconds. */
  readonly own: Float64Array;
  readonly whole: Float64Array;
  /** Wait states of the delaying location that caused it, as positions, and seconds of the one before them. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly reaching: Float64Array;
  /** Where the delays of each begin in `node` and `seconds`; one more than there are wait states. */
  readonly start: Int32Array;
  readonly node: Int32Array;
  readonly seconds: Float64Array;
}

/** Collects what wait states are due to. */
export class Effects {
  private readonly own: Float64Array;
  private readonly whole: Float64Array;
  private readonly from: Int32Array;
  private readonly to: Int32Array;
  private readonly reaching: Float64Array;
  private readonly start: Int32Array;
  private node: Int32Array;
  private seconds: Float64Array;
  private count = 0;
  private entries = 0;

  /** @param length how many wait states there will be */
  constructor(length: number) {
    this.own = new Float64Array(length);
    this.whole = new Float64Array(length);
    this.from = new Int32Array(length);
    this.to = new Int32Array(length);
    this.reaching = new Float64Array(length);
    this.start = new Int32Array(length + 1);
    this.node = new Int32Array(length * 2);
    this.seconds = new Float64Array(length * 2);
  }

  add(delays: Delays, own: number, whole: number): void {
    const at = this.count++;
    this.own[at] = own;
    this.whole[at] = whole;
    this.from[at] = delays.from;
    this.to[at] = delays.to;
    this.reaching[at] = delays.reaching;
    const { count, nodes, seconds } = delays;
    if (this.entries + count > this.node.length) this.grow(this.entries + count);
    for (let i = 0; i < count; i++) {
      this.node[this.entries] = nodes[i];
      this.seconds[this.entries++] = seconds[i];
    }
    this.start[at + 1] = this.entries;
  }

  data(): EffectsData {
    const { own, whole, from, to, reaching, start, node, seconds } = this;
    return { own, whole, from, to, reaching, start, node, seconds };
  }

  private grow(least: number): void {
    const capacity = Math.max(least, 2 * this.node.length);
    this.node = enlargeInt32(this.node, capacity);
    this.seconds = enlargeFloat64(this.seconds, capacity);
  }
}

/** The memory of effects that can change hands. */
export function effectBuffers(effects: EffectsData): ArrayBuffer[] {
  return Object.values(effects).flatMap((column: Float64Array | Int32Array) =>
    column.buffer instanceof ArrayBuffer ? [column.buffer] : [],
  );
}
