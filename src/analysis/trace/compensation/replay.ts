import { absent, elementAt } from '../../../base/elements.js';
import type { Definitions } from '../../../model/definitions.js';
import type { Processes } from '../../../model/processes.js';
import { Operation } from '../metrics/operations.js';
import { BarrierInstances } from '../threads/barrierInstances.js';
import { Arrivals } from './arrivals.js';
import { LocationClocks } from './clocks.js';
import { NO_JOINT } from './joints.js';
import type { LocationShifts } from './locationTimes.js';
import { Point, Points, type Replayed } from './points.js';
import { TeamForks } from './teamForks.js';

export interface ReplayResult {
  /** By location. */
  readonly shifts: readonly LocationShifts[];
  /** Waits that are shorter than the cost of recording in them. */
  readonly negative: number;
}

/**
 * Replays what locations waited for, in the order of time in which it was measured, which is one that causes come before
 * their effects in: what came after a wait ended did not end it. Who waits for whom, which thread has a lock after
 * which, and what a loop of tests found stay as they were measured.
 */
export function replay(replayed: Replayed, definitions: Definitions, processes: Processes): ReplayResult {
  const replayer = new Replayer(replayed, definitions, processes);
  new Points(replayed).visit((point, row, time) => replayer.at(point, row, time));
  const { clocks } = replayer;
  return { shifts: clocks.locationShifts(), negative: clocks.negative };
}

class Replayer {
  readonly clocks: LocationClocks;
  /** Delays of locations: at the beginning of each call and barrier, and when a lock was requested and released. */
  private readonly callLate: Float64Array;
  private readonly barrierLate: Float64Array;
  private readonly wantedLate: Float64Array;
  private readonly releasedLate: Float64Array;
  private readonly joints: readonly Arrivals[];
  private readonly barriers: BarrierInstances;
  private readonly barrierArrivals = new Map<number, Arrivals>();
  /** The ownership that each lock of each process had last. */
  private readonly owners = new Map<string, number>();
  private readonly forks: TeamForks;
  private readonly others = new Arrivals();

  constructor(
    private readonly replayed: Replayed,
    definitions: Definitions,
    private readonly processes: Processes,
  ) {
    const { records, threads, overhead, joints } = replayed;
    this.clocks = new LocationClocks(definitions.locations.length, overhead.moments);
    this.callLate = new Float64Array(records.operations.length).fill(Number.NaN);
    this.barrierLate = new Float64Array(threads.barriers.length);
    this.wantedLate = new Float64Array(threads.ownerships.length);
    this.releasedLate = new Float64Array(threads.ownerships.length).fill(Number.NaN);
    this.joints = joints.before.map(() => new Arrivals());
    this.barriers = new BarrierInstances(threads);
    this.forks = new TeamForks(overhead.teams, processes, definitions);
  }

  at(point: number, row: number, time: number): void {
    if (point === Point.CallEnter) this.enterCall(row, time);
    else if (point === Point.CallLeave) this.leaveCall(row, time);
    else if (point === Point.BarrierEnter) this.enterBarrier(row, time);
    else if (point === Point.BarrierLeave) this.leaveBarrier(row, time);
    else if (point === Point.Team) this.team(row, time);
    else this.lock(point, row, time);
  }

  private enterCall(call: number, time: number): void {
    const { records, joints } = this.replayed;
    const late = this.clocks.overhead(records.operations.columns.location[call] ?? absent(call), time);
    this.callLate[call] = late;
    const joint = joints.entered[call] ?? absent(call);
    if (joint !== NO_JOINT) elementAt(this.joints, joint).add(time, late);
  }

  private leaveCall(call: number, until: number): void {
    const { records, joints, partners } = this.replayed;
    const { location, enter, kind } = records.operations.columns;
    const at = location[call] ?? absent(call);
    if (kind[call] === Operation.Undecided) return;
    const { others } = this;
    others.clear();
    const end = partners.first[call + 1] ?? absent(call);
    for (let edge = partners.first[call] ?? absent(call); edge < end; edge++) {
      const partner = partners.partner[edge] ?? absent(edge);
      const late = this.callLate[partner] ?? absent(partner);
      if (!Number.isNaN(late)) others.add(enter[partner] ?? absent(partner), late);
    }
    for (let joint = joints.awaited[call] ?? absent(call); joint !== NO_JOINT; joint = elementAt(joints.before, joint))
      others.addAll(elementAt(this.joints, joint));
    const [from, overhead] = [enter[call] ?? absent(call), this.callLate[call] ?? absent(call)];
    this.clocks.endWait({ location: at, from, overhead, until }, others, this.clocks.overhead(at, until));
  }

  private enterBarrier(row: number, time: number): void {
    const { location } = this.replayed.threads.barriers.columns;
    const late = this.clocks.overhead(location[row] ?? absent(row), time);
    this.barrierLate[row] = late;
    const instance = this.barriers.instanceOf(row);
    let arrivals = this.barrierArrivals.get(instance);
    if (arrivals === undefined) this.barrierArrivals.set(instance, (arrivals = new Arrivals()));
    arrivals.add(time, late);
  }

  private leaveBarrier(row: number, until: number): void {
    const { location, enter } = this.replayed.threads.barriers.columns;
    const others = this.barrierArrivals.get(this.barriers.instanceOf(row));
    if (others === undefined || this.barriers.lastOf(row) === undefined) return;
    const at = location[row] ?? absent(row);
    const [from, overhead] = [enter[row] ?? absent(row), this.barrierLate[row] ?? absent(row)];
    this.clocks.endWait({ location: at, from, overhead, until }, others, this.clocks.overhead(at, until));
  }

  private lock(point: number, row: number, time: number): void {
    const { location, lock, enter, release } = this.replayed.threads.ownerships.columns;
    const at = location[row] ?? absent(row);
    const late = this.clocks.overhead(at, time);
    if (point === Point.LockWanted) this.wantedLate[row] = late;
    else if (point === Point.LockReleased) this.releasedLate[row] = late;
    else {
      const key = `${elementAt(this.processes.ofLocation, at)} ${lock[row]}`;
      const before = this.owners.get(key);
      this.owners.set(key, row);
      const released = before === undefined ? Number.NaN : (this.releasedLate[before] ?? absent(before));
      if (before === undefined || Number.isNaN(released) || location[before] === at) return;
      this.others.clear();
      this.others.add(release[before] ?? absent(before), released);
      const [from, overhead] = [enter[row] ?? absent(row), this.wantedLate[row] ?? absent(row)];
      this.clocks.endWait({ location: at, from, overhead, until: time }, this.others, late);
    }
  }

  /** A thread that takes part in the team of another one begins when that forked it. */
  private team(row: number, until: number): void {
    const { location, before, costBefore } = this.replayed.overhead.teams.columns;
    const at = location[row] ?? absent(row);
    const late = this.clocks.overhead(at, until);
    const fork = this.forks.at(row, late);
    if (fork === undefined) return;
    this.others.clear();
    this.others.add(fork.time, fork.late);
    const from = before[row] ?? absent(row);
    const overhead = this.clocks.lateBy(at, costBefore[row] ?? absent(row));
    this.clocks.endWait({ location: at, from, overhead, until }, this.others, late);
  }
}
