import type { RegionStack, Frame } from './regionStack.js';

/**
 * Separates the regions of OpenMP tasks on one thread. An explicit task is above the regions of the implicit task that
 * executes it; when it is suspended, its regions are removed until it is resumed.
 */
export class Tasks {
  private current: string | undefined;
  private implicitDepth = -1;
  /** Seconds this thread spent in explicit tasks before the current one. */
  private executed = 0;
  private since = 0;
  /** When the thread last left its implicit task for explicit ones; NaN while it is in the implicit one. */
  begun = Number.NaN;
  private readonly suspended = new Map<string, Frame[]>();

  constructor(private readonly stack: RegionStack) {}

  /** How long this thread executed explicit tasks until `time`, in seconds. */
  secondsUntil(time: number): number {
    return this.current === undefined ? this.executed : this.executed + (time - this.since);
  }

  /** Switches the thread to another task; generation 0 is the implicit task of the thread. */
  switchTo(time: number, team: number, creator: number, generation: number): void {
    this.executed = this.secondsUntil(time);
    this.since = time;
    if (this.current === undefined) {
      this.begun = time;
      this.implicitDepth = this.stack.depth;
    } else {
      const frames = this.stack.takeAbove(this.implicitDepth);
      if (frames.length > 0) this.suspended.set(this.current, frames);
    }
    if (generation === 0) {
      this.current = undefined;
      this.begun = Number.NaN;
      return;
    }
    this.current = `${team}/${creator}/${generation}`;
    const frames = this.suspended.get(this.current);
    if (frames === undefined) return;
    for (const frame of frames) this.stack.putBack(frame);
    this.suspended.delete(this.current);
  }
}
