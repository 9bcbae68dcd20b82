import type { Membership } from '../profile/teams.js';
import type { ThreadRecords } from './threadRecords.js';

/** Keeps the OpenMP barriers one location passes. */
export class Barriers {
  constructor(
    private readonly records: ThreadRecords,
    private readonly location: number,
  ) {}

  /**
   * The thread enters a barrier.
   * @param member its part in the team whose barrier it is
   * @param tasks how long the thread executed explicit tasks up to now
   * @returns the row, to be handed to `leave`
   */
  enter(time: number, node: number, region: number, member: Membership, tasks: number): number {
    const { barriers } = this.records;
    const row = barriers.addRow();
    const { columns } = barriers;
    columns.location[row] = this.location;
    columns.node[row] = node;
    columns.region[row] = region;
    columns.team[row] = member.team;
    columns.position[row] = member.barriers++;
    columns.enter[row] = time;
    columns.leave[row] = Number.NaN;
    columns.tasks[row] = -tasks;
    return row;
  }

  leave(row: number, time: number, tasks: number): void {
    const { columns } = this.records.barriers;
    columns.leave[row] = time;
    columns.tasks[row] += tasks;
  }
}
