import { absent, elementAt } from '../../../base/elements.js';
import { PairSums } from '../tables/pairSums.js';
import type { EffectsData } from './effects.js';
import { LocationSums } from './locationSums.js';
import type { OriginData } from './origins.js';
import type { WaitIndex } from './waitIndex.js';

/** Number of wait states, the latest ones of a stretch, that represent all in the reported origin of waiting. */
const MOST_LISTED = 64;

/** The waiting of one kind at one call path: what of it is due to other waiting, and the sum of all it is due to. */
interface BlockOrigin {
  readonly waits: PairSums;
  sum: number;
}

/**
 * Collects where the waiting of some consecutive wait states comes from, by what waits (its key). Delays come location
 * after location, all else in the order in which wait states are visited.
 */
export class BlockOrigins {
  private readonly delays = new LocationSums();
  /** Keys are numbered in the order in which they come. */
  private readonly numbers = new Map<number, number>();
  private byNumber: BlockOrigin[] = [];
  private latestKey = -1;
  private latestNumber = -1;

  /** The number of a key until what was collected is taken. */
  numberOf(key: number): number {
    if (key === this.latestKey) return this.latestNumber;
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.byNumber.push({ waits: new PairSums(), sum: 0 }) - 1;
      this.numbers.set(key, number);
    }
    this.latestKey = key;
    return (this.latestNumber = number);
  }

  /** Adds a delay at the present location to what wait state `at` is due to. @param number of its key */
  addDelay(number: number, node: number, seconds: number, at: number): void {
    this.delays.add(number, node, seconds, at);
  }

  /** All wait states that a location delayed were added. */
  close(location: number): void {
    this.delays.close(location);
  }

  /** Adds what else wait state `at` is due to, waiting for `waited` seconds, and all of it to the sum. */
  addCauses(at: number, effects: EffectsData, index: WaitIndex, waited: number): void {
    const { key, from, to, reaching, start, end, seconds } = effects;
    const own = effects.own[at] ?? absent(at);
    const origin = elementAt(this.byNumber, this.numberOf(key[at] ?? absent(at)));
    let { sum } = origin;
    const last = end[at] ?? absent(at);
    for (let i = start[at] ?? absent(at); i < last; i++) sum += (seconds[i] ?? absent(i)) * own;
    const { origin: keys, before } = index.data;
    const begin = from[at] ?? absent(at);
    const beyond = to[at] ?? absent(at);
    const first = Math.max(begin, beyond - MOST_LISTED);
    const reached = first === begin ? (reaching[at] ?? absent(at)) : 0;
    const told = index.waited(first, beyond) + reached;
    for (let position = first; position < beyond; position++) {
      const length = (before[position + 1] ?? absent(position)) - (before[position] ?? absent(position));
      const amount = ((waited * length) / told) * own;
      origin.waits.add(keys[position] ?? absent(position), 0, amount);
      sum += amount;
    }
    if (reached > 0) {
      const amount = ((waited * reached) / told) * own;
      origin.waits.add(elementAt(keys, begin - 1), 0, amount);
      sum += amount;
    }
    origin.sum = sum;
  }

  /** Returns the collected origins. @param steps number of wait states */
  take(steps: number): OriginData[] {
    const delays = this.delays.take(this.byNumber.length, steps);
    const found = Array.from(this.numbers, ([key, number]): OriginData => {
      const { waits, sum } = elementAt(this.byNumber, number);
      return { key, delays: elementAt(delays, number), waits: waits.copy(), sum };
    });
    this.numbers.clear();
    this.byNumber = [];
    this.latestKey = -1;
    return found;
  }
}
