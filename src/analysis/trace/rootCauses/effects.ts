import { absent } from '../../../base/elements.js';
import { enlargeFloat64, enlargeInt32 } from '../tables/enlarge.js';
import type { Memory } from '../tables/memory.js';
import { release } from '../tables/release.js';
import type { Delays } from './delays.js';

/**
 * Causes of wait states, in the order in which they are visited, as plain data. It includes further data about them, so
 * that later steps need no scattered look-ups of wait states.
 */
export interface EffectsData {
  /** Kind and call path of the waiting, coded by `originKey`, with location, position, and seconds. */
  readonly key: Int32Array;
  readonly waiting: Int32Array;
  readonly position: Int32Array;
  readonly length: Float64Array;
  /** The delaying location. */
  readonly delaying: Int32Array;
  /** The share of its causes that a wait state itself is, and the sum of its causes: delays and waiting, in seconds. */
  readonly own: Float64Array;
  readonly whole: Float64Array;
  /** Wait states of the delaying location that caused it, as positions, and seconds of the one before them. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly reaching: Float64Array;
  /** Begin and end of each one's delays in `node` and `seconds`. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly node: Int32Array;
  readonly seconds: Float64Array;
  /** All wait states in order of the delaying location. */
  readonly byDelaying: Uint32Array;
}

/** Collects what wait states are due to, in any order. */
export class Effects implements EffectsData {
  readonly key: Int32Array;
  readonly waiting: Int32Array;
  readonly position: Int32Array;
  readonly length: Float64Array;
  readonly own: Float64Array;
  readonly whole: Float64Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly reaching: Float64Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  node: Int32Array;
  seconds: Float64Array;
  private entries = 0;

  /**
   * @param delaying the delaying location of each wait state
   * @param byDelaying all wait states in order of that
   * @param room for so many delays is made at first
   * @param memory where the other columns lie
   */
  constructor(
    readonly delaying: Int32Array,
    readonly byDelaying: Uint32Array,
    room: number,
    private readonly memory: Memory,
  ) {
    const count = delaying.length;
    this.key = memory.int32(count);
    this.waiting = memory.int32(count);
    this.position = memory.int32(count);
    this.length = memory.float64(count);
    this.own = memory.float64(count);
    this.whole = memory.float64(count);
    this.from = memory.int32(count);
    this.to = memory.int32(count);
    this.reaching = memory.float64(count);
    this.start = memory.int32(count);
    this.end = memory.int32(count);
    this.node = memory.int32(room);
    this.seconds = memory.float64(room);
  }

  /** How many delays there are of all wait states. */
  get delays(): number {
    return this.entries;
  }

  /** @param at which wait state, in the order in which they are visited */
  put(at: number, { from, to, reaching, count, nodes, seconds }: Delays, own: number, whole: number): void {
    this.own[at] = own;
    this.whole[at] = whole;
    this.from[at] = from;
    this.to[at] = to;
    this.reaching[at] = reaching;
    if (this.entries + count > this.node.length) this.grow(this.entries + count);
    this.start[at] = this.entries;
    for (let i = 0; i < count; i++) {
      this.node[this.entries] = nodes[i] ?? absent(i);
      this.seconds[this.entries++] = seconds[i] ?? absent(i);
    }
    this.end[at] = this.entries;
  }

  data(): EffectsData {
    const { key, waiting, position, length, delaying, own, whole, from, to } = this;
    const { reaching, start, end, node, seconds, byDelaying } = this;
    const causes = { own, whole, from, to, reaching, start, end, node, seconds };
    return { key, waiting, position, length, delaying, byDelaying, ...causes };
  }

  private grow(least: number): void {
    const { node, seconds, memory } = this;
    const capacity = Math.max(least, 2 * node.length);
    this.node = enlargeInt32(node, capacity, memory);
    this.seconds = enlargeFloat64(seconds, capacity, memory);
    release(node, seconds);
  }
}

/** Gives the memory of effects back. Left to the garbage collector, that of several blocks would be in use at once. */
export function releaseEffects(effects: EffectsData): void {
  release(...columnsOf(effects));
}

/** The memory of effects that can change hands. */
export function effectBuffers(effects: EffectsData): ArrayBuffer[] {
  return columnsOf(effects).flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []));
}

function columnsOf(effects: EffectsData): (Float64Array | Int32Array | Uint32Array)[] {
  return Object.values({ ...effects });
}
