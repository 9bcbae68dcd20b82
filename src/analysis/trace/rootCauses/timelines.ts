import { absent } from '../../../base/elements.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import type { ThreadRecords } from '../records/threadRecords.js';
import type { Memory } from '../tables/memory.js';
import type { SendableRows } from '../tables/table.js';
import type { Intervals } from '../intervals/intervals.js';
import { barrierOf, markAt, teamOf } from '../intervals/marks.js';
import { Timeline } from './timeline.js';

/** Location and node of what is no operation and no barrier. */
const NOWHERE = -1;

/** A place on a location's timeline. */
export interface MarkPlace {
  readonly location: number;
  /** Index of the mark in the location's intervals. */
  readonly index: number;
}

/** Timelines as plain data. */
export interface TimelinesData {
  readonly operations: SendableRows<'enter' | 'leave', 'location' | 'node', 'kind'>;
  readonly barriers: SendableRows<'enter' | 'leave' | 'tasks' | 'awaiting', 'location' | 'node' | 'team'>;
  /** By location; undefined for those that are no threads. */
  readonly intervals: readonly (Intervals | undefined)[];
  /**
   * Index of the mark on its location's timeline, by row of the operations; where those of each location follow each
   * other, by location the row before its first one instead.
   */
  readonly operationIndex: Int32Array | undefined;
  readonly beforeFirst: Int32Array;
  /** Index of the mark on its location's timeline, by row of the barriers. */
  readonly barrierIndex: Int32Array;
  /** Seconds of waiting, by row of the barriers. */
  readonly barrierWaits: Float64Array;
  /** Fork of each team. */
  readonly forks: readonly (MarkPlace | undefined)[];
}

/** Places all marks of some locations. @param memory where */
export function timelinesOf(
  { operations }: CommunicationRecords,
  { barriers, teamSizes }: ThreadRecords,
  locations: readonly { readonly location: number; readonly intervals: Intervals }[],
  memory: Memory,
): TimelinesData {
  const operationIndex = areInSequence(operations.length, locations) ? undefined : memory.int32(operations.length);
  const beforeFirst = new Int32Array(locations.reduce((most, { location }) => Math.max(most, location + 1), 0));
  const barrierIndex = memory.int32(barriers.length);
  const all: (Intervals | undefined)[] = [];
  const forks: (MarkPlace | undefined)[] = Array.from({ length: teamSizes.length }, () => undefined);
  for (const { location, intervals } of locations) {
    all[location] = intervals;
    const { count, marks } = intervals;
    beforeFirst[location] = marks.first - 1;
    for (let index = 0; operationIndex !== undefined && index < count; index++) {
      const mark = markAt(marks, index);
      if (mark >= 0) {
        operationIndex[mark] = index;
        continue;
      }
      const barrier = barrierOf(mark);
      const team = teamOf(mark);
      if (barrier !== undefined) barrierIndex[barrier] = index;
      // The forking thread is read before those that join its team.
      else if (team !== undefined) forks[team] ??= { location, index };
    }
  }
  const barrierWaits = memory.float64(barriers.length);
  return {
    operations: operations.rows(),
    barriers: barriers.rows(),
    intervals: all,
    operationIndex,
    beforeFirst,
    barrierIndex,
    barrierWaits,
    forks,
  };
}

/** Reports whether all operations are on timelines without other marks, so that their indices need not be stored. */
function areInSequence(operations: number, locations: readonly { readonly intervals: Intervals }[]): boolean {
  let placed = 0;
  for (const { intervals } of locations) {
    if (intervals.marks.row !== undefined) return false;
    placed += intervals.count - 1;
  }
  return placed === operations;
}

/**
 * All locations' timelines, and the position of each mark on its timeline. A mark is a row of `operations`, or a code
 * of `barrierMark`.
 */
export class Timelines {
  readonly operations: TimelinesData['operations'];
  readonly barriers: TimelinesData['barriers'];
  readonly barrierWaits: Float64Array;
  private readonly byLocation: readonly (Timeline | undefined)[];

  private constructor(readonly data: TimelinesData) {
    this.operations = data.operations;
    this.barriers = data.barriers;
    this.barrierWaits = data.barrierWaits;
    this.byLocation = data.intervals.map((intervals) =>
      intervals === undefined ? undefined : new Timeline(intervals),
    );
  }

  /** The timelines over some data: always the same ones in a thread, since they remember sums. */
  static over(data: TimelinesData): Timelines {
    let timelines = known.get(data);
    if (timelines === undefined) known.set(data, (timelines = new Timelines(data)));
    return timelines;
  }

  /** How many teams were forked. */
  get teams(): number {
    return this.data.forks.length;
  }

  of(location: number): Timeline | undefined {
    return this.byLocation[location];
  }

  /** Returns the position of a mark on its location's timeline; 0 if it has none. */
  indexOf(mark: number): number {
    if (mark >= 0) return this.indexOfOperation(mark);
    const barrier = barrierOf(mark);
    return barrier === undefined ? 0 : (this.data.barrierIndex[barrier] ?? absent(barrier));
  }

  private indexOfOperation(row: number): number {
    const { operationIndex, beforeFirst } = this.data;
    if (operationIndex !== undefined) return operationIndex[row] ?? absent(row);
    const location = this.operations.columns.location[row] ?? absent(row);
    return row - (beforeFirst[location] ?? absent(location));
  }

  locationOf(mark: number): number {
    if (mark >= 0) return this.operations.columns.location[mark] ?? absent(mark);
    const barrier = barrierOf(mark);
    return barrier === undefined ? NOWHERE : (this.barriers.columns.location[barrier] ?? absent(barrier));
  }

  nodeOf(mark: number): number {
    if (mark >= 0) return this.operations.columns.node[mark] ?? absent(mark);
    const barrier = barrierOf(mark);
    return barrier === undefined ? NOWHERE : (this.barriers.columns.node[barrier] ?? absent(barrier));
  }

  /** When waiting at a mark began, in a barrier as if the tasks until the last thread came had been executed first. */
  waitsFrom(mark: number): number {
    const barrier = barrierOf(mark);
    if (barrier === undefined) return this.operations.columns.enter[mark] ?? absent(mark);
    const { enter, awaiting } = this.barriers.columns;
    return (enter[barrier] ?? absent(barrier)) + (awaiting[barrier] ?? absent(barrier));
  }

  /** When the operation or barrier of a mark is left. */
  leaveOf(mark: number): number {
    const barrier = barrierOf(mark);
    if (barrier !== undefined) return this.barriers.columns.leave[barrier] ?? absent(barrier);
    return this.operations.columns.leave[mark] ?? absent(mark);
  }

  /** Seconds from the end of the waiting in a barrier to its LEAVE; 0 where that is not known. */
  leaving(barrier: number): number {
    const { enter, leave, tasks } = this.barriers.columns;
    const seconds =
      (leave[barrier] ?? absent(barrier)) -
      (enter[barrier] ?? absent(barrier)) -
      (tasks[barrier] ?? absent(barrier)) -
      (this.barrierWaits[barrier] ?? absent(barrier));
    return seconds > 0 ? seconds : 0;
  }

  /** Returns the fork of a team. */
  forkOf(team: number | undefined): MarkPlace | undefined {
    return team === undefined ? undefined : this.data.forks[team];
  }
}

const known = new WeakMap<TimelinesData, Timelines>();
