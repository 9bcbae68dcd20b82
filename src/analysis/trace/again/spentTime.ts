/** Intervals of a location's time by activity. */
import type { Seconds } from '../../../base/units.js';
import { OUTSIDE } from '../metrics/timeClasses.js';
import type { TimeRecorder } from '../recorders/recorders.js';

/** Takes intervals of one location; nodes are call paths, times seconds since the start of the trace. */
export interface SpentIntervals {
  /**
   * Time in a call path, exclusive; intervals come in order of time and do not overlap.
   * @param isInTeams whether the thread is in a team that it forked
   */
  spend(node: number, from: Seconds, to: Seconds, isInTeams: boolean): void;
  /** Time to start or to end a team: in no order, and no other time overlaps it. */
  manage(node: number, from: Seconds, to: Seconds, isStart: boolean): void;
  /** Buffers are written: a visit that is no call of the program. */
  write(node: number, at: Seconds): void;
  /** A parallel region of the process in which the thread takes no part. */
  leftOut(node: number, from: Seconds, to: Seconds): void;
}

/** Nothing was spent yet, or outside of all calls. */
const NO_NODE = -1;

/** Hands on what a recorder of times hears as intervals. */
export class SpentTime implements TimeRecorder {
  private node = NO_NODE;
  private isInTeams = false;
  /** When the last event came. */
  private last: Seconds = Number.NaN;
  /** The interval that came last, a part of which may prove to be spent elsewhere. */
  private open = { node: NO_NODE, from: 0, to: 0, isInTeams: false };

  constructor(private readonly into: SpentIntervals) {}

  goOn(timeClass: number, node: number): void {
    this.node = timeClass === OUTSIDE ? NO_NODE : node;
  }

  spend(seconds: Seconds): void {
    if (!(seconds > 0) || Number.isNaN(this.last)) return;
    this.close();
    this.open = { node: this.node, from: this.last, to: this.last + seconds, isInTeams: this.isInTeams };
  }

  /** Buffers are written from the event on that came before. */
  move(_timeClass: number, node: number, seconds: Seconds): void {
    const { from, to, isInTeams } = this.open;
    const end = Math.min(to, from + seconds);
    this.into.write(node, from);
    if (end > from) this.into.spend(node, from, end, isInTeams);
    this.open.from = end;
  }

  event(time: Seconds): void {
    this.last = time;
  }

  manage(node: number, from: Seconds, to: Seconds, isStart: boolean): void {
    if (to > from) this.into.manage(node, from, to, isStart);
  }

  inTeams(isIn: boolean): void {
    this.isInTeams = isIn;
  }

  leftOut(node: number, from: Seconds, to: Seconds): void {
    if (to > from) this.into.leftOut(node, from, to);
  }

  team(): void {
    // Intervals do not depend on the team.
  }

  finish(): void {
    this.close();
  }

  private close(): void {
    const { node, from, to, isInTeams } = this.open;
    if (node >= 0 && to > from) this.into.spend(node, from, to, isInTeams);
    this.open.to = from;
  }
}
