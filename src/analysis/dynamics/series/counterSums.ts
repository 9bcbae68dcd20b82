import { absent, addAt } from '../../../base/elements.js';
import type { ReadingRecorder, TimeRecorder } from '../../trace/recorders/recorders.js';
import { IterationClock } from './iterationClock.js';

/** The counters that are wanted. */
export interface CounterNumbers {
  readonly count: number;
  /** By what events name counters by: the number of each of their values; -1: not wanted. */
  readonly ofClass: ReadonlyMap<number, readonly number[]>;
}

/** The values of a class of counters, and the iteration of the call that begins or ends with them. */
interface CounterReading {
  readonly values: Float64Array;
  slot: number;
}

/**
 * Sums up counters of one thread by iteration and call path. Counts between two readings belong to the iteration of the
 * first of them, which is that of the next call. A reading is slightly older than the call that begins with it. Slot
 * `count` of each row is that of no iteration.
 */
export class CounterSums {
  /** By counter, row and iteration. */
  readonly values: Float64Array;
  /** Takes of times only when events come. */
  readonly times: TimeRecorder;
  readonly readings: ReadingRecorder;
  private readonly clock: IterationClock;
  private readonly stride: number;
  private readonly before = new Map<number, CounterReading>();
  /** Readings of different classes that no call has followed yet. */
  private readonly latest = new Map<number, CounterReading>();
  private hasRead = false;

  /**
   * @param numbers of the counters that are wanted
   * @param rows by call path: its row
   * @param count of rows
   * @param starts when iterations begin, and when the last one ends
   */
  constructor(
    private readonly numbers: CounterNumbers,
    private readonly rows: Int32Array,
    private readonly count: number,
    starts: Float64Array,
  ) {
    this.stride = starts.length;
    this.clock = new IterationClock(starts);
    this.values = new Float64Array(numbers.count * count * this.stride);
    const nothing = (): void => undefined;
    this.times = {
      event: (time) => this.event(time),
      ...{ goOn: nothing, spend: nothing, move: nothing, manage: nothing, team: nothing, finish: nothing },
    };
    this.readings = { read: (node, operands, at) => this.read(node, operands, at) };
  }

  /** Values of a counter at a row by iteration, then that of none. */
  row(counter: number, row: number): Float64Array {
    const from = (counter * this.count + row) * this.stride;
    return this.values.subarray(from, from + this.stride);
  }

  private event(time: number): void {
    const { clock, latest } = this;
    clock.event(time);
    if (latest.size === 0) return;
    if (!this.hasRead) latest.clear();
    for (const reading of latest.values()) reading.slot = clock.slot;
    this.hasRead = false;
  }

  private read(node: number, operands: Float64Array, at: number): void {
    const [id = absent(at), length = absent(at + 1)] = operands.subarray(at, at + 2);
    const own = this.numbers.ofClass.get(id);
    this.hasRead = true;
    if (own === undefined) return;
    const values = operands.subarray(at + 2, at + 2 + length);
    const last = this.before.get(id);
    const now = { values: values.slice(), slot: this.clock.slot };
    this.before.set(id, now);
    if (this.latest.has(id)) this.latest.clear();
    this.latest.set(id, now);
    if (last?.values.length === length && node >= 0) {
      const row = this.rows[node] ?? absent(node);
      for (const [index, value] of values.entries()) {
        const counter = own[index] ?? -1;
        const counted = value - (last.values[index] ?? absent(index));
        if (counter >= 0 && counted > 0)
          addAt(this.values, (counter * this.count + row) * this.stride + last.slot, counted);
      }
    }
  }
}
