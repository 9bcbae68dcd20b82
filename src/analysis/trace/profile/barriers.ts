import { addAt } from '../../../base/elements.js';
import type { Membership } from './teams.js';
import type { ThreadRecords } from '../records/threadRecords.js';

/** Keeps the OpenMP barriers one location passes. */
export class Barriers {
  /** Nesting depth of the thread's barriers: more than one if a task forked a separate team. */
  private open = 0;

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
    columns.firstSpan[row] = this.records.taskSpans.length;
    this.open++;
    return row;
  }

  leave(row: number, time: number, tasks: number): void {
    const { columns } = this.records.barriers;
    columns.leave[row] = time;
    addAt(columns.tasks, row, tasks);
    this.end(row);
  }

  /** The barrier was closed without its LEAVE. */
  endUnseen(row: number): void {
    this.records.barriers.columns.leave[row] = Number.NaN;
    this.end(row);
  }

  /** The thread executed explicit tasks from `begin` to `end`; kept only where that is inside a barrier. */
  executedTasks(begin: number, end: number): void {
    if (this.open === 0) return;
    const { taskSpans } = this.records;
    const row = taskSpans.addRow();
    taskSpans.columns.begin[row] = begin;
    taskSpans.columns.end[row] = end;
  }

  private end(row: number): void {
    this.records.barriers.columns.endSpan[row] = this.records.taskSpans.length;
    this.open--;
  }
}
