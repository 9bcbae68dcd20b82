import { unforeseenIn } from '../tables/forecast.js';
import { type Memory, OWN_MEMORY } from '../tables/memory.js';
import { Table } from '../tables/table.js';

/**
 * The records of OpenMP that cross threads, each location's in order of time. Columns hold seconds since the start of
 * the trace where they are times.
 */
export interface ThreadRecords {
  /**
   * Barriers a thread passed: `team` is the team's number, `position` counts the thread's barriers in that team.
   * `tasks` is the time of explicit tasks that the thread executed inside the barrier. `awaiting` is the part of it
   * before the last thread of the team arrived, which the search for waiting fills in. The rows `firstSpan` up to
   * `endSpan` (exclusive) of `taskSpans` contain their intervals. `leave` is NaN for one that was not left.
   */
  readonly barriers: Table<
    'enter' | 'leave' | 'tasks' | 'awaiting',
    'location' | 'node' | 'region' | 'team' | 'position' | 'firstSpan' | 'endSpan'
  >;
  /** When threads executed explicit tasks, one right after the other, inside barriers. */
  readonly taskSpans: Table<'begin' | 'end', never>;
  /**
   * Ownerships of a lock: `enter` is the ENTER of the acquiring region, `release` NaN when the lock is still held at
   * the end. `lock` is the trace's identifier, the same on all threads of a process.
   */
  readonly ownerships: Table<'enter' | 'acquire' | 'release' | 'lock', 'location' | 'node' | 'region'>;
  /** How many threads joined each team, by the team's number. */
  readonly teamSizes: number[];
}

export function emptyThreadRecords(memory: Memory = OWN_MEMORY): ThreadRecords {
  const forecast = unforeseenIn(memory);
  return {
    barriers: new Table(
      ['enter', 'leave', 'tasks', 'awaiting'],
      ['location', 'node', 'region', 'team', 'position', 'firstSpan', 'endSpan'],
      forecast,
    ),
    taskSpans: new Table(['begin', 'end'], [], forecast),
    ownerships: new Table(['enter', 'acquire', 'release', 'lock'], ['location', 'node', 'region'], forecast),
    teamSizes: [],
  };
}
