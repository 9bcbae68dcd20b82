import { absent, elementAt } from '../../../base/elements.js';
import type { Memory } from '../tables/memory.js';
import { release } from '../tables/release.js';
import { messageCode, type SynchronizationCodes } from './starts.js';
import type { Timelines } from './timelines.js';
import { Kind, type WaitStates } from '../waits/waitStates.js';

/** Who a location calls collective operations with, ascending, by the numbers `Synchronizations` gives; its rank among them. */
interface Memberships {
  readonly callers: number[];
  readonly ranks: number[];
}

/**
 * The previous synchronization of two locations: a message one of them waited for, or a collective operation with
 * waiting in it. Communication without waiting does not reveal delays. Wait states must be requested in order of time.
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
  /** Last result: the wait state of a message, or the members of a collective operation. */
  private message = -1;
  private memberA = -1;
  private memberB = -1;

  constructor(
    private readonly states: WaitStates,
    private readonly timelines: Timelines,
    private readonly locations: number,
    memory: Memory,
  ) {
    this.previous = memory.int32(states.table.length).fill(-1);
    this.previousGroup = memory.int32(states.collectives.instances.length).fill(UNSEEN);
    this.memberships = Array.from({ length: locations }, () => undefined);
    const { start } = states.collectives;
    if (start !== undefined) this.register(start);
  }

  /**
   * Finds the synchronization before wait state `state`; from now on it counts as one itself.
   * @param row where to put it in `codes`
   */
  next(state: number, row: number, codes: SynchronizationCodes): void {
    const { waiter, delayer, kind, instance } = this.states.table.columns;
    // Stretches before barriers of OpenMP begin with the barrier before, or with the team.
    if (kind[state] === Kind.OmpBarrier) return;
    this.find(waiter[state] ?? absent(state), delayer[state] ?? absent(state), row, codes);
    const operation = instance[state] ?? absent(state);
    if (!this.isShared(kind[state] ?? absent(state), operation)) this.link(state);
    else if (operation !== this.latestInstance) this.enterGroup(operation);
  }

  /** Nothing is asked for any more: gives its memory back. */
  forget(): void {
    release(this.previous, this.previousGroup);
  }

  /** Whether all members of an operation are synchronized with each other, not only with its root or the other group. */
  private isShared(kind: number, instance: number): boolean {
    if (kind !== Kind.Barrier && kind !== Kind.NToN) return false;
    return this.states.collectives.instances.columns.mutual[instance] === 1;
  }

  /** The latest synchronization of two locations before the marks of their operations `a` and `b`. */
  private find(a: number, b: number, row: number, codes: SynchronizationCodes): void {
    const { location } = this.timelines.operations.columns;
    const beforeA = this.timelines.indexOf(a);
    const beforeB = this.timelines.indexOf(b);
    const ofA = location[a] ?? absent(a);
    const ofB = location[b] ?? absent(b);
    const messageIndex = this.findMessage(ofA, ofB, beforeA, beforeB);
    const groupIndex = this.findGroup(ofA, ofB, beforeA, beforeB);
    if (groupIndex > messageIndex) {
      codes.first[row] = this.memberA;
      codes.second[row] = this.memberB;
    } else if (messageIndex >= 0) {
      codes.first[row] = messageCode(this.message);
    }
  }

  /** The mark of the latest message on location `a`; negative where there is none. */
  private findMessage(a: number, b: number, beforeA: number, beforeB: number): number {
    const { timelines } = this;
    const { waiter, delayer } = this.states.table.columns;
    let state = this.latest.get(this.pair(a, b)) ?? -1;
    for (; state >= 0; state = this.previous[state] ?? absent(state)) {
      const waiting = waiter[state] ?? absent(state);
      const late = delayer[state] ?? absent(state);
      const waits = timelines.locationOf(waiting) === a;
      const indexA = timelines.indexOf(waits ? waiting : late);
      if (indexA >= beforeA || timelines.indexOf(waits ? late : waiting) >= beforeB) continue;
      this.message = state;
      return indexA;
    }
    return NOWHERE;
  }

  /** The mark of the latest collective operation of both on location `a`; negative where there is none. */
  private findGroup(a: number, b: number, beforeA: number, beforeB: number): number {
    const ofA = this.memberships[a];
    const ofB = this.memberships[b];
    if (ofA === undefined || ofB === undefined) return NOWHERE;
    let found = NOWHERE;
    for (let i = 0, j = 0; i < ofA.callers.length && j < ofB.callers.length;) {
      const callers = ofA.callers[i] ?? absent(i);
      const others = ofB.callers[j] ?? absent(j);
      if (callers === others) {
        const ranks = [ofA.ranks[i] ?? absent(i), ofB.ranks[j] ?? absent(j)] as const;
        found = this.findGroupOf(callers, ...ranks, beforeA, beforeB, found);
      }
      if (callers <= others) i++;
      if (callers >= others) j++;
    }
    return found;
  }

  /**
   * Takes the latest operation of a set of callers before both marks, if there is one and it is later than what is found.
   * @param found its mark on the waiting location
   */
  private findGroupOf(
    callers: number,
    rankA: number,
    rankB: number,
    beforeA: number,
    beforeB: number,
    found: number,
  ): number {
    const { timelines, states, previousGroup } = this;
    const { first } = states.collectives.instances.columns;
    const { operation } = states.collectives.members.columns;
    let group = this.latestGroup[callers] ?? absent(callers);
    for (; group >= 0; group = previousGroup[group] ?? absent(group)) {
      const memberA = (first[group] ?? absent(group)) + rankA;
      const memberB = (first[group] ?? absent(group)) + rankB;
      const indexA = timelines.indexOf(operation[memberA] ?? absent(memberA));
      if (indexA >= beforeA || timelines.indexOf(operation[memberB] ?? absent(memberB)) >= beforeB) continue;
      if (indexA <= found) return found;
      this.memberA = memberA;
      this.memberB = memberB;
      return indexA;
    }
    return found;
  }

  private link(state: number): void {
    const { waiter, delayer } = this.states.table.columns;
    const { location } = this.timelines.operations.columns;
    const waiting = waiter[state] ?? absent(state);
    const late = delayer[state] ?? absent(state);
    const pair = this.pair(location[waiting] ?? absent(waiting), location[late] ?? absent(late));
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
    this.previousGroup[instance] = elementAt(this.latestGroup, number);
    this.latestGroup[number] = instance;
  }

  private numberOf(instance: number): number {
    const communicator = elementAt(this.states.collectives.instances.columns.communicator, instance);
    const latest = this.latestNumbers.get(communicator);
    if (latest !== undefined && this.isCalledAlike(elementAt(this.firstInstances, latest), instance)) return latest;
    const locations = this.locationsOf(instance);
    const key = `${communicator} ${locations.join(' ')}`;
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.numbers.size;
      this.numbers.set(key, number);
      this.firstInstances.push(instance);
      this.latestGroup.push(-1);
      this.learnRanks(number, locations);
    }
    this.latestNumbers.set(communicator, number);
    return number;
  }

  /** Whether the members of two operations of one communicator are the same locations. */
  private isCalledAlike(one: number, other: number): boolean {
    const { first, size } = this.states.collectives.instances.columns;
    const { operation } = this.states.collectives.members.columns;
    const { location } = this.timelines.operations.columns;
    const members = size[one] ?? absent(one);
    if (members !== size[other]) return false;
    const ofOne = first[one] ?? absent(one);
    const ofOther = first[other] ?? absent(other);
    for (let rank = 0; rank < members; rank++) {
      const a = operation[ofOne + rank] ?? absent(rank);
      const b = operation[ofOther + rank] ?? absent(rank);
      if (location[a] !== location[b]) return false;
    }
    return true;
  }

  /** The locations of an operation's members, by rank. */
  private locationsOf(instance: number): Int32Array {
    const { first, size } = this.states.collectives.instances.columns;
    const { operation } = this.states.collectives.members.columns;
    const { location } = this.timelines.operations.columns;
    const begin = elementAt(first, instance);
    return operation.subarray(begin, begin + elementAt(size, instance)).map((row) => elementAt(location, row));
  }

  /** @param locations of the callers, by rank */
  private learnRanks(number: number, locations: Int32Array): void {
    locations.forEach((at, rank) => {
      const known = (this.memberships[at] ??= { callers: [], ranks: [] });
      known.callers.push(number);
      known.ranks.push(rank);
    });
  }
}

/** Means that the previous operation was not encountered yet. */
const UNSEEN = -2;
/** Means the mark of a synchronization that was not found. */
const NOWHERE = -1;
