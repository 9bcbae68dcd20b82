import { elementAt } from '../../../base/elements.js';
import type { SeverityColumn } from '../../../model/performanceSpace.js';
import { PairSums } from '../tables/pairSums.js';
import { KINDS } from '../waits/waitStates.js';

/** Waiting is followed back through other waiting so often, or until less than this share is left. */
const MOST_STEPS = 12;
const LEAST_LEFT = 0.005;

/** Waiting of one kind at one call path. */
export function originKey(node: number, kind: number): number {
  return node * KINDS + kind;
}

export function kindOfKey(key: number): number {
  return key % KINDS;
}

export function nodeOfKey(key: number): number {
  return (key - kindOfKey(key)) / KINDS;
}

/** Origins of the waiting of one kind at one call path, as plain data. */
export interface OriginData {
  readonly key: number;
  readonly delays: SeverityColumn;
  readonly waits: SeverityColumn;
  readonly sum: number;
}

/** Origins of the waiting of one kind at one call path. */
class Origin {
  /** Seconds due to delays, by call path and location. */
  readonly delays = new PairSums();
  /** Seconds due to other waiting, by its key, in place of the call path; there is no location. */
  readonly waits = new PairSums();
  /** All of them together. */
  sum = 0;
}

/**
 * Origins of the waiting at each call path, summed over its instances: from delays, by call path and location, and from
 * other waiting. Waiting locations are not distinguished, so that memory is proportional to call paths.
 */
export class Origins {
  private readonly byKey = new Map<number, Origin>();

  /** Adds what was collected elsewhere. */
  addData(data: readonly OriginData[]): void {
    for (const { key, delays, waits, sum } of data) {
      let origin = this.byKey.get(key);
      if (origin === undefined) this.byKey.set(key, (origin = new Origin()));
      origin.delays.addColumn(delays);
      origin.waits.addColumn(waits);
      origin.sum += sum;
    }
  }

  /**
   * The delays at the root of waiting: what is due to other waiting is due to what that comes from, in proportion.
   * @returns seconds by call path and location of the delay; undefined where nothing is known
   */
  of(node: number, kind: number): PairSums | undefined {
    const start = originKey(node, kind);
    const whole = this.byKey.get(start)?.sum;
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
      const origin = this.byKey.get(key);
      if (origin === undefined) continue;
      const part = seconds / origin.sum;
      const { delays, waits } = origin;
      for (let i = 0; i < delays.size; i++) {
        const { callPath, location, value } = delays;
        found.add(elementAt(callPath, i), elementAt(location, i), elementAt(value, i) * part);
      }
      for (let i = 0; i < waits.size; i++) {
        const other = elementAt(waits.callPath, i);
        left.set(other, (left.get(other) ?? 0) + elementAt(waits.value, i) * part);
      }
    }
    for (const [key, seconds] of left) if (seconds < least) left.delete(key);
    return left;
  }
}
