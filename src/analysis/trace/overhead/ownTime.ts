import { absent } from '../../../base/elements.js';
import { EventKind } from '../../../model/events.js';
import { endsFileCall, isMessageEvent, isOpenMpEvent, Recorded, type RecordingCosts } from './costs.js';

/** Less than so many seconds is what sums of costs are rounded by. */
const ROUNDING = 1e-10;

/**
 * Accumulated overhead on one location up to each of its events. The cost of an event is split at its clock reading:
 * the parts before and after it belong to adjacent intervals. Costs are averages, so an interval may be shorter than
 * its cost. The rest is subtracted from the following time, up to the next event of MPI or OpenMP; the remainder there
 * is dropped and counted. Time never runs backward.
 */
export class OwnTime {
  /** Seconds from the first event to the present one. */
  cost = 0;
  /** Time of the present event, in seconds. */
  last = Number.NaN;
  /** Cost of recording the current event, before and after its reading of the clock. */
  present = 0;
  /** Number of intervals between events of MPI or OpenMP that are shorter than their estimated overhead. */
  short = 0;
  /** Cost that time is still to be found for, and that of the present event after its reading of the clock. */
  private owed = 0;
  private after = 0;
  private wasOpenMp = false;
  private isInFileCall = false;
  /** Time at which the clock was read for what a call of files did, and for its LEAVE. */
  private fileEnd = Number.NaN;
  private flushBegin = Number.POSITIVE_INFINITY;
  private flushEnd = 0;
  /** By kind of recording: what lies outside of the measured time of a call, on each side, and what within. */
  private readonly outer: Float64Array;
  private readonly inner: Float64Array;
  /** Cost of recording a message. */
  private readonly message: number;

  /** @param kinds by region: one of Recorded */
  constructor(
    private readonly kinds: Uint8Array,
    costs: RecordingCosts,
  ) {
    const [, , , , , message] = costs;
    this.message = message?.pair ?? 0;
    this.outer = Float64Array.from(costs, (cost) => (cost === undefined ? 0 : (cost.pair - cost.within) / 2));
    this.inner = Float64Array.from(costs, (cost) => (cost === undefined ? 0 : cost.within / 2));
  }

  /**
   * The next event.
   * @param reference its region, or the index of its first operand
   * @returns whether it is one that others may wait for, or that may wait for others: not an event of a function or of files
   */
  add(kind: number, time: number, reference: number, operands: Float64Array): boolean {
    const isCall = kind === EventKind.Enter || kind === EventKind.Leave;
    const recorded = isCall ? (this.kinds[reference] ?? Recorded.Nothing) : this.otherKind(kind);
    const isOpenMp = recorded === Recorded.OpenMp;
    // Events of OpenMP with the same time are made of one record.
    if (!(isOpenMp && this.wasOpenMp && time === this.last)) this.spend(kind, time, recorded);
    this.wasOpenMp = isOpenMp;
    if (recorded === Recorded.File) {
      this.isInFileCall = kind !== EventKind.Leave;
      this.fileEnd = isCall ? Number.NaN : time;
    }
    this.last = time;
    if (kind === EventKind.BufferFlush) {
      this.flushBegin = time;
      this.flushEnd = operands[reference] ?? absent(reference);
    }
    if (recorded === Recorded.Mpi || isOpenMp) this.giveUp();
    return !isCall || (recorded !== Recorded.Function && recorded !== Recorded.File);
  }

  private spend(kind: number, time: number, recorded: number): void {
    const outer = this.outer[recorded] ?? absent(recorded);
    const inner = this.inner[recorded] ?? absent(recorded);
    let before = outer;
    let after = inner;
    if (recorded === Recorded.Message) {
      before = 0;
      after = this.message;
    } else if (recorded === Recorded.File && kind !== EventKind.Enter) {
      before = time === this.fileEnd ? 0 : inner;
      after = kind === EventKind.Leave ? outer : 0;
    } else if (kind === EventKind.Leave) {
      before = inner;
      after = outer;
    } else if (kind !== EventKind.Enter) before = after = (outer + inner) / 2;
    this.present = before + after;
    let gap = Math.max(0, time - this.last);
    if (Number.isNaN(gap)) {
      this.after = after;
      return;
    }
    if (time > this.flushBegin) {
      const flushing = Math.max(0, Math.min(this.flushEnd, time) - this.flushBegin);
      this.flushBegin = Number.POSITIVE_INFINITY;
      this.cost += flushing;
      gap = Math.max(0, gap - flushing);
    }
    this.owed += this.after + before;
    const taken = Math.min(gap, this.owed);
    this.cost += taken;
    this.owed -= taken;
    this.after = after;
  }

  private giveUp(): void {
    if (this.owed > ROUNDING) this.short++;
    this.owed = 0;
  }

  private otherKind(kind: number): number {
    if (this.isInFileCall && endsFileCall(kind)) return Recorded.File;
    if (this.message > 0 && isMessageEvent(kind)) return Recorded.Message;
    return isOpenMpEvent(kind) ? Recorded.OpenMp : Recorded.Nothing;
  }
}
