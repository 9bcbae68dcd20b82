import type { Starts, StartsOfSide } from './starts.js';
import { teamStart } from './teamStarts.js';
import type { Timelines } from './timelines.js';
import { Kind, type WaitStates } from './waitStates.js';

/** A value of each of two locations, in order of waiter and delayer. */
type Pair = readonly [number, number];

interface Candidate {
  readonly indices: Pair;
  readonly rows: Pair;
  /** When the stretch begins on each side. */
  readonly times: Pair;
  /** Ends of the operations' synchronising parts; time after them is left out. */
  readonly ends: Pair;
}

interface Group {
  readonly operation: readonly number[];
  readonly end: readonly number[];
  readonly previous: Group | undefined;
}

/**
 * Finds the previous synchronisation of two locations: a message one of them waited for, or a collective operation
 * with waiting in it. Communication without waiting tells nothing about what held whom up. Wait states must be asked
 * for in order of time.
 */
export class Synchronizations {
  /** Latest message of each pair of locations, and the one of the pair before each. */
  private readonly latest = new Map<number, number>();
  private readonly previous: Int32Array;
  /** Latest collective operation by communicator, and the rank of each location in it. */
  private readonly groups = new Map<number, Group>();
  private readonly ranks = new Map<number, Map<number, number>>();
  private readonly communicatorsOf = new Map<number, number[]>();
  private latestInstance = -1;

  constructor(
    private readonly states: WaitStates,
    private readonly timelines: Timelines,
    private readonly locations: number,
    /** Seconds of waiting by row of `operations`. */
    private readonly waited: Float64Array,
  ) {
    this.previous = new Int32Array(states.table.length).fill(-1);
    const { leave } = timelines.records.operations.columns;
    this.register(
      START,
      states.starts,
      states.starts.map((row) => leave[row]),
    );
  }

  /**
   * Finds the stretch of time that ends with wait state `state`; from now on it counts as a synchronisation itself.
   * @param row where to put it in `starts`
   */
  next(state: number, row: number, starts: Starts): void {
    const { waiter, delayer, kind, instance } = this.states.table.columns;
    if (kind[state] === Kind.OmpBarrier) {
      this.putTeamStart(waiter[state], starts.waiting, row);
      this.putTeamStart(delayer[state], starts.delaying, row);
      return;
    }
    const found = this.find(waiter[state], delayer[state]);
    if (found !== undefined) {
      this.put(found, 0, starts.waiting, row);
      this.put(found, 1, starts.delaying, row);
    }
    if (!isShared(kind[state])) this.link(state);
    else if (instance[state] !== this.latestInstance) this.enterGroup(instance[state]);
  }

  private putTeamStart(mark: number, side: StartsOfSide, row: number): void {
    const { index, passed } = teamStart(this.timelines, mark);
    side.index[row] = index;
    side.passed[row] = passed;
  }

  /** Turns times into what to leave out of the first interval, which begins with the synchronising operation. */
  private put({ indices, rows, times, ends }: Candidate, at: 0 | 1, side: StartsOfSide, row: number): void {
    const { enter, leave } = this.timelines.records.operations.columns;
    const operation = rows[at];
    const waited = this.waited[operation];
    const ahead = enter[operation] + waited - times[at];
    side.index[row] = indices[at];
    side.passed[row] = Math.max(0, -ahead) + Math.max(0, leave[operation] - ends[at]);
    side.reaching[row] = Math.min(waited, Math.max(0, ahead));
  }

  private find(waiter: number, delayer: number): Candidate | undefined {
    const { location } = this.timelines.records.operations.columns;
    const before = [this.timelines.indexOf(waiter), this.timelines.indexOf(delayer)] as const;
    const message = this.latestMessage(location[waiter], location[delayer], before);
    const group = this.latestGroup(location[waiter], location[delayer], before);
    if (message === undefined || group === undefined) return message ?? group;
    return group.indices[0] > message.indices[0] ? group : message;
  }

  private latestMessage(a: number, b: number, before: Pair): Candidate | undefined {
    const { timelines } = this;
    const { waiter, delayer } = this.states.table.columns;
    for (let state = this.latest.get(this.pair(a, b)) ?? -1; state >= 0; state = this.previous[state]) {
      const waits = timelines.locationOf(waiter[state]) === a;
      const rows = waits ? ([waiter[state], delayer[state]] as const) : ([delayer[state], waiter[state]] as const);
      const indices = [timelines.indexOf(rows[0]), timelines.indexOf(rows[1])] as const;
      if (indices[0] < before[0] && indices[1] < before[1]) return this.messageStart(state, rows, indices, waits);
    }
    return undefined;
  }

  /**
   * When the stretch after a message begins. After a Late Sender both sides are even when the first of them goes on, as
   * are the root and the last sender of an n-to-1 operation. After a Late Receiver the sender's blocked call is the
   * synchronisation as a whole. After a 1-to-n operation the receivers that waited are even when the first of them
   * goes on, and the root when it goes on itself.
   */
  private messageStart(state: number, rows: Pair, indices: Pair, firstWaits: boolean): Candidate {
    const { kind, instance, waiterEnd, delayerEnd } = this.states.table.columns;
    const ends: Pair = firstWaits ? [waiterEnd[state], delayerEnd[state]] : [delayerEnd[state], waiterEnd[state]];
    const first = Math.min(...ends);
    let times: Pair = [first, first];
    if (kind[state] === Kind.LateReceiver) times = firstWaits ? [ends[0], first] : [first, ends[1]];
    if (kind[state] === Kind.OneToN) {
      const { firstEnd } = this.states.collectives[instance[state]];
      const root = Math.min(firstEnd, delayerEnd[state]);
      times = firstWaits ? [firstEnd, root] : [root, firstEnd];
    }
    return { indices, rows, times, ends };
  }

  private latestGroup(a: number, b: number, before: Pair): Candidate | undefined {
    let found: Candidate | undefined;
    for (const communicator of this.communicatorsOf.get(a) ?? []) {
      const ranks = this.ranks.get(communicator);
      const rankA = ranks?.get(a);
      const rankB = ranks?.get(b);
      if (rankA === undefined || rankB === undefined) continue;
      const candidate = this.groupBefore(communicator, rankA, rankB, before);
      if (candidate !== undefined && candidate.indices[0] > (found?.indices[0] ?? -1)) found = candidate;
    }
    return found;
  }

  private groupBefore(communicator: number, rankA: number, rankB: number, before: Pair): Candidate | undefined {
    const { timelines } = this;
    for (let group = this.groups.get(communicator); group !== undefined; group = group.previous) {
      const rows = [group.operation[rankA], group.operation[rankB]] as const;
      const indices = [timelines.indexOf(rows[0]), timelines.indexOf(rows[1])] as const;
      if (indices[0] >= before[0] || indices[1] >= before[1]) continue;
      const ends = [group.end[rankA], group.end[rankB]] as const;
      const first = Math.min(...ends);
      return { indices, rows, times: [first, first], ends };
    }
    return undefined;
  }

  private link(state: number): void {
    const { waiter, delayer } = this.states.table.columns;
    const { location } = this.timelines.records.operations.columns;
    const pair = this.pair(location[waiter[state]], location[delayer[state]]);
    this.previous[state] = this.latest.get(pair) ?? -1;
    this.latest.set(pair, state);
  }

  private pair(a: number, b: number): number {
    return Math.min(a, b) * this.locations + Math.max(a, b);
  }

  private enterGroup(instance: number): void {
    this.latestInstance = instance;
    const { communicator, operation, end } = this.states.collectives[instance];
    this.register(communicator, operation, end);
  }

  private register(communicator: number, operation: readonly number[], end: readonly number[]): void {
    if (operation.length === 0) return;
    if (!this.ranks.has(communicator)) this.learnRanks(communicator, operation);
    this.groups.set(communicator, { operation, end, previous: this.groups.get(communicator) });
  }

  private learnRanks(communicator: number, operation: readonly number[]): void {
    const { location } = this.timelines.records.operations.columns;
    this.ranks.set(communicator, new Map(operation.map((row, rank) => [location[row], rank])));
    for (const row of operation) {
      const known = this.communicatorsOf.get(location[row]);
      if (known === undefined) this.communicatorsOf.set(location[row], [communicator]);
      else known.push(communicator);
    }
  }
}

/** Stands for the group of all processes that start MPI. */
const START = -1;

/** Whether all members of an operation are synchronised with each other, not only with its root. */
function isShared(kind: number): boolean {
  return kind === Kind.Barrier || kind === Kind.NToN;
}
