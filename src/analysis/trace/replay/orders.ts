import { absent } from '../../../base/elements.js';
import type { Seconds } from '../../../base/units.js';
import { NONE } from '../records/communicationRecords.js';
import type { Choices } from './choices.js';

/** Times that differ by less are equal: sums of changed times are rounded. */
const EQUAL: Seconds = 1e-9;
/** A message is compared with so many received before it. */
const MOST_BEFORE = 64;

/** Whether a changed time comes before another one. */
export const isBefore = (one: Seconds, other: Seconds): boolean => one < other - EQUAL;

/** Orders of messages and locks that the changes of a lane reverse. */
export class ReversedOrders {
  /** By lane: 1 if any order is reversed. */
  readonly isReversed: Uint8Array;
  /** By MPI call: seconds by which its message comes earlier if messages are received as they come. */
  private readonly earlier: LaneValues;
  /** By ownership of a lock: how long threads hold the lock that now want it first, and when these release it at least. */
  private readonly held: LaneValues;
  private readonly until: LaneValues;

  constructor(lanes: number) {
    this.isReversed = new Uint8Array(lanes);
    this.earlier = new LaneValues(lanes, 0);
    this.held = new LaneValues(lanes, 0);
    this.until = new LaneValues(lanes, Number.NEGATIVE_INFINITY);
  }

  /** By lane; undefined for calls of which no message moves. */
  earlierAt(call: number): Float64Array | undefined {
    return this.earlier.at(call);
  }

  /** Keeps the longest move of a call. @param seconds negative if the message comes later */
  move(call: number, lane: number, seconds: Seconds): void {
    this.isReversed[lane] = 1;
    const by = this.earlier.added(call);
    if (Math.abs(seconds) > Math.abs(by[lane] ?? absent(lane))) by[lane] = seconds;
  }

  /** Whether other threads take a lock before an ownership. */
  isLate(ownership: number): boolean {
    return this.held.at(ownership) !== undefined;
  }

  /** When a lock is free for an ownership, if it was free for the first of those threads at a time. */
  freeAfter(ownership: number, lane: number, free: Seconds): Seconds {
    const held = this.held.at(ownership)?.[lane] ?? 0;
    return Math.max(free + held, this.until.at(ownership)?.[lane] ?? free);
  }

  /** Lets a thread take a lock before an ownership. @param wanted changed time at which it wants the lock */
  overtake(ownership: number, lane: number, wanted: Seconds, holds: Seconds): void {
    this.isReversed[lane] = 1;
    const [held, until] = [this.held.added(ownership), this.until.added(ownership)];
    held[lane] = (held[lane] ?? absent(lane)) + holds;
    until[lane] = Math.max(until[lane] ?? absent(lane), wanted + holds);
  }

  /** The orders of some lanes. */
  only(lanes: readonly number[]): ReversedOrders {
    const some = new ReversedOrders(lanes.length);
    some.isReversed.fill(1);
    some.earlier.addLanes(this.earlier, lanes);
    some.held.addLanes(this.held, lanes);
    some.until.addLanes(this.until, lanes);
    return some;
  }
}

/** A value for each lane, of some rows. */
class LaneValues {
  private readonly rows = new Map<number, Float64Array>();

  constructor(
    private readonly lanes: number,
    private readonly initial: number,
  ) {}

  at(row: number): Float64Array | undefined {
    return this.rows.get(row);
  }

  added(row: number): Float64Array {
    let values = this.rows.get(row);
    if (values === undefined) this.rows.set(row, (values = new Float64Array(this.lanes).fill(this.initial)));
    return values;
  }

  /** Adds the rows of others in which one of the lanes has a value. */
  addLanes(others: LaneValues, lanes: readonly number[]): void {
    for (const [row, values] of others.rows)
      if (lanes.some((lane) => values[lane] !== others.initial))
        this.added(row).set(lanes.map((lane) => values[lane] ?? absent(lane)));
  }
}

/** Measured times of the MPI calls, and the seconds by which each begins earlier, by `call * lanes + lane`. */
interface CallTimes {
  readonly enter: Float64Array;
  readonly leave: Float64Array;
  readonly saved: Float64Array;
}

/**
 * Watches for messages that the changes make overtake others which the program received before because they came first.
 * Two messages whose order is reversed exchange their times of arrival.
 */
export class OvertakingMessages {
  constructor(
    private readonly choices: Choices,
    private readonly times: CallTimes,
    private readonly lanes: number,
    private readonly reversed: ReversedOrders,
  ) {}

  /** @param call that has received its messages; the replay reached its end */
  received(call: number): void {
    const { ofCall, call: calls } = this.choices;
    for (let choice = ofCall[call] ?? NONE; choice !== NONE && calls[choice] === call; choice++) this.compare(choice);
  }

  /** Compares a message with those received before it, until all of these were received before it was sent. */
  private compare(choice: number): void {
    const { before, call, posted } = this.choices;
    const { leave } = this.times;
    let other = before[choice] ?? absent(choice);
    for (let count = 0; count < MOST_BEFORE && other !== NONE; count++) {
      const receiving = call[other] ?? absent(other);
      if ((posted[choice] ?? absent(choice)) > (leave[receiving] ?? absent(receiving))) return;
      if (receiving !== call[choice] && !this.exchange(choice, other)) return;
      other = before[other] ?? absent(other);
    }
  }

  /** Exchanges the arrivals of two messages if their order is reversed. @returns whether it could have come before others */
  private exchange(choice: number, other: number): boolean {
    const { send, call } = this.choices;
    const { enter } = this.times;
    const [sent, sentBefore] = [send[choice] ?? absent(choice), send[other] ?? absent(other)];
    const isInOrder = (enter[sentBefore] ?? absent(sentBefore)) <= (enter[sent] ?? absent(sent));
    const receiving = call[other] ?? absent(other);
    let isOpen = false;
    for (let lane = 0; lane < this.lanes; lane++) {
      const arrival = this.changed(sent, lane);
      if (arrival < this.changed(receiving, lane)) isOpen = true;
      const arrivalBefore = this.changed(sentBefore, lane);
      if (!isInOrder || !isBefore(arrival, arrivalBefore)) continue;
      this.move(other, lane, arrivalBefore - arrival);
      this.move(choice, lane, arrival - arrivalBefore);
    }
    return isOpen;
  }

  private move(choice: number, lane: number, seconds: Seconds): void {
    const { call, probe } = this.choices;
    this.reversed.move(call[choice] ?? absent(choice), lane, seconds);
    const probed = probe[choice] ?? absent(choice);
    if (probed !== NONE) this.reversed.move(probed, lane, seconds);
  }

  /** Changed begin of a call. */
  private changed(call: number, lane: number): Seconds {
    const { enter, saved } = this.times;
    return (enter[call] ?? absent(call)) - (saved[call * this.lanes + lane] ?? absent(call));
  }
}
