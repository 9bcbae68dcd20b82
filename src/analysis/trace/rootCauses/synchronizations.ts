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

/** The communicators a location belongs to, ascending, by the number `Synchronizations` gives them; its rank in each. */
interface Memberships {
  readonly communicators: number[];
  readonly ranks: number[];
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
  /**
   * Communicators are numbered in the order in which they are first seen, and again for each set of locations that
   * calls them: threads of a process may take turns in calling operations of one communicator.
   */
  private readonly numbers = new Map<string, number>();
  /** By number, the operation it was given for. */
  private readonly firstInstances: number[] = [];
  /** By communicator, the number of its latest operation. */
  private readonly latestNumbers = new Map<number, number>();
  /** Latest collective operation of each communicator, and the one of the communicator before each. */
  private readonly latestGroup: number[] = [];
  private readonly previousGroup: Int32Array;
  private readonly memberships: (Memberships | undefined)[];
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
    this.previousGroup = new Int32Array(states.collectives.instances.length).fill(UNSEEN);
    this.memberships = Array.from({ length: locations }, () => undefined);
    const { start } = states.collectives;
    if (start !== undefined) this.register(start);
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
    if (!this.isShared(kind[state], instance[state])) this.link(state);
    else if (instance[state] !== this.latestInstance) this.enterGroup(instance[state]);
  }

  /** Whether all members of an operation are synchronised with each other, not only with its root or the other group. */
  private isShared(kind: number, instance: number): boolean {
    if (kind !== Kind.Barrier && kind !== Kind.NToN) return false;
    return this.states.collectives.instances.columns.mutual[instance] === 1;
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
   * synchronisation as a whole, and where the receiver's call ends later, as much of what the sender does afterwards on
   * the call path of that call is left out too (Scalasca 2.6). After a 1-to-n operation the receivers that waited are even when the first of them
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
      const last = Math.max(message.endA, message.endB);
      if (waits) message.timeA = last;
      else message.timeB = last;
    } else if (kind[state] === Kind.OneToN) {
      const firstEnd = this.states.collectives.instances.columns.firstEnd[instance[state]];
      const root = Math.min(firstEnd, delayerEnd[state]);
      message.timeA = waits ? firstEnd : root;
      message.timeB = waits ? root : firstEnd;
    }
  }

  private findGroup(a: number, b: number, beforeA: number, beforeB: number): boolean {
    const ofA = this.memberships[a];
    const ofB = this.memberships[b];
    if (ofA === undefined || ofB === undefined) return false;
    let hasFound = false;
    for (let i = 0, j = 0; i < ofA.communicators.length && j < ofB.communicators.length;) {
      const communicator = ofA.communicators[i];
      if (communicator < ofB.communicators[j]) {
        i++;
      } else if (communicator > ofB.communicators[j]) {
        j++;
      } else {
        if (this.findGroupOf(communicator, ofA.ranks[i++], ofB.ranks[j++], beforeA, beforeB, hasFound)) hasFound = true;
      }
    }
    return hasFound;
  }

  /** Takes the latest operation of a communicator before both marks, if there is one and it is later than what is found. */
  private findGroupOf(
    communicator: number,
    rankA: number,
    rankB: number,
    beforeA: number,
    beforeB: number,
    hasFound: boolean,
  ): boolean {
    const { timelines, states, previousGroup } = this;
    const { first } = states.collectives.instances.columns;
    const { operation } = states.collectives.members.columns;
    for (let group = this.latestGroup[communicator]; group >= 0; group = previousGroup[group]) {
      const indexA = timelines.indexOf(operation[first[group] + rankA]);
      if (indexA >= beforeA || timelines.indexOf(operation[first[group] + rankB]) >= beforeB) continue;
      if (hasFound && indexA <= this.group.indexA) return false;
      this.takeGroup(first[group] + rankA, first[group] + rankB);
      return true;
    }
    return false;
  }

  /** @param memberA and `memberB`: rows of the members */
  private takeGroup(memberA: number, memberB: number): void {
    const { group, timelines } = this;
    const { operation, end } = this.states.collectives.members.columns;
    group.rowA = operation[memberA];
    group.rowB = operation[memberB];
    group.indexA = timelines.indexOf(group.rowA);
    group.indexB = timelines.indexOf(group.rowB);
    group.endA = end[memberA];
    group.endB = end[memberB];
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
    this.register(instance);
  }

  private register(instance: number): void {
    if (this.previousGroup[instance] !== UNSEEN) return;
    const number = this.numberOf(instance);
    this.previousGroup[instance] = this.latestGroup[number];
    this.latestGroup[number] = instance;
  }

  private numberOf(instance: number): number {
    const communicator = this.states.collectives.instances.columns.communicator[instance];
    const latest = this.latestNumbers.get(communicator);
    if (latest !== undefined && this.isCalledAlike(this.firstInstances[latest], instance)) return latest;
    const key = `${communicator} ${this.locationsOf(instance).join(' ')}`;
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.numbers.size;
      this.numbers.set(key, number);
      this.firstInstances.push(instance);
      this.latestGroup.push(-1);
      this.learnRanks(number, instance);
    }
    this.latestNumbers.set(communicator, number);
    return number;
  }

  /** Whether the members of two operations of one communicator are the same locations. */
  private isCalledAlike(one: number, other: number): boolean {
    const { first, size } = this.states.collectives.instances.columns;
    const { operation } = this.states.collectives.members.columns;
    const { location } = this.timelines.records.operations.columns;
    if (size[one] !== size[other]) return false;
    for (let rank = 0; rank < size[one]; rank++) {
      if (location[operation[first[one] + rank]] !== location[operation[first[other] + rank]]) return false;
    }
    return true;
  }

  /** The locations of an operation's members, by rank. */
  private locationsOf(instance: number): Int32Array {
    const { first, size } = this.states.collectives.instances.columns;
    const { operation } = this.states.collectives.members.columns;
    const { location } = this.timelines.records.operations.columns;
    return operation.subarray(first[instance], first[instance] + size[instance]).map((row) => location[row]);
  }

  private learnRanks(number: number, instance: number): void {
    this.locationsOf(instance).forEach((at, rank) => {
      const known = (this.memberships[at] ??= { communicators: [], ranks: [] });
      known.communicators.push(number);
      known.ranks.push(rank);
    });
  }
}

/** Stands for the operation before one that was not met yet. */
const UNSEEN = -2;
