import { absent } from '../../../base/elements.js';
import type { ThreadRecords } from '../records/threadRecords.js';

/** Which thread is the last to enter each barrier. */
export class BarrierInstances {
  /** First instance of each team; instances of a team follow each other. */
  private readonly first: Int32Array;
  /** Row of the last ENTER, and number of threads, by instance. */
  private readonly last: Int32Array;
  private readonly members: Int32Array;

  constructor(private readonly records: ThreadRecords) {
    const { barriers, teamSizes } = records;
    const { team, position } = barriers.columns;
    this.first = new Int32Array(teamSizes.length + 1);
    for (let row = 0; row < barriers.length; row++) {
      const next = (team[row] ?? absent(row)) + 1;
      this.first[next] = Math.max(this.first[next] ?? absent(next), (position[row] ?? absent(row)) + 1);
    }
    let instances = 0;
    this.first.forEach((count, i) => (this.first[i] = instances += count));
    this.last = new Int32Array(instances).fill(-1);
    this.members = new Int32Array(instances);
    for (let row = 0; row < barriers.length; row++) this.enter(row);
  }

  private enter(row: number): void {
    const { enter } = this.records.barriers.columns;
    const instance = this.instanceOf(row);
    const last = this.last[instance] ?? absent(instance);
    this.members[instance] = (this.members[instance] ?? absent(instance)) + 1;
    if (last < 0 || (enter[row] ?? absent(row)) > (enter[last] ?? absent(last))) this.last[instance] = row;
  }

  /** Number of the barrier: the same for all threads that meet there. */
  instanceOf(row: number): number {
    const { team, position } = this.records.barriers.columns;
    const of = team[row] ?? absent(row);
    return (this.first[of] ?? absent(of)) + (position[row] ?? absent(row));
  }

  /**
   * Reports whether all threads of a team have the same number of barriers. If not, though each of them is recorded to
   * the end, records were lost and the count of the others is shifted.
   */
  isEven(team: number): boolean {
    const end = this.first[team + 1] ?? absent(team);
    return end === this.first[team] || this.members[end - 1] === this.records.teamSizes[team];
  }

  /** Row of the thread that entered the barrier of `row` last; undefined where threads of the team are missing. */
  lastOf(row: number): number | undefined {
    const team = this.records.barriers.columns.team[row] ?? absent(row);
    const instance = this.instanceOf(row);
    return this.members[instance] === this.records.teamSizes[team] ? this.last[instance] : undefined;
  }
}
