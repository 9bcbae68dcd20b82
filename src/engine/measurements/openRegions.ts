/** The regions that a location is in, event by event, as the analysis counts them. */
import { absent } from '../../base/elements.js';
import type { Seconds } from '../../base/units.js';
import { type EventBatch, EventKind } from '../../model/events.js';

/** A region that was entered and not left yet. Regions around it are shared with other stacks. */
export interface OpenRegion {
  /** Index of the region, and of its call site plus one; 0 where there is none. */
  readonly region: number;
  readonly site: number;
  readonly enter: Seconds;
  /** How many regions are around it. */
  readonly depth: number;
  readonly around: OpenRegion | undefined;
}

/** Immutable state of a location needed to resume reading after an event. */
export interface OpenState {
  /** The innermost region. */
  readonly top: OpenRegion | undefined;
  /** The explicit task that is executed, and the depth of the implicit one's innermost region. */
  readonly task: string | undefined;
  readonly implicitDepth: number;
  /** Innermost regions of tasks that are suspended; theirs are those deeper than the second number. */
  readonly suspended: ReadonlyMap<string, readonly [top: OpenRegion, above: number]>;
}

const NOTHING: OpenState = { top: undefined, task: undefined, implicitDepth: -1, suspended: new Map() };

const depthOf = (top: OpenRegion | undefined): number => top?.depth ?? -1;

export class OpenRegions {
  private top: OpenRegion | undefined;
  private task: string | undefined;
  private implicitDepth: number;
  private suspended: Map<string, readonly [top: OpenRegion, above: number]>;
  /** Whether the present map is shared with a resumable state: it is copied before it changes. */
  private isShared = false;

  /**
   * @param program the region of the whole program, if the trace has one
   * @param from position to resume reading from; the start of the location if omitted
   */
  constructor(
    private readonly program: number | undefined,
    from: OpenState = NOTHING,
  ) {
    this.top = from.top;
    this.task = from.task;
    this.implicitDepth = from.implicitDepth;
    this.suspended = new Map(from.suspended);
  }

  /** Returns the state from which reading can resume. */
  get now(): OpenState {
    this.isShared = true;
    const { top, task, implicitDepth, suspended } = this;
    return { top, task, implicitDepth, suspended };
  }

  get innermost(): OpenRegion | undefined {
    return this.top;
  }

  /** Takes in one event of a batch. */
  add({ kind, time, reference, site, operands }: EventBatch, event: number): void {
    const at = reference[event] ?? absent(event);
    const now = time[event] ?? absent(event);
    switch (kind[event]) {
      case EventKind.Enter:
        this.enter(at, site[event] ?? absent(event), now);
        break;
      case EventKind.Leave:
        this.leave(at);
        break;
      case EventKind.ProgramBegin:
        if (this.program !== undefined) this.enter(this.program, 0, now);
        break;
      case EventKind.ProgramEnd:
        if (this.program !== undefined) this.leave(this.program);
        break;
      case EventKind.ThreadTaskSwitch:
        this.switchTo(operands[at] ?? absent(at), operands[at + 1] ?? absent(at), operands[at + 2] ?? absent(at));
        break;
      default:
    }
  }

  private enter(region: number, site: number, enter: Seconds): void {
    const around = this.top;
    this.top = { region, site, enter, depth: depthOf(around) + 1, around };
  }

  /** Those within it have ended unseen; one that was never entered is no region's end. */
  private leave(region: number): void {
    let left = this.top;
    while (left !== undefined && left.region !== region) left = left.around;
    if (left !== undefined) this.top = left.around;
  }

  /**
   * An explicit task is on top of the regions of the implicit task that executes it, and removes its own regions when
   * suspended.
   */
  private switchTo(team: number, creator: number, generation: number): void {
    if (this.isShared) this.suspended = new Map(this.suspended);
    this.isShared = false;
    if (this.task === undefined) this.implicitDepth = depthOf(this.top);
    else this.suspend(this.task);
    this.task = generation === 0 ? undefined : `${team}/${creator}/${generation}`;
    if (this.task !== undefined) this.resume(this.task);
  }

  private suspend(task: string): void {
    const { top, implicitDepth } = this;
    if (top !== undefined && top.depth > implicitDepth) this.suspended.set(task, [top, implicitDepth]);
    while (this.top !== undefined && this.top.depth > implicitDepth) this.top = this.top.around;
  }

  private resume(task: string): void {
    const kept = this.suspended.get(task);
    if (kept === undefined) return;
    this.suspended.delete(task);
    for (const { region, site, enter } of regionsAbove(...kept)) this.enter(region, site, enter);
  }
}

/** The regions of a stack that are deeper than `above`, outermost first. */
export function regionsAbove(top: OpenRegion | undefined, above = -1): OpenRegion[] {
  const found: OpenRegion[] = [];
  for (let at = top; at !== undefined && at.depth > above; at = at.around) found.push(at);
  return found.reverse();
}
