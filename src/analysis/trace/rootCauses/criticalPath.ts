import { absent, elementAt } from '../../../base/elements.js';
import { Operation } from '../metrics/operations.js';
import { PairSums } from '../tables/pairSums.js';
import { barrierOf, BEGINNING, markAt, teamOf } from '../intervals/marks.js';
import type { MarkPlace, Timelines } from './timelines.js';
import { NO_STATE } from './waiting.js';
import type { PieceRecorder } from './pathPieces.js';
import { Kind, type WaitStateRows } from '../waits/waitStates.js';

/** Means "waited for nothing". */
const NOWHERE = -1;

/**
 * Returns the time on the critical path by call-tree node and location: the longest sequence of work without waiting.
 * It is found backward from its end, switching at each wait to the location that was waited for (Böhme et al. 2012). It
 * begins with the start of MPI; on a thread it comes from the fork of its team.
 * @param stateOf by row of `operations`, as `statesOfOperations` returns them
 * @param end the path runs up to this mark, which is excluded; there is no path without one
 * @param parents caller of each call-tree node, smaller than the node itself, or negative
 * @param pieces receives the times of the path's pieces, if requested
 */
export function criticalPath(
  states: WaitStateRows,
  stateOf: Int32Array,
  timelines: Timelines,
  end: MarkPlace | undefined,
  parents: ArrayLike<number>,
  pieces?: PieceRecorder,
): PairSums {
  const path = new PairSums();
  const leads = new Leads(states, timelines, stateOf);
  let at: MarkPlace | undefined = end;
  // Every step goes back in time; where the clocks of a trace contradict each other it might not.
  for (let steps = leads.count + 1; at !== undefined && steps > 0; steps--) {
    const begin = goBack(timelines, leads, at, path, parents);
    pieces?.add(at, begin.index);
    at = begin.next;
  }
  return path;
}

/** Extent of the path backward on a location, and the mark at which it continues. */
interface Way {
  /** The interval it begins with. */
  readonly index: number;
  readonly next: MarkPlace | undefined;
}

/** Goes back on one location until another one was waited for. */
function goBack(
  timelines: Timelines,
  leads: Leads,
  { location, index }: MarkPlace,
  path: PairSums,
  parents: ArrayLike<number>,
): Way {
  const timeline = timelines.of(location);
  if (timeline === undefined) return { index, next: undefined };
  const { marks, start, node, seconds } = timeline.intervals;
  const { kind } = timelines.operations.columns;
  for (let at = index - 1; at >= 0; at--) {
    const end = start[at + 1] ?? absent(at + 1);
    for (let entry = start[at] ?? absent(at); entry < end; entry++)
      path.add(node[entry] ?? absent(entry), location, seconds[entry] ?? absent(entry));
    const mark = markAt(marks, at);
    if (mark >= 0 && kind[mark] === Operation.Init) return { index: at, next: undefined };
    const next = leads.from(mark);
    if (next === undefined || next.location === location) continue;
    leaveOutTasks(timelines, { location, index: at }, path, parents);
    return { index: at, next };
  }
  return { index: 0, next: undefined };
}

/**
 * Leaves a barrier for the thread that arrived last. The tasks executed in it until then ran in parallel to that
 * thread. They are subtracted from the path, from each call path in proportion to its time.
 */
function leaveOutTasks(
  timelines: Timelines,
  { location, index }: MarkPlace,
  path: PairSums,
  parents: ArrayLike<number>,
): void {
  const intervals = timelines.of(location)?.intervals;
  const barrier = intervals === undefined ? undefined : barrierOf(markAt(intervals.marks, index));
  if (intervals === undefined || barrier === undefined) return;
  const { awaiting, node: at } = timelines.barriers.columns;
  const awaited = awaiting[barrier] ?? absent(barrier);
  if (!(awaited > 0)) return;
  const { start, node, seconds } = intervals;
  const inside: number[] = [];
  const end = elementAt(start, index + 1);
  for (let entry = elementAt(start, index); entry < end; entry++) {
    if (isCalledFrom(at[barrier] ?? absent(barrier), node[entry] ?? absent(entry), parents)) inside.push(entry);
  }
  const tasks = inside.reduce((sum, entry) => sum + (seconds[entry] ?? absent(entry)), 0);
  const part = Math.min(1, awaited / tasks);
  for (const entry of inside)
    path.add(node[entry] ?? absent(entry), location, -(seconds[entry] ?? absent(entry)) * part);
}

/** Whether a call path goes through another one. */
function isCalledFrom(caller: number, node: number, parents: ArrayLike<number>): boolean {
  // Callers have smaller numbers than what they call.
  let at = parents[node] ?? absent(node);
  while (at > caller) at = parents[at] ?? absent(at);
  return at === caller;
}

/** Predecessors of marks on the path. */
class Leads {
  /** How often the path can leave a location. */
  readonly count: number;
  /** The mark that was waited for, by row of the barriers. */
  private readonly barrier: Int32Array;

  constructor(
    private readonly states: WaitStateRows,
    private readonly timelines: Timelines,
    private readonly stateOf: Int32Array,
  ) {
    const { length, columns } = states.table;
    this.barrier = new Int32Array(timelines.barriers.length).fill(NOWHERE);
    for (let state = 0; timelines.barriers.length > 0 && state < length; state++) {
      const barrier = barrierOf(columns.waiter[state] ?? absent(state));
      if (barrier !== undefined && columns.kind[state] !== Kind.None)
        this.barrier[barrier] = columns.delayer[state] ?? absent(state);
    }
    this.count = length + timelines.teams * 2;
  }

  /** Returns the path's origin, if it is on another location. */
  from(mark: number): MarkPlace | undefined {
    if (mark === BEGINNING) return undefined;
    const team = teamOf(mark);
    if (team !== undefined) return this.timelines.forkOf(team);
    const barrier = barrierOf(mark);
    const late = barrier === undefined ? this.delayerOf(mark) : (this.barrier[barrier] ?? absent(barrier));
    if (late === NOWHERE) return undefined;
    return { location: this.timelines.locationOf(late), index: this.timelines.indexOf(late) };
  }
  /** The mark that an operation waited for. */
  private delayerOf(operation: number): number {
    const { kind, delayer } = this.states.table.columns;
    const state = this.stateOf[operation] ?? absent(operation);
    return state === NO_STATE || kind[state] === Kind.None ? NOWHERE : (delayer[state] ?? absent(state));
  }
}
