import { absent, elementAt } from '../../../base/elements.js';
import type { Seconds } from '../../../base/units.js';
import type { Definitions } from '../../../model/definitions.js';
import type { Processes } from '../../../model/processes.js';
import { NO_TEAM, type TeamRows } from '../records/teamRows.js';

interface TeamFork {
  readonly location: number;
  readonly time: Seconds;
  /** Seconds by which the forking thread is earlier than measured, by lane. */
  readonly saved: Float64Array;
  /** The trace's definition of the team, once the forking thread began its own part in it. */
  team: number;
  /** Locations that began in it: each does so once. */
  readonly begun: Set<number>;
}

/** So many forks of a process are looked at: teams that are open at the same time are nested, or soon begin. */
const RECENT = 16;

/** Which fork the beginning of a thread in a team belongs to. */
export class TeamForks {
  private readonly ofProcess: readonly TeamFork[][];

  constructor(
    private readonly teams: TeamRows,
    private readonly processes: Processes,
    private readonly definitions: Pick<Definitions, 'communicators'>,
  ) {
    this.ofProcess = processes.locations.map(() => []);
  }

  /**
   * The next fork or beginning of the trace, in order of time.
   * @param saved seconds by which its location is earlier than measured, by lane; copied
   * @returns the fork that a beginning belongs to; undefined for a fork, and for the forking thread itself
   */
  at(row: number, saved: Float64Array): TeamFork | undefined {
    const columns = this.teams.columns;
    const location = columns.location[row] ?? absent(row);
    const team = columns.team[row] ?? absent(row);
    const time = columns.time[row] ?? absent(row);
    const forks = elementAt(this.ofProcess, elementAt(this.processes.ofLocation, location));
    if (team === NO_TEAM) {
      forks.unshift({ location, time, saved: saved.slice(), team, begun: new Set() });
      forks.length = Math.min(forks.length, RECENT);
      return undefined;
    }
    const own = forks.find((fork) => fork.location === location && fork.team === NO_TEAM);
    if (own !== undefined) {
      own.team = team;
      return undefined;
    }
    const fork = this.forkOf(team, location, forks);
    fork?.begun.add(location);
    return fork;
  }

  /**
   * Returns the fork of a team, whose forking thread is a member of it. That thread may not have reported its team yet,
   * and a team's definition is reused if the same threads are forked again. Forks that reported this team come first;
   * those in which this thread already began are excluded.
   */
  private forkOf(team: number, location: number, forks: readonly TeamFork[]): TeamFork | undefined {
    const ranks = this.definitions.communicators[team]?.ranks ?? [];
    const others = forks.filter((fork) => fork.location !== location && !fork.begun.has(location));
    const members = others.filter((fork) => ranks.length === 0 || ranks.includes(fork.location));
    return (
      members.find((fork) => fork.team === team) ??
      members.find((fork) => fork.team === NO_TEAM) ??
      members[0] ??
      others[0]
    );
  }
}
