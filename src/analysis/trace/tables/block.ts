import { elementAt } from '../../../base/elements.js';
/** Bytes that are given away together; all columns begin at a multiple of it. */
const UNIT = 1024;

/** Header of a block, as numbers of 32 bits; the runs of units follow. */
const LOCK = 0;
const NUMBER = 1;
const UNITS = 2;
/** Before this unit nothing is free. */
const LOWEST = 3;
/** From this unit on nothing was ever given away: its memory is zero, and the system has not provided it yet. */
const UNTOUCHED = 4;
const RUNS = 5;

/** How long, in milliseconds, a thread waits for another one that gives away or takes back: that takes microseconds. */
const PATIENCE = 10_000;

/**
 * A large piece of shared memory, from which any thread allocates and releases columns. Its bookkeeping is within it:
 * the units of a run are one column or free. The first and the last unit of each run contain its length, negative for a
 * free one. See Knuth, The Art of Computer Programming 2.5, boundary tags.
 */
export class Block {
  private readonly control: Int32Array;
  private readonly start: number;
  private readonly units: number;

  /** @param buffer what `make` made, here or in another thread */
  constructor(readonly buffer: SharedArrayBuffer) {
    this.control = new Int32Array(buffer);
    this.units = elementAt(this.control, UNITS);
    this.start = headerOf(this.units);
  }

  /**
   * Creates a block, all of which is free.
   * @param bytes capacity for columns
   * @param number distinguishes it from other blocks
   * @throws RangeError when there is not so much memory
   */
  static make(bytes: number, number: number): Block {
    const units = unitsOf(bytes);
    const buffer = new SharedArrayBuffer(headerOf(units) + units * UNIT);
    const control = new Int32Array(buffer);
    control[NUMBER] = number;
    control[UNITS] = units;
    control[RUNS] = control[RUNS + units - 1] = -units;
    return new Block(buffer);
  }

  get number(): number {
    return elementAt(this.control, NUMBER);
  }

  /** Gives memory away, all of it zero. Returns where it begins in the buffer; undefined when there is not so much in one piece. */
  take(bytes: number): number | undefined {
    const wanted = unitsOf(bytes);
    const found = this.locked(() => this.takeUnits(wanted));
    if (found === undefined) return undefined;
    const { unit, used } = found;
    const offset = this.start + unit * UNIT;
    if (used > 0) new Uint8Array(this.buffer, offset, used * UNIT).fill(0);
    return offset;
  }

  /** Takes memory back. @param offset as `take` returned it @throws Error when nothing that was given away begins there */
  give(offset: number): void {
    const unit = (offset - this.start) / UNIT;
    this.locked(() => {
      this.free(unit, this.given(unit));
    });
  }

  /** Takes the end of memory back. @param offset as `take` returned it @param bytes that are kept */
  shorten(offset: number, bytes: number): void {
    const unit = (offset - this.start) / UNIT;
    const kept = Math.max(1, unitsOf(bytes));
    this.locked(() => {
      const had = this.given(unit);
      if (kept >= had) return;
      this.put(unit, kept, 1);
      this.put(unit + kept, had - kept, 1);
      this.free(unit + kept, had - kept);
    });
  }

  /** First fit from the front on, so that what is never used lies together at the end. */
  private takeUnits(wanted: number): { unit: number; used: number } | undefined {
    const { control, units } = this;
    let isLowest = true;
    let unit = elementAt(control, LOWEST);
    while (unit < units) {
      const run = elementAt(control, RUNS + unit);
      const free = -run;
      if (free < wanted) {
        if (free > 0) isLowest = false;
        unit += Math.abs(run);
        continue;
      }
      if (free > wanted) this.put(unit + wanted, free - wanted, -1);
      this.put(unit, wanted, 1);
      if (isLowest) control[LOWEST] = unit + wanted;
      const untouched = elementAt(control, UNTOUCHED);
      const used = Math.min(wanted, Math.max(0, untouched - unit));
      control[UNTOUCHED] = Math.max(untouched, unit + wanted);
      return { unit, used };
    }
    return undefined;
  }

  /** Frees units, merged with adjacent free ones. */
  private free(unit: number, count: number): void {
    const { control, units } = this;
    let first = unit;
    let end = unit + count;
    // The length of a run is negative where it is free.
    if (end < units) end -= Math.min(0, elementAt(control, RUNS + end));
    if (first > 0) first += Math.min(0, elementAt(control, RUNS + first - 1));
    this.put(first, end - first, -1);
    control[LOWEST] = Math.min(elementAt(control, LOWEST), first);
  }

  private put(unit: number, count: number, sign: 1 | -1): void {
    this.control[RUNS + unit] = this.control[RUNS + unit + count - 1] = sign * count;
  }

  /** How many units were given away from this one on. @throws Error when that is not the beginning of a column */
  private given(unit: number): number {
    const count = Number.isInteger(unit) && unit >= 0 ? this.control[RUNS + unit] : undefined;
    if (count !== undefined && count > 0) return count;
    throw new Error('Memory of a column was released twice, or was never allocated.');
  }

  private locked<Result>(work: () => Result): Result {
    while (Atomics.compareExchange(this.control, LOCK, 0, 1) !== 0) {
      if (Atomics.wait(this.control, LOCK, 1, PATIENCE) === 'timed-out')
        throw new Error('A thread of the analysis ended while it was given memory.');
    }
    try {
      return work();
    } finally {
      Atomics.store(this.control, LOCK, 0);
      Atomics.notify(this.control, LOCK, 1);
    }
  }
}

function unitsOf(bytes: number): number {
  return Math.ceil(bytes / UNIT);
}

function headerOf(units: number): number {
  return unitsOf((RUNS + units) * Int32Array.BYTES_PER_ELEMENT) * UNIT;
}
