import type { Starts, StartsOfSide } from './starts.js';
import { teamStart } from './teamStarts.js';
import type { Timelines } from './timelines.js';
import { Kind, type WaitStates } from './waitStates.js';

/** Where a synchronisation stands on the location that waits (a) and on the one it waits for (b). */
class Candidate {
  indexA = -1;
  indexB = -1;
  rowA = 0;
  rowB = 0;
  /** When the stretch begins on each side. */
  timeA = 0;
  timeB = 0;
  /** Ends of the operations' synchronising parts; time after them is left out. */
  endA = 0;
  endB = 0;
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
  /** What was found last; used again and again. */
  private readonly message = new Candidate();
  private readonly group = new Candidate();

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
      this.put(starts.waiting, row, found.indexA, found.rowA, found.timeA, found.endA);
      this.put(starts.delaying, row, found.indexB, found.rowB, found.timeB, found.endB);
    }
    if (!isShared(kind[state])) this.link(state);
    else if (instance[state] !== this.latestInstance) this.enterGroup(instance[state]);
  }

  private putTeamStart(mark: number, side: StartsOfSide, row: number): void {
    const { index, passed } = teamStart(this.timelines, mark);
    side.index[row] = index;
    side.passed[row] = passed;
  }

  /**
   * Turns a time into what to leave out of the first interval, which begins with the synchronising operation.
   * @param operation row of that operation, at mark `index`
   */
  private put(
    { index, passed, reaching }: StartsOfSide,
    row: number,
    at: number,
    operation: number,
    time: number,
    end: number,
  ): void {
    const { enter, leave } = this.timelines.records.operations.columns;
    const waited = this.waited[operation];
    const ahead = enter[operation] + waited - time;
    index[row] = at;
    passed[row] = Math.max(0, -ahead) + Math.max(0, leave[operation] - end);
    reaching[row] = Math.min(waited, Math.max(0, ahead));
  }

  /** The latest synchronisation of two locations before the marks of their operations `a` and `b`. */
  private find(a: number, b: number): Candidate | undefined {
    const { location } = this.timelines.records.operations.columns;
    const beforeA = this.timelines.indexOf(a);
    const beforeB = this.timelines.indexOf(b);
    const hasMessage = this.findMessage(location[a], location[b], beforeA, beforeB);
    const hasGroup = this.findGroup(location[a], location[b], beforeA, beforeB);
    if (!hasMessage) return hasGroup ? this.group : undefined;
    return hasGroup && this.group.indexA > this.message.indexA ? this.group : this.message;
  }

  private findMessage(a: number, b: number, beforeA: number, beforeB: number): boolean {
    const { timelines, message } = this;
    const { waiter, delayer } = this.states.table.columns;
    for (let state = this.latest.get(this.pair(a, b)) ?? -1; state >= 0; state = this.previous[state]) {
      const waits = timelines.locationOf(waiter[state]) === a;
      message.rowA = waits ? waiter[state] : delayer[state];
      message.rowB = waits ? delayer[state] : waiter[state];
      message.indexA = timelines.indexOf(message.rowA);
      message.indexB = timelines.indexOf(message.rowB);
      if (message.indexA >= beforeA || message.indexB >= beforeB) continue;
      this.putTimes(state, waits);
      return true;
    }
    return false;
  }

  /**
   * When the stretch after a message begins. After a Late Sender both sides are even when the first of them goes on, as
   * are the root and the last sender of an n-to-1 operation. After a Late Receiver the sender's blocked call is the
   * synchronisation as a whole. After a 1-to-n operation the receivers that waited are even when the first of them
   * goes on, and the root when it goes on itself.
   */
  private putTimes(state: number, waits: boolean): void {
    const { message } = this;
    const { kind, instance, waiterEnd, delayerEnd } = this.states.table.columns;
    message.endA = waits ? waiterEnd[state] : delayerEnd[state];
    message.endB = waits ? delayerEnd[state] : waiterEnd[state];
    const first = Math.min(message.endA, message.endB);
    message.timeA = message.timeB = first;
    if (kind[state] === Kind.LateReceiver) {
      if (waits) message.timeA = message.endA;
      else message.timeB = message.endB;
    } else if (kind[state] === Kind.OneToN) {
      const { firstEnd } = this.states.collectives[instance[state]];
      const root = Math.min(firstEnd, delayerEnd[state]);
      message.timeA = waits ? firstEnd : root;
      message.timeB = waits ? root : firstEnd;
    }
  }

  private findGroup(a: number, b: number, beforeA: number, beforeB: number): boolean {
    let hasFound = false;
    for (const communicator of this.communicatorsOf.get(a) ?? NO_COMMUNICATORS) {
      const ranks = this.ranks.get(communicator);
      const rankA = ranks?.get(a);
      const rankB = ranks?.get(b);
      if (rankA === undefined || rankB === undefined) continue;
      for (let group = this.groups.get(communicator); group !== undefined; group = group.previous) {
        const indexA = this.timelines.indexOf(group.operation[rankA]);
        if (indexA >= beforeA || this.timelines.indexOf(group.operation[rankB]) >= beforeB) continue;
        if (!hasFound || indexA > this.group.indexA) this.takeGroup(group, rankA, rankB);
        hasFound = true;
        break;
      }
    }
    return hasFound;
  }

  private takeGroup({ operation, end }: Group, rankA: number, rankB: number): void {
    const { group, timelines } = this;
    group.rowA = operation[rankA];
    group.rowB = operation[rankB];
    group.indexA = timelines.indexOf(group.rowA);
    group.indexB = timelines.indexOf(group.rowB);
    group.endA = end[rankA];
    group.endB = end[rankB];
    group.timeA = group.timeB = Math.min(group.endA, group.endB);
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

const NO_COMMUNICATORS: readonly number[] = [];
