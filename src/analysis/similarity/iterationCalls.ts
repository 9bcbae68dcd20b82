/** Which structure the calls of each iteration have (dynamics.md, 2.4): sums of hashes, whatever the order of calls. */
import { absent, addAt } from '../../base/elements.js';
import type { Equivalence } from '../../model/dynamics/similar.js';
import type { CallRecorder } from '../trace/recorders/recorders.js';

/** Sums of hashes by iteration, 64 bits in two halves that each wrap around. */
interface IterationSums {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

/** All bits of a number, mixed (the last step of MurmurHash3). */
function mixed(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Gathers what iterations call, on all locations: what is called on different ones differs. */
export class IterationCalls {
  private readonly weak: IterationSums;
  private readonly strong: IterationSums;
  /** By iteration: calls that begin in it. */
  readonly calls: Float64Array;

  /**
   * @param count iterations
   * @param around by call path: 1 for those around the loop, which may begin at the moment of the first iteration
   */
  constructor(
    readonly count: number,
    private readonly around: Uint8Array,
  ) {
    const sums = (): IterationSums => ({ high: new Uint32Array(count), low: new Uint32Array(count) });
    this.weak = sums();
    this.strong = sums();
    this.calls = new Float64Array(count);
  }

  /** Takes the calls of a location. @param starts when iterations begin, and when the last one ends; in order */
  recorder(location: number, starts: Float64Array): CallRecorder {
    const { count, weak, strong, calls, around } = this;
    const seen = new Int32Array(around.length).fill(-1);
    const salt = mixed(location + 0x9e3779b9);
    let slot = -1;
    return {
      begin: (node, time) => {
        while (slot < count && (starts[slot + 1] ?? Infinity) <= time) slot++;
        if (slot < 0 || slot >= count || around[node] === 1) return;
        const high = mixed(node ^ salt);
        const low = mixed(high + node);
        addAt(strong.high, slot, high);
        addAt(strong.low, slot, low);
        addAt(calls, slot, 1);
        if (seen[node] === slot) return;
        seen[node] = slot;
        addAt(weak.high, slot, high);
        addAt(weak.low, slot, low);
      },
      end: () => undefined,
    };
  }

  /** By iteration: the number of its structure; they are counted from 0 in order of their first iterations. */
  structures(equivalence: Equivalence): { readonly number: Int32Array; readonly count: number } {
    const { high, low } = this[equivalence];
    const known = new Map<string, number>();
    const number = new Int32Array(this.count);
    for (let i = 0; i < this.count; i++) {
      const key = `${high[i] ?? absent(i)} ${low[i] ?? absent(i)}`;
      const own = known.get(key) ?? known.size;
      known.set(key, own);
      number[i] = own;
    }
    return { number, count: known.size };
  }
}
