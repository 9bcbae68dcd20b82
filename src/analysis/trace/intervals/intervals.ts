import { absent } from '../../../base/elements.js';
import { enlargeFloat64, enlargeInt32 } from '../tables/enlarge.js';
import type { Forecast } from '../tables/forecast.js';
import { shortened } from '../tables/release.js';
import type { NodeTimes } from './nodeTimes.js';
import { LEAST_ROOM, type Room } from './room.js';
import { grown } from './grown.js';
import { MarkRecorder, type Marks } from './marks.js';
import { emptyNodes, enlargeNodes, type NodeColumn, withRoomFor } from './nodeColumn.js';

/**
 * Activity of one location between its synchronizing operations, sparse: interval m begins with the ENTER of mark m and
 * ends with that of the next. Entries `start[m]` to `start[m + 1]` hold the seconds at each call-tree node, exclusive
 * of called regions. Interval 0 begins with the trace.
 */
export interface Intervals {
  readonly count: number;
  readonly marks: Marks;
  readonly start: Int32Array;
  readonly node: NodeColumn;
  readonly seconds: Float64Array;
}

/**
 * Cuts the times of one location into intervals while its events are read. Only nodes that were current since the last
 * cut are looked at, so that the work follows the events and the memory follows communication.
 */
export class IntervalRecorder implements Intervals {
  count = 1;
  readonly marks: MarkRecorder;
  start: Int32Array;
  node: NodeColumn;
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
    this.marks = new MarkRecorder(forecast);
    this.start = new Int32Array(intervals);
    this.node = emptyNodes(entries, slots - 2);
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
    this.before[slot] = (this.times.serial[slot] ?? absent(slot)) + (this.times.inTeam[slot] ?? absent(slot));
    if (this.touchedCount === this.touched.length) this.touched = enlargeInt32(this.touched, this.touchedCount * 2);
    this.touched[this.touchedCount++] = slot;
  }

  /**
   * Begins a new interval with the ENTER of an operation.
   * @param mark the operation, or a code of another mark
   * @param slot of its node in the node times
   * @param since seconds that passed since the ENTER; they were counted at `slot`
   * @param current slot time goes to now
   */
  cut(mark: number, slot: number, since: number, current: number): void {
    this.close(slot, since);
    if (this.count === this.start.length) {
      const capacity = this.forecast.capacity(this.count, this.count + 1);
      this.start = grown(this.start, enlargeInt32, capacity, this.forecast.memory);
    }
    this.marks.add(mark, this.count);
    this.start[this.count] = this.entries;
    this.count++;
    this.touch(slot);
    this.before[slot] = (this.before[slot] ?? absent(slot)) - since;
    this.touch(current);
  }

  /** Adds time that passed in the present interval but is not counted in the node times. */
  add(node: number, seconds: number): void {
    if (seconds === 0) return;
    if (this.entries === this.seconds.length) this.growEntries(1);
    this.node = withRoomFor(node, this.node, this.forecast.memory);
    this.node[this.entries] = node;
    this.seconds[this.entries++] = seconds;
  }

  /** The location's last event was read. */
  finish(): void {
    this.close(0, 0);
    if (this.count === this.start.length)
      this.start = grown(this.start, enlargeInt32, this.count + 1, this.forecast.memory);
    this.start[this.count] = this.entries;
    this.marks.finish(this.count);
    this.start = shortened(this.start, this.count + 1);
    this.node = shortened(this.node, this.entries);
    this.seconds = shortened(this.seconds, this.entries);
  }

  /** Writes what the nodes gained in the interval that ends. */
  private close(slot: number, since: number): void {
    const { serial, inTeam } = this.times;
    const { touched, touchedCount, before } = this;
    if (this.entries + touchedCount > this.seconds.length) this.growEntries(touchedCount);
    for (let i = 0; i < touchedCount; i++) {
      const gaining = touched[i] ?? absent(i);
      let gained =
        (serial[gaining] ?? absent(gaining)) +
        (inTeam[gaining] ?? absent(gaining)) -
        (before[gaining] ?? absent(gaining));
      if (gaining === slot) gained -= since;
      if (gained === 0) continue;
      this.node[this.entries] = gaining - 1;
      this.seconds[this.entries++] = gained;
    }
    this.touchedCount = 0;
  }

  private growEntries(more: number): void {
    const { forecast } = this;
    const capacity = forecast.capacity(this.entries, this.entries + more);
    this.node = grown(this.node, enlargeNodes, capacity, forecast.memory);
    this.seconds = grown(this.seconds, enlargeFloat64, capacity, forecast.memory);
  }

  private growSlots(least: number): void {
    const old = this.touchedIn.length;
    const capacity = Math.max(least, old * 2);
    this.touchedIn = enlargeInt32(this.touchedIn, capacity).fill(-1, old);
    this.before = enlargeFloat64(this.before, capacity);
    // Slot n + 1 belongs to node n.
    this.node = withRoomFor(capacity - 2, this.node, this.forecast.memory);
  }
}
