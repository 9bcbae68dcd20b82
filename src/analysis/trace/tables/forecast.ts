import { type Memory, OWN_MEMORY } from './memory.js';

/** Minimum share of the events for a reliable forecast. */
const LEAST_SHARE = 0.02;
/** Factor above the expected size to allocate; unwritten memory costs nothing. */
const MARGIN = 1.05;
/** Columns grow by these factors at least, or they would be copied too often, and at most, as a program may change. */
const LEAST_GROWTH = 1.25;
const MOST_GROWTH = 8;

/** How much of the events was read, so that memory can be made for what all of them will bring. */
export class Forecast {
  /** How many of them were read. */
  private read = 0;

  /**
   * @param announced announced number of events
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
   * Returns the number of rows to allocate.
   * @param length existing rows
   * @param least rows needed now
   */
  capacity(length: number, least: number): number {
    const share = this.read / this.announced;
    const expected = share >= LEAST_SHARE && share < 1 ? (length / share) * MARGIN : length * 2;
    const capacity = Math.min(Math.max(expected, length * LEAST_GROWTH), length * MOST_GROWTH);
    return Math.ceil(Math.max(least, capacity));
  }
}

/** No forecast: memory is doubled. */
export const NO_FORECAST = new Forecast(0);

/** Returns a forecast without a size, only with the memory to use. */
export function unforeseenIn(memory: Memory): Forecast {
  return memory.isShared ? new Forecast(0, memory) : NO_FORECAST;
}
