import { absent } from '../../../base/elements.js';
import type { SynchronizationCodes } from './starts.js';
import { FROM_BEGINNING, messageOf } from './starts.js';
import { teamStart } from './teamStarts.js';
import type { Timelines } from './timelines.js';
import { NO_STATE } from './waiting.js';
import { Kind, type WaitStateRows } from '../waits/waitStates.js';

/** Start of a stretch of time before a wait state on one side's location. */
export class Start {
  /** Mark on the location's timeline; 0 is the beginning of the trace. */
  index = 0;
  /** Seconds of the interval that begins with the mark which passed before the stretch. */
  passed = 0;
  /** Seconds of waiting in the operation at the mark that are still ahead. */
  reaching = 0;

  set(index: number, passed: number, reaching: number): void {
    this.index = index;
    this.passed = passed;
    this.reaching = reaching;
  }
}

/** Starts of the stretches of time before wait states, derived from the synchronization they begin with. */
export class StretchStarts {
  /** On the location that waits, and on the one it waits for. */
  readonly waiting = new Start();
  readonly delaying = new Start();

  constructor(
    private readonly states: WaitStateRows,
    private readonly timelines: Timelines,
    /** By row of `operations`, as `statesOfOperations` returns them. */
    private readonly stateOf: Int32Array,
    private readonly codes: SynchronizationCodes,
  ) {}

  /** @param row place of the wait state in the codes */
  find(state: number, row: number): void {
    const { waiter, delayer, kind } = this.states.table.columns;
    const code = this.codes.first[row] ?? absent(row);
    if (kind[state] === Kind.OmpBarrier) {
      this.putTeamStart(waiter[state] ?? absent(state), this.waiting);
      this.putTeamStart(delayer[state] ?? absent(state), this.delaying);
    } else if (code === FROM_BEGINNING) {
      this.waiting.set(0, 0, 0);
      this.delaying.set(0, 0, 0);
    } else if (code < 0) {
      this.putMessage(messageOf(code), this.timelines.locationOf(waiter[state] ?? absent(state)));
    } else {
      this.putGroup(code, this.codes.second[row] ?? absent(row));
    }
  }

  private putTeamStart(mark: number, side: Start): void {
    const { index, passed } = teamStart(this.timelines, mark);
    side.set(index, passed, 0);
  }

  /**
   * Sets the start of both sides after a message. After a Late Sender both sides are even when the first of them
   * continues. The same applies to the root and the last sender of an n-to-1 operation. After a Late Receiver the
   * sender's blocked call is the synchronization as a whole. If the receiver's call ends later, the same amount of the
   * sender's later time on that call's path is excluded too (Scalasca 2.6). After a 1-to-n operation the receivers that
   * waited are even when the first of them continues, and the root when it continues itself.
   * @param state the wait state of the message
   * @param location that of the side that waits
   */
  private putMessage(state: number, location: number): void {
    const { kind, instance, waiter, delayer } = this.states.table.columns;
    const waiterEnd = this.endOfWaiter(state);
    const delayerEnd = this.endOfDelayer(state);
    const first = Math.min(waiterEnd, delayerEnd);
    let ofWaiter = first;
    let ofDelayer = first;
    if (kind[state] === Kind.LateReceiver) {
      ofWaiter = Math.max(waiterEnd, delayerEnd);
    } else if (kind[state] === Kind.OneToN) {
      const operation = instance[state] ?? absent(state);
      ofWaiter = this.states.collectives.instances.columns.firstEnd[operation] ?? absent(operation);
      ofDelayer = Math.min(ofWaiter, delayerEnd);
    }
    const waiting = waiter[state] ?? absent(state);
    const waits = this.timelines.locationOf(waiting) === location;
    this.put(waits ? this.waiting : this.delaying, waiting, ofWaiter, waiterEnd);
    this.put(waits ? this.delaying : this.waiting, delayer[state] ?? absent(state), ofDelayer, delayerEnd);
  }

  /** When the synchronizing part of the operation that waits ended. */
  private endOfWaiter(state: number): number {
    const { waiter, member } = this.states.table.columns;
    const of = member[state] ?? absent(state);
    if (of < 0) return this.timelines.leaveOf(waiter[state] ?? absent(state));
    return this.states.collectives.members.columns.end[of] ?? absent(of);
  }

  /** When that of the operation it waits for ended. */
  private endOfDelayer(state: number): number {
    const { delayer, instance } = this.states.table.columns;
    const of = instance[state] ?? absent(state);
    if (of < 0) return this.timelines.leaveOf(delayer[state] ?? absent(state));
    return this.states.collectives.instances.columns.delayerEnd[of] ?? absent(of);
  }

  private putGroup(waiting: number, delaying: number): void {
    const { operation, end } = this.states.collectives.members.columns;
    const waitingEnd = end[waiting] ?? absent(waiting);
    const delayingEnd = end[delaying] ?? absent(delaying);
    const time = Math.min(waitingEnd, delayingEnd);
    this.put(this.waiting, operation[waiting] ?? absent(waiting), time, waitingEnd);
    this.put(this.delaying, operation[delaying] ?? absent(delaying), time, delayingEnd);
  }

  /**
   * Converts a time into the excluded part of the first interval, which begins with the synchronizing operation.
   * @param time when the stretch begins
   * @param end of the operation's synchronizing part; time after it is excluded
   */
  private put(side: Start, operation: number, time: number, end: number): void {
    const { enter, leave } = this.timelines.operations.columns;
    const state = this.stateOf[operation] ?? absent(operation);
    const waited = state === NO_STATE ? 0 : (this.states.table.columns.seconds[state] ?? absent(state));
    const ahead = (enter[operation] ?? absent(operation)) + waited - time;
    const passed = Math.max(0, -ahead) + Math.max(0, (leave[operation] ?? absent(operation)) - end);
    side.set(this.timelines.indexOf(operation), passed, Math.min(waited, Math.max(0, ahead)));
  }
}
