import { absent } from '../../../base/elements.js';
import type { TimeRecorder } from '../../trace/recorders/recorders.js';
import { OUTSIDE } from '../../trace/metrics/timeClasses.js';
import type { Moments } from '../loops/moments.js';
import { isOwnTime } from './ownTime.js';

/** Entries of all pieces of a trace: 160 MB. */
const MOST_ENTRIES = 1 << 24;

/** Memory limit of pieces; if exceeded, none are kept. */
export class PieceRoom {
  private left: number;

  constructor(most = MOST_ENTRIES) {
    this.left = most;
  }

  get isFull(): boolean {
    return this.left < 0;
  }

  take(entries: number): void {
    this.left -= entries;
  }
}

/**
 * Sums up the time of one thread by call path between moments at which an iteration may begin or end. The actual ones
 * are known only after all calls were seen. Time belongs to the piece in which it begins. The last but one row is that
 * of all call paths without a separate one, and the last one is the program's exclusive time.
 */
export class TimePieces implements TimeRecorder {
  /** By piece: how many moments came before it, and where its entries begin. */
  private begun = new Int32Array(64);
  private start = new Int32Array(65);
  private pieces = 0;
  /** By entry: its row and seconds. */
  private rowOf = new Uint16Array(256);
  private seconds = new Float64Array(256);
  private entries = 0;

  /** Of the present piece. */
  private readonly sums: Float64Array;
  private readonly touched: Uint16Array;
  private readonly isTouched: Uint8Array;
  private touchedCount = 0;
  private passed = 0;

  private row = -1;
  private isOwn = false;
  private time = NaN;
  /** Rows and seconds recorded at the current event; they belong to the piece that begins with it, if one does. */
  private readonly bookedRows: number[] = [];
  private readonly bookedSeconds: number[] = [];

  /**
   * @param rows by call path: its row
   * @param count rows of call paths
   * @param moments those of the process, in order
   * @param isTheirs whether this thread adds them while it runs; else they are all known
   * @param room of all threads
   */
  constructor(
    private readonly rows: Int32Array,
    private readonly count: number,
    private readonly moments: Moments,
    private readonly isTheirs: boolean,
    private readonly room: PieceRoom,
  ) {
    this.sums = new Float64Array(count + 2);
    this.touched = new Uint16Array(count + 2);
    this.isTouched = new Uint8Array(count + 2);
  }

  goOn(timeClass: number, node: number): void {
    this.row = this.rowAt(timeClass, node);
    this.isOwn = this.row >= 0 && isOwnTime(timeClass);
  }

  spend(seconds: number): void {
    if (seconds === 0 || this.row < 0) return;
    this.settle();
    this.add(this.row, seconds);
    if (this.isOwn) this.add(this.count + 1, seconds);
  }

  move(timeClass: number, node: number, seconds: number): void {
    this.book(this.row, this.isOwn, -seconds);
    const row = this.rowAt(timeClass, node);
    this.book(row, row >= 0 && isOwnTime(timeClass), seconds);
  }

  event(time: number): void {
    if (time === this.time) return;
    this.settle();
    this.time = time;
    if (this.isTheirs) return;
    const { moments } = this;
    let { passed } = this;
    while (passed < moments.length && (moments.values[passed] ?? absent(passed)) <= time) passed++;
    if (passed !== this.passed) this.begin(passed);
  }

  manage(node: number, from: number, to: number): void {
    this.book(this.rows[node] ?? absent(node), false, to - from);
  }

  team(): void {
    // Teams change nothing here.
  }

  finish(): void {
    this.settle();
    this.begin(this.passed);
  }

  /**
   * The sums by row and iteration, iterations of one row after each other; slot `count` of a row is what belongs to none.
   * @param kept rows of call paths that stay; the others become that of the rest
   * @param starts when iterations begin, and when the last one ends: moments, all of them
   */
  byIteration(kept: number, starts: Float64Array): Float64Array {
    const stride = starts.length;
    const values = new Float64Array((kept + 2) * stride);
    const { moments, start, begun, rowOf, seconds } = this;
    let next = 0;
    for (let piece = 0; piece < this.pieces; piece++) {
      const passed = begun[piece] ?? absent(piece);
      if (passed > 0) {
        const time = moments.values[passed - 1] ?? absent(passed);
        while (next < stride && (starts[next] ?? absent(next)) <= time) next++;
      }
      const slot = next === 0 || next === stride ? stride - 1 : next - 1;
      for (let entry = start[piece] ?? absent(piece); entry < (start[piece + 1] ?? absent(piece)); entry++) {
        const row = rowOf[entry] ?? absent(entry);
        const to = row === this.count + 1 ? kept + 1 : Math.min(row, kept);
        const at = to * stride + slot;
        values[at] = (values[at] ?? absent(at)) + (seconds[entry] ?? absent(entry));
      }
    }
    return values;
  }

  private rowAt(timeClass: number, node: number): number {
    return node < 0 || timeClass === OUTSIDE ? -1 : (this.rows[node] ?? absent(node));
  }

  private book(row: number, isOwn: boolean, seconds: number): void {
    if (seconds === 0 || row < 0) return;
    this.bookedRows.push(row);
    this.bookedSeconds.push(seconds);
    if (!isOwn) return;
    this.bookedRows.push(this.count + 1);
    this.bookedSeconds.push(seconds);
  }

  /** All of the event before is known: a piece that began with it begins, and what was booked is of it. */
  private settle(): void {
    if (this.isTheirs && this.moments.length !== this.passed) this.begin(this.moments.length);
    const { bookedRows, bookedSeconds } = this;
    if (bookedRows.length === 0) return;
    for (const [at, row] of bookedRows.entries()) this.add(row, bookedSeconds[at] ?? absent(at));
    bookedRows.length = bookedSeconds.length = 0;
  }

  private add(row: number, seconds: number): void {
    if (this.isTouched[row] === 0) {
      this.isTouched[row] = 1;
      this.touched[this.touchedCount++] = row;
    }
    const { sums } = this;
    sums[row] = (sums[row] ?? absent(row)) + seconds;
  }

  /** The present piece is complete. @param passed moments that have come when the next one begins */
  private begin(passed: number): void {
    const count = this.touchedCount;
    if (count > 0 && !this.room.isFull) {
      this.room.take(count);
      this.makeRoom(count);
      this.begun[this.pieces++] = this.passed;
      for (let at = 0; at < count; at++) {
        const row = this.touched[at] ?? absent(at);
        this.rowOf[this.entries] = row;
        this.seconds[this.entries++] = this.sums[row] ?? absent(row);
        this.sums[row] = 0;
        this.isTouched[row] = 0;
      }
      this.start[this.pieces] = this.entries;
      this.touchedCount = 0;
    }
    this.passed = passed;
  }

  private makeRoom(entries: number): void {
    if (this.pieces + 1 >= this.start.length) {
      const [begun, start] = [this.begun, this.start];
      this.begun = new Int32Array(2 * begun.length);
      this.start = new Int32Array(2 * begun.length + 1);
      this.begun.set(begun);
      this.start.set(start);
    }
    if (this.entries + entries > this.seconds.length) {
      const [rowOf, seconds] = [this.rowOf, this.seconds];
      this.rowOf = new Uint16Array(2 * (this.entries + entries));
      this.seconds = new Float64Array(2 * (this.entries + entries));
      this.rowOf.set(rowOf);
      this.seconds.set(seconds);
    }
  }
}
