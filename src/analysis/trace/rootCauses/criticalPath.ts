import { Operation } from '../operations.js';
import { PairSums } from '../pairSums.js';
import { BEGINNING, barrierOf, teamOf } from './intervals.js';
import type { MarkPlace, Timelines } from './timelines.js';
import { Kind, type WaitStates } from './waitStates.js';

/** Stands for "waited for nothing". */
const NOWHERE = -1;

/**
 * Time on the critical path by call-tree node and location: the longest sequence of work without waiting, found by
 * going backwards from its end and on to the location that was waited for wherever there was waiting (Böhme et al.
 * 2012). It begins with the start of MPI; on a thread it comes from the fork of its team.
 * @param end the path runs up to this mark, which is not contained
 */
export function criticalPath(states: WaitStates, timelines: Timelines, end: MarkPlace): PairSums {
  const path = new PairSums();
  const leads = new Leads(states, timelines);
  let at: MarkPlace | undefined = end;
  // Every step goes back in time; where the clocks of a trace contradict each other it might not.
  for (let steps = leads.count + 1; at !== undefined && steps > 0; steps--) at = goBack(timelines, leads, at, path);
  return path;
}

/** Goes back on one location until another one was waited for. */
function goBack(
  timelines: Timelines,
  leads: Leads,
  { location, index }: MarkPlace,
  path: PairSums,
): MarkPlace | undefined {
  const timeline = timelines.of(location);
  if (timeline === undefined) return undefined;
  const { row, start, node, seconds } = timeline.intervals;
  const { kind } = timelines.records.operations.columns;
  for (let at = index - 1; at >= 0; at--) {
    for (let entry = start[at]; entry < start[at + 1]; entry++) path.add(node[entry], location, seconds[entry]);
    if (row[at] >= 0 && kind[row[at]] === Operation.Init) return undefined;
    const next = leads.from(row[at]);
    if (next !== undefined && next.location !== location) return next;
  }
  return undefined;
}

/** Where the path goes on before a mark. */
class Leads {
  /** How often the path can leave a location. */
  readonly count: number;
  /** The mark that was waited for, by row of `operations` and of the barriers. */
  private readonly operation: Int32Array;
  private readonly barrier: Int32Array;

  constructor(
    { table }: WaitStates,
    private readonly timelines: Timelines,
  ) {
    const { waiter, delayer, kind } = table.columns;
    this.operation = new Int32Array(timelines.records.operations.length).fill(NOWHERE);
    this.barrier = new Int32Array(timelines.threads.barriers.length).fill(NOWHERE);
    for (let state = 0; state < table.length; state++) {
      if (kind[state] === Kind.None) continue;
      const barrier = barrierOf(waiter[state]);
      if (barrier === undefined) this.operation[waiter[state]] = delayer[state];
      else this.barrier[barrier] = delayer[state];
    }
    this.count = table.length + timelines.threads.teamSizes.length * 2;
  }

  /** Where the path comes from, if not from the same location. */
  from(mark: number): MarkPlace | undefined {
    if (mark === BEGINNING) return undefined;
    const team = teamOf(mark);
    if (team !== undefined) return this.timelines.forkOf(team);
    const barrier = barrierOf(mark);
    const late = barrier === undefined ? this.operation[mark] : this.barrier[barrier];
    if (late === NOWHERE) return undefined;
    return { location: this.timelines.locationOf(late), index: this.timelines.indexOf(late) };
  }
}
