import { type Memory, OWN_MEMORY } from './memory.js';

/** Below this share of the events, what comes says little about the rest. */
const LEAST_SHARE = 0.02;
/** A little more than expected is made room for; what is never written to costs no memory. */
const MARGIN = 1.05;
/** Columns grow by these factors at least, or they would be copied too often, and at most, as a program may change. */
const LEAST_GROWTH = 1.25;
const MOST_GROWTH = 8;

/** How much of the events was read, so that memory can be made for what all of them will bring. */
export class Forecast {
  /** How many of them were read. */
  private read = 0;

  /**
   * @param announced how many events there are said to be
   * @param memory where it is made
   */
  constructor(
    private readonly announced: number,
    readonly memory: Memory = OWN_MEMORY,
  ) {}

  /** So many more events were read. */
  add(events: number): void {
    this.read += events;
  }

  /**
   * How many rows to make room for.
   * @param length rows there are
   * @param least rows needed now
   */
  capacity(length: number, least: number): number {
    const share = this.read / this.announced;
    const expected = share >= LEAST_SHARE && share < 1 ? (length / share) * MARGIN : length * 2;
    const capacity = Math.min(Math.max(expected, length * LEAST_GROWTH), length * MOST_GROWTH);
    return Math.ceil(Math.max(least, capacity));
  }
}

/** Says nothing: memory is doubled. */
export const NO_FORECAST = new Forecast(0);

/** Says nothing of how much memory there is to be, but where. */
export function unforeseenIn(memory: Memory): Forecast {
  return memory.isShared ? new Forecast(0, memory) : NO_FORECAST;
}
