import { absent } from '../../../base/elements.js';
import type { Seconds } from '../../../base/units.js';
import type { CommunicationRecords } from '../records/communicationRecords.js';
import type { TeamRows } from '../records/teamRows.js';
import type { ThreadRecords } from '../records/threadRecords.js';
import { BarrierInstances } from '../threads/barrierInstances.js';
import { sortedByKey } from '../tables/sortedByKey.js';
import type { Dependencies } from './dependencies.js';
import { type Joints, NO_JOINT } from './joints.js';
import type { Partners } from './partners.js';

/** Event kind of a replay point; its row is one of the table of calls, barriers, ownerships or teams. */
export const Point = {
  CallEnter: 0,
  CallLeave: 1,
  BarrierEnter: 2,
  BarrierLeave: 3,
  LockWanted: 4,
  LockAcquired: 5,
  LockReleased: 6,
  Team: 7,
  /** A thread has executed its last task in a barrier. */
  BarrierTasks: 8,
} as const;

/** Inputs of the replay. */
export interface Replayed extends Dependencies {
  readonly records: Pick<CommunicationRecords, 'operations'>;
  readonly threads: ThreadRecords;
  readonly teams: TeamRows;
}

/** Prepared once for any number of replays: the moments at which locations wait, or at which others begin or end to wait for them. */
export class Points {
  readonly barriers: BarrierInstances;
  private count = 0;
  /** In order of time. */
  private time: Float64Array;
  private kind: Uint8Array;
  private row: Uint32Array;

  constructor(readonly replayed: Replayed) {
    const { records, threads, teams, partners, joints } = replayed;
    const { operations } = records;
    const { barriers, ownerships } = threads;
    this.barriers = new BarrierInstances(threads);
    const room = 2 * operations.length + 3 * barriers.length + 3 * ownerships.length + teams.length;
    this.time = new Float64Array(room);
    this.kind = new Uint8Array(room);
    this.row = new Uint32Array(room);
    const roles = rolesOf(operations.length, partners, joints);
    const { enter, leave } = operations.columns;
    for (let call = 0; call < operations.length; call++) {
      const role = roles[call];
      if (role === Role.None) continue;
      this.add(enter[call] ?? absent(call), Point.CallEnter, call);
      if (role === Role.Waits) this.add(leave[call] ?? absent(call), Point.CallLeave, call);
    }
    // At one location, equal times keep this order: it leaves a barrier, is in a team, takes a lock, enters a barrier.
    for (let row = 0; row < barriers.length; row++) if (this.leavesLater(row)) this.addLeave(row);
    for (let row = 0; row < teams.length; row++) this.add(teams.columns.time[row] ?? absent(row), Point.Team, row);
    for (let row = 0; row < ownerships.length; row++) {
      const { columns } = ownerships;
      this.add(columns.enter[row] ?? absent(row), Point.LockWanted, row);
      this.add(columns.acquire[row] ?? absent(row), Point.LockAcquired, row);
      this.add(columns.release[row] ?? absent(row), Point.LockReleased, row);
    }
    this.addBarriers();
    this.sort();
  }

  /** If all of it happens at one moment, threads leave a barrier after all have entered it and before they enter the next. */
  private addBarriers(): void {
    const { threads } = this.replayed;
    const { barriers } = threads;
    const rows = sortedByKey(Float64Array.from({ length: barriers.length }, (_, row) => this.barriers.instanceOf(row)));
    let left = 0;
    for (const [at, row] of rows.entries()) {
      this.add(barriers.columns.enter[row] ?? absent(row), Point.BarrierEnter, row);
      const tasks = endOfTasks(threads, row);
      if (tasks !== undefined) this.add(tasks, Point.BarrierTasks, row);
      const next = rows[at + 1];
      if (next !== undefined && this.barriers.instanceOf(next) === this.barriers.instanceOf(row)) continue;
      for (; left <= at; left++) {
        const leaving = rows[left] ?? absent(left);
        if (!this.leavesLater(leaving)) this.addLeave(leaving);
      }
    }
  }

  /** Visits all points in order of measured time; at one location, equal times keep the order of its events. */
  visit(visit: (point: number, row: number, time: number) => void): void {
    const { time, kind, row } = this;
    for (let at = 0; at < time.length; at++)
      visit(kind[at] ?? absent(at), row[at] ?? absent(at), time[at] ?? absent(at));
  }

  /** Whether a thread leaves a barrier after all have entered it: then it must not be visited after points of that time. */
  private leavesLater(row: number): boolean {
    const { columns } = this.replayed.threads.barriers;
    const last = this.barriers.lastOf(row) ?? row;
    const arrived = Math.max(columns.enter[row] ?? absent(row), columns.enter[last] ?? absent(last));
    const tasks = endOfTasks(this.replayed.threads, row) ?? arrived;
    return (columns.leave[row] ?? absent(row)) > Math.max(arrived, tasks);
  }

  private addLeave(row: number): void {
    this.add(this.replayed.threads.barriers.columns.leave[row] ?? absent(row), Point.BarrierLeave, row);
  }

  /** Events after the end of the records have no time. */
  private add(time: number, point: number, row: number): void {
    if (Number.isNaN(time)) return;
    this.time[this.count] = time;
    this.kind[this.count] = point;
    this.row[this.count++] = row;
  }

  private sort(): void {
    const { time, kind, row } = this;
    const order = sortedByKey(time.subarray(0, this.count));
    this.time = Float64Array.from(order, (from) => time[from] ?? absent(from));
    this.kind = Uint8Array.from(order, (from) => kind[from] ?? absent(from));
    this.row = order.map((from) => row[from] ?? absent(from));
  }
}

/** When a thread has executed its last task in a barrier; undefined if it executes none. @param row of `barriers` */
export function endOfTasks({ barriers, taskSpans }: ThreadRecords, row: number): Seconds | undefined {
  const { firstSpan, endSpan } = barriers.columns;
  const end = endSpan[row] ?? absent(row);
  return end > (firstSpan[row] ?? absent(row)) ? taskSpans.columns.end[end - 1] : undefined;
}

/** Role of an MPI call: only that of calls that wait ends at a moment that matters. */
const Role = { None: 0, Awaited: 1, Waits: 2 } as const;

function rolesOf(calls: number, { first, partner }: Partners, { entered, awaited }: Joints): Uint8Array {
  const roles = new Uint8Array(calls);
  for (const call of partner) roles[call] = Role.Awaited;
  for (let call = 0; call < calls; call++) {
    const hasPartners = (first[call + 1] ?? absent(call)) > (first[call] ?? absent(call));
    if (hasPartners || awaited[call] !== NO_JOINT) roles[call] = Role.Waits;
    else if (entered[call] !== NO_JOINT) roles[call] = Role.Awaited;
  }
  return roles;
}
