import { enlargeFloat64, enlargeInt32 } from '../tables/enlarge.js';
import type { Forecast } from '../tables/forecast.js';
import { type Memory, OWN_MEMORY } from '../tables/memory.js';
import { type Column, release, shortened } from '../tables/release.js';
import type { NodeTimes } from '../profile/nodeTimes.js';
import { LEAST_ROOM, type Room } from '../profile/room.js';

/** Row of the interval that begins with the trace. */
export const BEGINNING = -1;

/**
 * What one location did between its synchronising operations, sparse: interval m begins with the ENTER of the
 * operation `row[m]` and ends with that of the next; entries `start[m]` to `start[m + 1]` hold the seconds it spent at
 * each call-tree node, exclusive of called regions. Interval 0 begins with the trace.
 */
export interface Intervals {
  readonly count: number;
  /** Row of the communication records' operations, BEGINNING, or what `barrierMark` and `teamMark` code. */
  readonly row: Int32Array;
  readonly start: Int32Array;
  readonly node: Int32Array;
  readonly seconds: Float64Array;
}

/** Codes a row of the OpenMP barriers, which share the marks of a location with MPI operations. */
export function barrierMark(row: number): number {
  return -2 - 2 * row;
}

/** Row of the OpenMP barriers a mark stands for, or undefined when it is none. */
export function barrierOf(mark: number): number | undefined {
  return mark <= -2 && mark % 2 === 0 ? (-2 - mark) / 2 : undefined;
}

/** Codes the fork of a team on the forking thread, and the team's begin on the others. */
export function teamMark(team: number): number {
  return -3 - 2 * team;
}

/** The team a mark stands for, or undefined when it is none. */
export function teamOf(mark: number): number | undefined {
  return mark <= -3 && mark % 2 !== 0 ? (-3 - mark) / 2 : undefined;
}

/** Columns from so many bytes on lie where the forecast says; thousands of small ones would leave it in pieces. */
const LARGE = 1 << 16;

/**
 * Cuts the times of one location into intervals while its events are read. Only nodes that were current since the last
 * cut are looked at, so that the work follows the events and the memory follows communication.
 */
export class IntervalRecorder implements Intervals {
  count = 1;
  row: Int32Array;
  start: Int32Array;
  node: Int32Array;
  seconds: Float64Array;
  private entries = 0;
  /** By slot of the node times: the interval in which it was current last, and its time when that interval began. */
  // They grow at once, as in PairSums.
  private touchedIn: Int32Array = new Int32Array(0);
  private before: Float64Array = new Float64Array(0);
  /** Slots that were current in the present interval, the first `touchedCount` entries. */
  private touched: Int32Array;
  private touchedCount = 0;

  constructor(
    private readonly times: NodeTimes,
    private readonly forecast: Forecast,
    { slots, intervals, entries }: Room = LEAST_ROOM,
  ) {
    this.row = new Int32Array(intervals).fill(BEGINNING, 0, 1);
    this.start = new Int32Array(intervals);
    this.node = new Int32Array(entries);
    this.seconds = new Float64Array(entries);
    this.touched = new Int32Array(slots);
    this.growSlots(slots);
  }

  /** Time goes to `slot` from now on. */
  touch(slot: number): void {
    if (slot >= this.touchedIn.length) this.growSlots(slot + 1);
    if (this.touchedIn[slot] === this.count) return;
    this.touchedIn[slot] = this.count;
    if (slot === 0) return;
    this.before[slot] = this.times.serial[slot] + this.times.inTeam[slot];
    if (this.touchedCount === this.touched.length) this.touched = enlargeInt32(this.touched, this.touchedCount * 2);
    this.touched[this.touchedCount++] = slot;
  }

  /**
   * Begins a new interval with the ENTER of an operation.
   * @param of the operation, or a code of another mark
   * @param slot of its node in the node times
   * @param since seconds that passed since the ENTER; they were counted at `slot`
   * @param current slot time goes to now
   */
  cut(row: number, slot: number, since: number, current: number): void {
    this.close(slot, since);
    if (this.count === this.row.length) {
      const capacity = this.forecast.capacity(this.count, this.count + 1);
      this.row = this.grown(this.row, enlargeInt32, capacity);
      this.start = this.grown(this.start, enlargeInt32, capacity);
    }
    this.row[this.count] = row;
    this.start[this.count] = this.entries;
    this.count++;
    this.touch(slot);
    this.before[slot] -= since;
    this.touch(current);
  }

  /** Adds time that passed in the present interval but is not counted in the node times. */
  add(node: number, seconds: number): void {
    if (seconds === 0) return;
    if (this.entries === this.node.length) this.growEntries(1);
    this.node[this.entries] = node;
    this.seconds[this.entries++] = seconds;
  }

  /** The location's last event was read. */
  finish(): void {
    this.close(0, 0);
    if (this.count === this.start.length) this.start = this.grown(this.start, enlargeInt32, this.count + 1);
    this.start[this.count] = this.entries;
    this.row = shortened(this.row, this.count);
    this.start = shortened(this.start, this.count + 1);
    this.node = shortened(this.node, this.entries);
    this.seconds = shortened(this.seconds, this.entries);
  }

  /** Writes what the nodes gained in the interval that ends. */
  private close(slot: number, since: number): void {
    const { serial, inTeam } = this.times;
    const { touched, touchedCount, before } = this;
    if (this.entries + touchedCount > this.node.length) this.growEntries(touchedCount);
    for (let i = 0; i < touchedCount; i++) {
      const gaining = touched[i];
      let gained = serial[gaining] + inTeam[gaining] - before[gaining];
      if (gaining === slot) gained -= since;
      if (gained === 0) continue;
      this.node[this.entries] = gaining - 1;
      this.seconds[this.entries++] = gained;
    }
    this.touchedCount = 0;
  }

  private growEntries(more: number): void {
    const capacity = this.forecast.capacity(this.entries, this.entries + more);
    this.node = this.grown(this.node, enlargeInt32, capacity);
    this.seconds = this.grown(this.seconds, enlargeFloat64, capacity);
  }

  private grown<C extends Column>(
    column: C,
    enlarge: (column: C, capacity: number, memory: Memory) => C,
    capacity: number,
  ): C {
    const isLarge = capacity * column.BYTES_PER_ELEMENT >= LARGE;
    const larger = enlarge(column, capacity, isLarge ? this.forecast.memory : OWN_MEMORY);
    release(column);
    return larger;
  }

  private growSlots(least: number): void {
    const old = this.touchedIn.length;
    const capacity = Math.max(least, old * 2);
    this.touchedIn = enlargeInt32(this.touchedIn, capacity).fill(-1, old);
    this.before = enlargeFloat64(this.before, capacity);
  }
}
