import { absent, elementAt } from '../../../base/elements.js';
import type { Definitions } from '../../../model/definitions.js';
import type { Processes } from '../../../model/processes.js';
import { Operation } from '../metrics/operations.js';
import { BarrierInstances } from '../threads/barrierInstances.js';
import { Arrivals } from './arrivals.js';
import { LocationClocks, type ShiftRecorder } from './clocks.js';
import { NO_JOINT } from './joints.js';
import type { OwnTimes } from './ownTimes.js';
import { endOfTasks, Point, type Points, type Replayed } from './points.js';
import { TeamForks } from './teamForks.js';

/** Part of a replay that is not as measured. */
export interface ReplayChanges {
  /** Changes of the locations' own time. */
  readonly own: OwnTimes;
  /** Whether the threads that meet at a barrier share their time before it equally; by row of `barriers`. */
  readonly isShared?: (barrier: number) => boolean;
  readonly log?: ShiftRecorder;
}

/**
 * Replays the waits of locations in the order of their measured times. Causes come before their effects in it: an event
 * after the end of a wait did not end it. The measured order of waits, of locks, and of the results of tests is kept.
 * @param points those of `replayed`
 * @returns the clocks at the end
 */
export function replay(
  replayed: Replayed,
  points: Points,
  changes: ReplayChanges,
  definitions: Definitions,
  processes: Processes,
): LocationClocks {
  const replayer = new Replayer(replayed, changes, definitions, processes);
  points.visit((point, row, time) => replayer.at(point, row, time));
  return replayer.clocks;
}

/** Arrivals at a barrier; all of them have come before the first thread leaves it. */
class BarrierArrivals extends Arrivals {
  /** Of the changed times of arrival. */
  sum = 0;
  count = 0;
}

class Replayer {
  readonly clocks: LocationClocks;
  /** Seconds saved by locations: at the begin of each call and barrier, and when a lock was requested and released. */
  private readonly callSaved: Float64Array;
  private readonly barrierSaved: Float64Array;
  private readonly wantedSaved: Float64Array;
  private readonly releasedSaved: Float64Array;
  private readonly joints: readonly Arrivals[];
  private readonly barriers: BarrierInstances;
  private readonly barrierArrivals = new Map<number, BarrierArrivals>();
  /** The ownership that each lock of each process had last. */
  private readonly owners = new Map<string, number>();
  private readonly forks: TeamForks;
  private readonly others = new Arrivals();

  constructor(
    private readonly replayed: Replayed,
    private readonly changes: ReplayChanges,
    definitions: Definitions,
    private readonly processes: Processes,
  ) {
    const { records, threads, teams, joints } = replayed;
    this.clocks = new LocationClocks(definitions.locations.length, changes.own, changes.log);
    this.callSaved = new Float64Array(records.operations.length).fill(Number.NaN);
    this.barrierSaved = new Float64Array(threads.barriers.length);
    this.wantedSaved = new Float64Array(threads.ownerships.length);
    this.releasedSaved = new Float64Array(threads.ownerships.length).fill(Number.NaN);
    this.joints = joints.before.map(() => new Arrivals());
    this.barriers = new BarrierInstances(threads);
    this.forks = new TeamForks(teams, processes, definitions);
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

  private enterCall(call: number, time: number): void {
    const { records, joints } = this.replayed;
    const saved = this.clocks.savedAt(records.operations.columns.location[call] ?? absent(call), time);
    this.callSaved[call] = saved;
    const joint = joints.entered[call] ?? absent(call);
    if (joint !== NO_JOINT) elementAt(this.joints, joint).add(time, saved);
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
      const saved = this.callSaved[partner] ?? absent(partner);
      if (!Number.isNaN(saved)) others.add(enter[partner] ?? absent(partner), saved);
    }
    for (let joint = joints.awaited[call] ?? absent(call); joint !== NO_JOINT; joint = elementAt(joints.before, joint))
      others.addAll(elementAt(this.joints, joint));
    const [from, saved] = [enter[call] ?? absent(call), this.callSaved[call] ?? absent(call)];
    this.clocks.endWait({ location: at, from, saved, until }, others, this.clocks.savedAt(at, until));
  }

  private enterBarrier(row: number, time: number): void {
    const { location } = this.replayed.threads.barriers.columns;
    const saved = this.clocks.savedAt(location[row] ?? absent(row), time);
    this.barrierSaved[row] = saved;
    const instance = this.barriers.instanceOf(row);
    let arrivals = this.barrierArrivals.get(instance);
    if (arrivals === undefined) this.barrierArrivals.set(instance, (arrivals = new BarrierArrivals()));
    arrivals.add(time, saved);
    arrivals.sum += time - saved;
    arrivals.count++;
  }

  /** A barrier also waits for the tasks that its threads execute in it. */
  private endTasks(row: number, time: number): void {
    const { location } = this.replayed.threads.barriers.columns;
    const saved = this.clocks.savedAt(location[row] ?? absent(row), time);
    this.barrierSaved[row] = saved;
    this.barrierArrivals.get(this.barriers.instanceOf(row))?.add(time, saved);
  }

  private leaveBarrier(row: number, until: number): void {
    const { threads } = this.replayed;
    const { location, enter } = threads.barriers.columns;
    const others = this.barrierArrivals.get(this.barriers.instanceOf(row));
    if (others === undefined || this.barriers.lastOf(row) === undefined) return;
    const at = location[row] ?? absent(row);
    const tasks = endOfTasks(threads, row);
    const from = tasks ?? enter[row] ?? absent(row);
    const wait = { location: at, from, saved: this.barrierSaved[row] ?? absent(row), until };
    const saved = this.clocks.savedAt(at, until);
    if (tasks === undefined && this.changes.isShared?.(row) === true)
      this.clocks.arrive(wait, others.measured, others.sum / others.count, saved);
    else this.clocks.endWait(wait, others, saved);
  }

  private lock(point: number, row: number, time: number): void {
    const { location, lock, enter, release } = this.replayed.threads.ownerships.columns;
    const at = location[row] ?? absent(row);
    const saved = this.clocks.savedAt(at, time);
    if (point === Point.LockWanted) this.wantedSaved[row] = saved;
    else if (point === Point.LockReleased) this.releasedSaved[row] = saved;
    else {
      const key = `${elementAt(this.processes.ofLocation, at)} ${lock[row]}`;
      const before = this.owners.get(key);
      this.owners.set(key, row);
      const released = before === undefined ? Number.NaN : (this.releasedSaved[before] ?? absent(before));
      if (before === undefined || Number.isNaN(released) || location[before] === at) return;
      this.others.clear();
      this.others.add(release[before] ?? absent(before), released);
      const [from, wanted] = [enter[row] ?? absent(row), this.wantedSaved[row] ?? absent(row)];
      this.clocks.endWait({ location: at, from, saved: wanted, until: time }, this.others, saved);
    }
  }

  /** A thread that takes part in the team of another one begins when that forked it. */
  private team(row: number, until: number): void {
    const { location, before } = this.replayed.teams.columns;
    const at = location[row] ?? absent(row);
    const own = this.changes.own.savedAt(at, until);
    const saved = this.clocks.savedWith(at, own);
    const fork = this.forks.at(row, saved);
    if (fork === undefined) return;
    this.others.clear();
    this.others.add(fork.time, fork.saved);
    const from = before[row] ?? absent(row);
    const savedBefore = this.clocks.savedWith(at, this.changes.own.savedBefore(row, own));
    this.clocks.endWait({ location: at, from, saved: savedBefore, until }, this.others, saved);
  }
}
