import { absent, elementAt } from '../../../base/elements.js';
import type { Problem } from '../../../base/problem.js';
import { counted } from '../../../base/text.js';
import type { Processes } from '../../../model/processes.js';
import type { RegionTable } from '../profile/regionTable.js';
import type { ThreadRecords } from '../records/threadRecords.js';
import type { WaitingPlace } from '../statistics/instances.js';
import type { Tolerance } from '../tolerance/index.js';
import type { Waits } from '../waits/waits.js';
import { BarrierInstances } from './barrierInstances.js';
import { teamBarrierWait, waitingEnds } from '../../../properties/omp_ebarrier_wait/formula.js';

/**
 * Finds waiting of threads at the barriers of their team (Wolf 2003, example 3.5): `latest ENTER of the team - own
 * ENTER`, until the own LEAVE at most. The time of explicit tasks executed inside the barrier meanwhile is subtracted.
 * The n-th barrier of each thread of a team is one instance. Barriers missing from some threads of a team are excluded,
 * because the last thread is unknown. The same applies to barriers that a thread leaves after another one of its
 * process ends early.
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
    `Excluded from the search for waiting time: ${counted(uncertain, 'OpenMP barrier')} of single threads. The other threads of ` +
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
