/** Which fork the beginning of a thread in a team belongs to, where several are open. */
import { describe, expect, it } from 'vitest';
import type { OverheadRecords } from '../../../../src/analysis/trace/overhead/pass.js';
import { NO_TEAM } from '../../../../src/analysis/trace/records/teamRows.js';
import { TeamForks } from '../../../../src/analysis/trace/replay/teamForks.js';
import { Table } from '../../../../src/analysis/trace/tables/table.js';

/** A fork of a location, or the beginning of a location in a team. */
type Step = readonly [location: number, team?: number];

/** The time of the fork that each step belongs to; a step's time is its place, and undefined where it belongs to none. */
function forksOf(teams: readonly (readonly number[])[], locations: number, steps: readonly Step[]) {
  const records: OverheadRecords['teams'] = new Table(['time', 'cost', 'before', 'costBefore'], ['location', 'team']);
  for (const [time, [location, team]] of steps.entries()) {
    const row = records.addRow();
    records.columns.time[row] = time;
    records.columns.location[row] = location;
    records.columns.team[row] = team ?? NO_TEAM;
  }
  const all = Array.from({ length: locations }, (_, location) => location);
  const processes = { ofLocation: new Int32Array(locations), locations: [all] };
  const communicators = teams.map((ranks, team) => ({ name: `team ${team}`, parent: -1, ranks, self: false }));
  const forks = new TeamForks(records, processes, { communicators });
  return steps.map((_, row) => forks.at(row, new Float64Array(1))?.time);
}

describe('the fork of a team', () => {
  it('is that of a member, if two threads fork at the same time before their teams are recorded', () => {
    const teams = [
      [0, 2],
      [1, 3],
    ];
    expect(forksOf(teams, 4, [[0], [1], [2, 0], [3, 1]])).toEqual([undefined, undefined, 0, 1]);
    expect(forksOf(teams, 4, [[1], [0], [2, 0], [3, 1]])).toEqual([undefined, undefined, 1, 0]);
  });

  it('is the outer one for a thread that begins late, when its forking thread has forked an inner team', () => {
    const teams = [
      [0, 1],
      [0, 2],
    ];
    expect(forksOf(teams, 3, [[0], [0, 0], [0], [1, 0], [2, 1]])).toEqual([undefined, undefined, undefined, 0, 2]);
  });

  it('is the next one for a thread that was in the team when the same threads were forked before', () => {
    const steps: Step[] = [[0], [0, 0], [1, 0], [0], [1, 0]];
    expect(forksOf([[0, 1]], 2, steps)).toEqual([undefined, undefined, 0, undefined, 3]);
  });

  it('is the newest if the trace does not define the members of the team', () => {
    expect(forksOf([[]], 3, [[0], [1], [2, 0]])).toEqual([undefined, undefined, 1]);
  });
});
