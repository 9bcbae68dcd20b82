import { absent, elementAt } from '../../../base/elements.js';
import type { Problem } from '../../../base/problem.js';
import { counted } from '../../../base/text.js';
import type { Processes } from '../../../model/processes.js';
import type { RegionTable } from '../profile/regionTable.js';
import type { ThreadRecords } from '../records/threadRecords.js';
import type { WaitingPlace } from '../statistics/instances.js';
import type { Tolerance } from '../tolerance/index.js';
import type { Waits } from '../severities/waits.js';
import { teamBarrierWait, waitingEnds } from '../../../properties/omp_ebarrier_wait/formula.js';

/**
 * Waiting of threads at the barriers of their team (Wolf 2003, example 3.5): `latest ENTER of the team - own ENTER`,
 * not longer than until the own LEAVE, without the time of explicit tasks executed inside the barrier meanwhile. The n-th
 * barrier of each thread of a team is one instance. Barriers that not all threads of a team have are left out,
 * because it is not known who was the last; so are those that a thread leaves after another one of its process ends early.
 */
export function analyzeBarriers(
  records: ThreadRecords,
  processes: Processes,
  regions: RegionTable,
  waits: Waits,
  tolerance: Tolerance,
): Problem[] {
  const instances = new BarrierInstances(records);
  const { location, region, team, enter, awaiting } = records.barriers.columns;
  let uncertain = 0;
  let since = Number.POSITIVE_INFINITY;
  for (let row = 0; row < records.barriers.length; row++) {
    const place = placeOf(records.barriers, row);
    const process = processes.ofLocation[place.location] ?? absent(place.location);
    const until = tolerance.processes.until(process);
    const isCounted = tolerance.processes.endsEarly(process) || instances.isEven(team[row] ?? absent(row));
    const last = isCounted ? instances.lastOf(row) : undefined;
    if (last === undefined || !(place.leave <= until)) {
      uncertain++;
      since = Math.min(since, place.enter);
      continue;
    }
    const end = waitingEnds(enter[last] ?? absent(last), place.leave);
    const tasks = tasksUntil(end, row, records);
    awaiting[row] = tasks;
    const seconds = teamBarrierWait(end, place.enter, tasks);
    if (last === row || !(seconds > 0)) continue;
    const from = elementAt(regions.metric, region[row] ?? absent(row));
    const metric = from === 'omp_ebarrier' ? 'omp_ebarrier_wait' : 'omp_ibarrier_wait';
    waits.addAt(from, metric, place, seconds, location[last] ?? absent(last));
    waits.states.addBarrier(row, last, seconds);
  }
  tolerance.leaveOut(uncertain, since);
  if (uncertain === 0) return [];
  const message =
    `Left out of the search for waiting time: ${counted(uncertain, 'OpenMP barrier')} of single threads. The other threads of ` +
    'the team have no such barrier, or it does not end; the trace is probably incomplete.';
  return [{ level: 'warning', message }];
}

function placeOf({ columns }: ThreadRecords['barriers'], row: number): WaitingPlace {
  const { node, location, enter, leave } = columns;
  return {
    node: node[row] ?? absent(row),
    location: location[row] ?? absent(row),
    enter: enter[row] ?? absent(row),
    leave: leave[row] ?? absent(row),
  };
}

/** How long the thread of a barrier executed explicit tasks inside it until `end`, in seconds. */
function tasksUntil(end: number, row: number, { barriers, taskSpans }: ThreadRecords): number {
  const { tasks, firstSpan, endSpan } = barriers.columns;
  const first = firstSpan[row] ?? absent(row);
  let later = 0;
  // Spans are in order of time: those that matter are the last ones.
  for (let span = (endSpan[row] ?? absent(row)) - 1; span >= first; span--) {
    const begin = taskSpans.columns.begin[span] ?? absent(span);
    const ended = taskSpans.columns.end[span] ?? absent(span);
    if (!(ended > end)) break;
    later += ended - Math.max(begin, end);
  }
  return Math.max(0, (tasks[row] ?? absent(row)) - later);
}

/** Which thread is the last to enter each barrier. */
class BarrierInstances {
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

  private instanceOf(row: number): number {
    const { team, position } = this.records.barriers.columns;
    const of = team[row] ?? absent(row);
    return (this.first[of] ?? absent(of)) + (position[row] ?? absent(row));
  }

  /**
   * Whether all threads of a team have as many barriers. If not, though each of them is there up to the end, records
   * got lost and the count of the others is shifted.
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
