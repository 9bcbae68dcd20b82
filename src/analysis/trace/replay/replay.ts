import { absent, elementAt } from '../../../base/elements.js';
import type { Definitions } from '../../../model/definitions.js';
import type { Processes } from '../../../model/processes.js';
import { Operation } from '../metrics/operations.js';
import { NONE } from '../records/communicationRecords.js';
import type { BarrierInstances } from '../threads/barrierInstances.js';
import { Arrivals, BarrierArrivals } from './arrivals.js';
import type { Choices } from './choices.js';
import { LocationClocks, type ShiftRecorder, type Wait } from './clocks.js';
import { NO_JOINT } from './joints.js';
import { LockOwners, LockTimes } from './lockOwners.js';
import { OvertakingMessages, type ReversedOrders } from './orders.js';
import { type OverlappedWaits, Overlaps } from './overlaps.js';
import type { OwnTimes } from './ownTimes.js';
import { endOfTasks, Point, type Points, type Replayed } from './points.js';
import { Sections } from './sections.js';
import { TeamForks } from './teamForks.js';

/** Part of a replay that is not as measured. */
export interface ReplayChanges {
  /** Changes of the locations' own time, by lane. */
  readonly own: OwnTimes;
  /** By lane and call path of a barrier: 1 if the threads that meet there share their time before it equally. */
  readonly shared?: readonly (Uint8Array | undefined)[];
  readonly overlapped?: OverlappedWaits;
  /** Receives the changes of the first lane. */
  readonly log?: ShiftRecorder;
  /** Orders are only kept if omitted. */
  readonly orders?: OrderChanges;
}

/** How a replay treats orders of messages and locks that its changes reverse. */
export type OrderChanges =
  /** Keeps them as measured, and collects them. */
  | { readonly kind: 'measured'; readonly choices: Choices; readonly reversed: ReversedOrders }
  /** Messages are received as they come, and the first that wants a lock does not wait for later ones. */
  | { readonly kind: 'first come'; readonly reversed: ReversedOrders };

/**
 * Replays the waits of locations in the order of their measured times. Causes come before their effects in it: an event
 * after the end of a wait did not end it. The measured order of waits, of locks, and of the results of tests is kept,
 * except where `orders` changes it.
 * @returns the clocks at the end
 */
export function replay(
  points: Points,
  changes: ReplayChanges,
  definitions: Definitions,
  processes: Processes,
): LocationClocks {
  const replayer = new Replayer(points, changes, definitions, processes);
  points.visit((point, row, time) => replayer.at(point, row, time));
  replayer.finish();
  return replayer.clocks;
}

class Replayer {
  readonly clocks: LocationClocks;
  private readonly replayed: Replayed;
  private readonly lanes: number;
  /** Seconds saved by locations, by row and lane: at the begin of calls and barriers. */
  private readonly callSaved: Float64Array;
  private readonly barrierSaved: Float64Array;
  /** If waits are overlapped in any lane. */
  private readonly overlaps: Overlaps | undefined;
  /** If threads share their time in any lane. */
  private readonly sections: Sections | undefined;
  private readonly lockTimes: LockTimes;
  /** By joint. */
  private readonly joints: Arrivals;
  private readonly barriers: BarrierInstances;
  /** Barriers that threads are in, and those that can be used again. */
  private readonly met = new Map<number, BarrierArrivals>();
  private readonly unused: BarrierArrivals[] = [];
  private readonly owners: LockOwners;
  /** Collects messages whose order is reversed. */
  private readonly overtaking: OvertakingMessages | undefined;
  private readonly forks: TeamForks;
  /** One row. */
  private readonly others: Arrivals;
  private readonly wait: Wait = { location: 0, from: 0, until: 0 };
  /** For values of one location. */
  private readonly present: Float64Array;

  constructor(
    { replayed, barriers }: Points,
    private readonly changes: ReplayChanges,
    definitions: Definitions,
    processes: Processes,
  ) {
    const { records, threads, teams, joints } = replayed;
    this.replayed = replayed;
    this.barriers = barriers;
    this.clocks = new LocationClocks(definitions.locations.length, changes.own, changes.log);
    const { lanes } = this.clocks;
    this.lanes = lanes;
    this.callSaved = new Float64Array(records.operations.length * lanes).fill(Number.NaN);
    this.barrierSaved = new Float64Array(threads.barriers.length * lanes);
    const { log, shared = [], overlapped } = changes;
    if (overlapped !== undefined) this.overlaps = new Overlaps(this.clocks, overlapped, definitions.locations.length);
    if (shared.some((paths) => paths !== undefined))
      this.sections = new Sections(this.clocks, log, definitions.locations.length);
    this.lockTimes = new LockTimes(threads.ownerships.length, lanes);
    this.owners = new LockOwners(threads.ownerships, processes, this.lockTimes, lanes);
    this.overtaking = overtakingOf(changes.orders, records, this.callSaved, lanes);
    this.joints = new Arrivals(joints.before.length, lanes);
    this.forks = new TeamForks(teams, processes, definitions);
    this.others = new Arrivals(1, lanes);
    this.present = new Float64Array(lanes);
  }

  at(point: number, row: number, time: number): void {
    if (point === Point.CallEnter) this.enterCall(row, time);
    else if (point === Point.CallLeave) this.leaveCall(row, time);
    else if (point === Point.BarrierEnter) this.enterBarrier(row, time);
    else if (point === Point.BarrierTasks) this.endTasks(row, time);
    else if (point === Point.BarrierLeave) this.leaveBarrier(row, time);
    else if (point === Point.Team) this.team(row, time);
    else this.lock(point, row, time);
  }

  /** All points were visited. */
  finish(): void {
    this.overlaps?.finish();
  }

  private enterCall(call: number, time: number): void {
    const { records, joints } = this.replayed;
    const { location: locations, node } = records.operations.columns;
    const location = locations[call] ?? absent(call);
    const at = call * this.lanes;
    this.clocks.advance(location, time);
    this.overlaps?.enter(location, node[call] ?? absent(call), time);
    this.clocks.keepSaved(location, this.callSaved, at);
    this.sections?.begin(location, time);
    const joint = joints.entered[call] ?? absent(call);
    if (joint !== NO_JOINT) this.joints.add(joint, time, this.callSaved, at);
  }

  private leaveCall(call: number, until: number): void {
    const { records, joints, partners } = this.replayed;
    const { location, enter, kind, node } = records.operations.columns;
    if (kind[call] === Operation.Undecided) return;
    const { others, callSaved, lanes } = this;
    const { orders } = this.changes;
    const earlier = orders?.kind === 'first come' ? orders.reversed.earlierAt(call) : undefined;
    others.clear(0);
    const end = partners.first[call + 1] ?? absent(call);
    for (let edge = partners.first[call] ?? absent(call); edge < end; edge++) {
      const partner = partners.partner[edge] ?? absent(edge);
      if (Number.isNaN(callSaved[partner * lanes])) continue;
      if (earlier === undefined) others.add(0, enter[partner] ?? absent(partner), callSaved, partner * lanes);
      else this.addMoved(partner, earlier);
    }
    for (let joint = joints.awaited[call] ?? absent(call); joint !== NO_JOINT; joint = elementAt(joints.before, joint))
      others.addAll(0, this.joints, joint);
    const at = location[call] ?? absent(call);
    const from = enter[call] ?? absent(call);
    if (this.overlaps === undefined) this.endWait(at, from, until, callSaved, call * lanes);
    else this.endOverlapped(this.overlaps, node[call] ?? absent(call), call, at, from, until);
    this.sections?.begin(at, until);
    this.overtaking?.received(call);
  }

  /** Adds the arrival of a message that comes earlier by some seconds, by lane. */
  private addMoved(partner: number, earlier: Float64Array): void {
    const { present, lanes } = this;
    for (let lane = 0; lane < lanes; lane++)
      present[lane] = (this.callSaved[partner * lanes + lane] ?? absent(partner)) + (earlier[lane] ?? absent(lane));
    this.others.add(0, this.replayed.records.operations.columns.enter[partner] ?? absent(partner), present, 0);
  }

  /** Ends a wait for `others`. @param begun seconds saved at its begin, from `at` on by lane */
  private endWait(location: number, from: number, until: number, begun: Float64Array, at: number): void {
    this.reachEnd(location, from, until);
    this.clocks.endWait(this.wait, begun, at, this.others);
  }

  /** The same for a call whose wait is overlapped in some lanes. */
  private endOverlapped(
    overlaps: Overlaps,
    path: number,
    call: number,
    location: number,
    from: number,
    until: number,
  ): void {
    const { clocks, wait, others, callSaved, lanes } = this;
    this.reachEnd(location, from, until);
    for (let lane = 0; lane < lanes; lane++) {
      const before = callSaved[call * lanes + lane] ?? absent(call);
      if (overlaps.isOverlapped(lane, path)) overlaps.end(lane, wait, before, others);
      else clocks.endIn(lane, wait, before, others);
    }
  }

  /** Advances to the end of a wait. */
  private reachEnd(location: number, from: number, until: number): void {
    const { wait } = this;
    this.clocks.advance(location, until);
    wait.location = location;
    wait.from = from;
    wait.until = until;
  }

  private enterBarrier(row: number, time: number): void {
    const location = this.replayed.threads.barriers.columns.location[row] ?? absent(row);
    this.clocks.advance(location, time);
    this.clocks.keepSaved(location, this.barrierSaved, row * this.lanes);
    const instance = this.barriers.instanceOf(row);
    let met = this.met.get(instance);
    if (met === undefined) this.met.set(instance, (met = this.unused.pop() ?? new BarrierArrivals(this.lanes)));
    met.enter(time, this.barrierSaved, row * this.lanes);
    this.sections?.enter(location, met);
  }

  /** A barrier also waits for the tasks that its threads execute in it. */
  private endTasks(row: number, time: number): void {
    const location = this.replayed.threads.barriers.columns.location[row] ?? absent(row);
    this.clocks.advance(location, time);
    this.clocks.keepSaved(location, this.barrierSaved, row * this.lanes);
    this.met.get(this.barriers.instanceOf(row))?.arrivals.add(0, time, this.barrierSaved, row * this.lanes);
  }

  private leaveBarrier(row: number, until: number): void {
    const { threads } = this.replayed;
    const instance = this.barriers.instanceOf(row);
    const met = this.met.get(instance);
    if (met === undefined || this.barriers.lastOf(row) === undefined) return;
    const { location, enter, node } = threads.barriers.columns;
    const path = node[row] ?? absent(row);
    const tasks = endOfTasks(threads, row);
    this.reachEnd(location[row] ?? absent(row), tasks ?? enter[row] ?? absent(row), until);
    for (let lane = 0; lane < this.lanes; lane++) {
      const before = this.barrierSaved[row * this.lanes + lane] ?? absent(row);
      const isShared = tasks === undefined && this.changes.shared?.[lane]?.[path] === 1;
      if (isShared) {
        if (lane === 0) this.sections?.end(this.wait, before, met.shared(0));
        this.clocks.arrive(this.wait, lane, before, met.arrivals.last(0), met.shared(lane));
      } else this.clocks.endIn(lane, this.wait, before, met.arrivals);
    }
    this.sections?.begin(this.wait.location, until);
    if (++met.left < met.entered) return;
    this.met.delete(instance);
    met.clear();
    this.unused.push(met);
  }

  private lock(point: number, row: number, time: number): void {
    const { location } = this.replayed.threads.ownerships.columns;
    const { clocks, lockTimes, lanes } = this;
    const { orders } = this.changes;
    const at = location[row] ?? absent(row);
    clocks.advance(at, time);
    if (point === Point.LockWanted) clocks.keepSaved(at, lockTimes.wanted, row * lanes);
    else if (point === Point.LockAcquired) this.acquire(row, at, time);
    else {
      clocks.keepSaved(at, lockTimes.released, row * lanes);
      if (orders?.kind === 'measured') this.owners.collect(row, orders.reversed);
    }
  }

  /** Ends the wait for the owner of a lock. */
  private acquire(row: number, at: number, time: number): void {
    const { location, enter, release } = this.replayed.threads.ownerships.columns;
    const { lanes, others, present, lockTimes, owners, clocks } = this;
    const { orders } = this.changes;
    const from = enter[row] ?? absent(row);
    const before = owners.take(row);
    const isFree = before === NONE || Number.isNaN(lockTimes.released[before * lanes]) || location[before] === at;
    others.clear(0);
    if (orders?.kind === 'first come' && (!isFree || orders.reversed.isLate(row))) {
      const measured = isFree ? from : (release[before] ?? absent(before));
      for (let lane = 0; lane < lanes; lane++) present[lane] = measured - owners.freeFor(row, lane, orders.reversed);
      others.add(0, measured, present, 0);
    } else if (!isFree) others.add(0, release[before] ?? absent(before), lockTimes.released, before * lanes);
    this.endWait(at, from, time, lockTimes.wanted, row * lanes);
    clocks.keepSaved(at, lockTimes.acquired, row * lanes);
  }

  /** A thread that takes part in the team of another one begins when that forked it. */
  private team(row: number, until: number): void {
    const { location, before } = this.replayed.teams.columns;
    const { clocks, lanes, others, present } = this;
    const at = location[row] ?? absent(row);
    clocks.advance(at, until);
    clocks.keepSaved(at, present, 0);
    const fork = this.forks.at(row, present);
    if (fork === undefined) return;
    others.clear(0);
    others.add(0, fork.time, fork.saved, 0);
    for (let lane = 0; lane < lanes; lane++) present[lane] = clocks.savedBefore(row, at, lane);
    this.endWait(at, before[row] ?? absent(row), until, present, 0);
    this.sections?.begin(at, until);
  }
}

function overtakingOf(
  orders: OrderChanges | undefined,
  { operations }: Replayed['records'],
  saved: Float64Array,
  lanes: number,
): OvertakingMessages | undefined {
  if (orders?.kind !== 'measured' || orders.choices.call.length === 0) return undefined;
  const { enter, leave } = operations.columns;
  return new OvertakingMessages(orders.choices, { enter, leave, saved }, lanes, orders.reversed);
}
