import { PairSums } from '../pairSums.js';
import { KINDS } from './waitStates.js';

/** Waiting is followed back through other waiting so often, or until less than this share is left. */
const MOST_STEPS = 12;
const LEAST_LEFT = 0.005;

/** Waiting of one kind at one call path. */
export function originKey(node: number, kind: number): number {
  return node * KINDS + kind;
}

/**
 * Where the waiting at each call path comes from, summed over its instances: from delays, by call path and location,
 * and from other waiting. Locations that wait are not told apart, so that memory follows call paths.
 */
export class Origins {
  private readonly delays = new Map<number, PairSums>();
  private readonly waits = new Map<number, Map<number, number>>();
  private readonly sums = new Map<number, number>();

  /** `seconds` of the waiting `key` are due to a delay. */
  addDelay(key: number, node: number, location: number, seconds: number): void {
    let delays = this.delays.get(key);
    if (delays === undefined) this.delays.set(key, (delays = new PairSums()));
    delays.add(node, location, seconds);
    this.count(key, seconds);
  }

  /** `seconds` of the waiting `key` are due to other waiting. */
  addWait(key: number, other: number, seconds: number): void {
    let waits = this.waits.get(key);
    if (waits === undefined) this.waits.set(key, (waits = new Map<number, number>()));
    waits.set(other, (waits.get(other) ?? 0) + seconds);
    this.count(key, seconds);
  }

  /**
   * The delays at the root of waiting: what is due to other waiting is due to what that comes from, in proportion.
   * @returns seconds by call path and location of the delay; undefined where nothing is known
   */
  of(node: number, kind: number): PairSums | undefined {
    const start = originKey(node, kind);
    const whole = this.sums.get(start);
    if (whole === undefined) return undefined;
    const found = new PairSums();
    let left = new Map([[start, whole]]);
    for (let step = 0; step < MOST_STEPS && left.size > 0; step++) left = this.step(left, found, LEAST_LEFT * whole);
    return found.size === 0 ? undefined : found;
  }

  /** Puts what is due to delays into `found`; returns what is due to other waiting. */
  private step(from: ReadonlyMap<number, number>, found: PairSums, least: number): Map<number, number> {
    const left = new Map<number, number>();
    for (const [key, seconds] of from) {
      const part = seconds / (this.sums.get(key) ?? Number.POSITIVE_INFINITY);
      const delays = this.delays.get(key);
      for (let i = 0; i < (delays?.size ?? 0); i++) {
        if (delays !== undefined) found.add(delays.callPath[i], delays.location[i], delays.value[i] * part);
      }
      for (const [other, amount] of this.waits.get(key) ?? []) left.set(other, (left.get(other) ?? 0) + amount * part);
    }
    for (const [key, seconds] of left) if (seconds < least) left.delete(key);
    return left;
  }

  private count(key: number, seconds: number): void {
    this.sums.set(key, (this.sums.get(key) ?? 0) + seconds);
  }
}
