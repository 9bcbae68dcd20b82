/** Time, visits and critical path of one location in a window, by call path. */
import type { SpentIntervals } from '../../../analysis/trace/again/spentTime.js';
import type { CallRecorder } from '../../../analysis/trace/recorders/recorders.js';
import { absent, addAt } from '../../../base/elements.js';
import type { Window } from '../timeline/largest.js';

export class TimesOfLocation implements SpentIntervals, CallRecorder {
  /** Seconds by call path: outside of teams that the thread forked, and within. */
  readonly serial: Float64Array;
  readonly inTeams: Float64Array;
  readonly visits: Float64Array;
  /** Seconds on the critical path. */
  readonly criticalPath: Float64Array;
  /** Seconds to start and to end teams. */
  readonly fork = new Map<number, number>();
  readonly management = new Map<number, number>();
  /** Seconds of parallel regions without this thread. */
  readonly limited = new Map<number, number>();

  /**
   * @param size call paths
   * @param path when the location is on the critical path, ascending
   */
  constructor(
    size: number,
    private readonly window: Window,
    private readonly path: readonly Window[],
  ) {
    this.serial = new Float64Array(size);
    this.inTeams = new Float64Array(size);
    this.visits = new Float64Array(size);
    this.criticalPath = new Float64Array(size);
  }

  spend(node: number, from: number, to: number, isInTeams: boolean): void {
    const seconds = this.secondsIn(from, to);
    if (!(seconds > 0) || node >= this.serial.length) return;
    addAt(isInTeams ? this.inTeams : this.serial, node, seconds);
    this.addPath(node, from, to);
  }

  manage(node: number, from: number, to: number, isStart: boolean): void {
    const seconds = this.secondsIn(from, to);
    if (!(seconds > 0) || node >= this.serial.length) return;
    const sums = isStart ? this.fork : this.management;
    sums.set(node, (sums.get(node) ?? 0) + seconds);
    this.addPath(node, from, to);
  }

  leftOut(node: number, from: number, to: number): void {
    const seconds = this.secondsIn(from, to);
    if (seconds > 0) this.limited.set(node, (this.limited.get(node) ?? 0) + seconds);
  }

  write(node: number, at: number): void {
    this.begin(node, at);
  }

  begin(node: number, time: number): void {
    if (time >= this.window.from && time < this.window.to && node < this.visits.length) addAt(this.visits, node, 1);
  }

  end(): void {
    // Visits are counted where they begin.
  }

  private secondsIn(from: number, to: number): number {
    return Math.min(to, this.window.to) - Math.max(from, this.window.from);
  }

  private addPath(node: number, from: number, to: number): void {
    const begin = Math.max(from, this.window.from);
    const end = Math.min(to, this.window.to);
    for (let at = firstBehind(this.path, begin); at < this.path.length; at++) {
      const part = this.path[at] ?? absent(at);
      if (part.from >= end) return;
      addAt(this.criticalPath, node, Math.min(end, part.to) - Math.max(begin, part.from));
    }
  }
}

/** The first of parts that follow one another which ends after a moment; their count where none does. */
function firstBehind(parts: readonly Window[], time: number): number {
  let [low, high] = [0, parts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((parts[middle]?.to ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
