import type { CommunicationRecords } from '../records/communicationRecords.js';
import type { ThreadRecords } from '../records/threadRecords.js';
import { barrierOf, type Intervals, teamOf } from './intervals.js';
import { Timeline } from './timeline.js';

/** A place on a location's timeline. */
export interface MarkPlace {
  readonly location: number;
  /** Index of the mark in the location's intervals. */
  readonly index: number;
}

/**
 * All locations' timelines, and where each mark stands on its own. A mark is a row of `operations`, or what
 * `barrierMark` codes.
 */
export class Timelines {
  /** Seconds of waiting, by row of the barriers. */
  readonly barrierWaits: Float64Array;
  private readonly operationIndex: Int32Array;
  private readonly barrierIndex: Int32Array;
  private readonly byLocation: (Timeline | undefined)[] = [];
  private readonly forks: (MarkPlace | undefined)[];

  constructor(
    readonly records: CommunicationRecords,
    readonly threads: ThreadRecords,
    locations: readonly { readonly location: number; readonly intervals: Intervals }[],
  ) {
    this.operationIndex = new Int32Array(records.operations.length);
    this.barrierIndex = new Int32Array(threads.barriers.length);
    this.barrierWaits = new Float64Array(threads.barriers.length);
    this.forks = Array.from({ length: threads.teamSizes.length }, () => undefined);
    for (const { location, intervals } of locations) {
      this.byLocation[location] = new Timeline(intervals);
      for (let index = 0; index < intervals.count; index++) this.place(intervals.row[index], location, index);
    }
  }

  of(location: number): Timeline | undefined {
    return this.byLocation[location];
  }

  /** Where a mark stands on its location's timeline; 0 where it does not. */
  indexOf(mark: number): number {
    const barrier = barrierOf(mark);
    return barrier === undefined ? this.operationIndex[mark] : this.barrierIndex[barrier];
  }

  locationOf(mark: number): number {
    const barrier = barrierOf(mark);
    if (barrier !== undefined) return this.threads.barriers.columns.location[barrier];
    return this.records.operations.columns.location[mark];
  }

  nodeOf(mark: number): number {
    const barrier = barrierOf(mark);
    if (barrier !== undefined) return this.threads.barriers.columns.node[barrier];
    return this.records.operations.columns.node[mark];
  }

  /** When waiting at a mark began, in a barrier as if the tasks until the last thread came had been executed first. */
  waitsFrom(mark: number): number {
    const barrier = barrierOf(mark);
    if (barrier === undefined) return this.records.operations.columns.enter[mark];
    const { enter, awaiting } = this.threads.barriers.columns;
    return enter[barrier] + awaiting[barrier];
  }

  /** When the operation or barrier of a mark is left. */
  leaveOf(mark: number): number {
    const barrier = barrierOf(mark);
    if (barrier !== undefined) return this.threads.barriers.columns.leave[barrier];
    return this.records.operations.columns.leave[mark];
  }

  /** Seconds from the end of the waiting in a barrier to its LEAVE; 0 where that is not known. */
  leaving(barrier: number): number {
    const { enter, leave, tasks } = this.threads.barriers.columns;
    const seconds = leave[barrier] - enter[barrier] - tasks[barrier] - this.barrierWaits[barrier];
    return seconds > 0 ? seconds : 0;
  }

  /** Where a team was forked. */
  forkOf(team: number | undefined): MarkPlace | undefined {
    return team === undefined ? undefined : this.forks[team];
  }

  private place(mark: number, location: number, index: number): void {
    const barrier = barrierOf(mark);
    const team = teamOf(mark);
    if (barrier !== undefined) this.barrierIndex[barrier] = index;
    // The forking thread is read before those that join its team.
    else if (team !== undefined) this.forks[team] ??= { location, index };
    else if (mark >= 0) this.operationIndex[mark] = index;
  }
}
