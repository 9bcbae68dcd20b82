import fc from 'fast-check';
import { elementAt } from '../../../../src/base/elements.js';
import { EventKind } from '../../../../src/model/events.js';
import { type LocationWriter, TraceBuilder } from '../../../support/traceBuilder.js';

/** Actions of each thread of a team in a parallel region: calls, and a critical section or not, then a barrier. */
interface ParallelRegion {
  readonly site: number;
  /** Ticks of work of each thread before the barrier. */
  readonly work: readonly number[];
  /** Threads that enter the critical section, in the order in which they get it. */
  readonly critical: readonly number[];
}

export interface TeamProgram {
  readonly processes: number;
  readonly threads: number;
  /** Whether the trace defines the threads of a team, or leaves it to the reader. */
  readonly named: boolean;
  readonly regions: readonly ParallelRegion[];
}

export const teamPrograms: fc.Arbitrary<TeamProgram> = fc.integer({ min: 2, max: 4 }).chain((threads) =>
  fc.record({
    processes: fc.integer({ min: 1, max: 2 }),
    threads: fc.constant(threads),
    named: fc.boolean(),
    regions: fc.array(
      fc.record({
        site: fc.integer({ min: 0, max: 1 }),
        work: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: threads, maxLength: threads }),
        critical: fc.shuffledSubarray([...Array(threads).keys()]),
      }),
      { maxLength: 4 },
    ),
  }),
);

/** One team's barrier: when each thread came. */
export interface Barrier {
  readonly enters: readonly number[];
}

/** Writes the trace of a program in which every process does the same, a little later than the one before. */
export function writeTeams(program: TeamProgram): { builder: TraceBuilder; barriers: Barrier[] } {
  const builder = new TraceBuilder();
  builder.region('parallel', { paradigm: 'openmp', role: 'parallel' });
  builder.region('critical', { paradigm: 'openmp', role: 'critical' });
  builder.region('barrier', { paradigm: 'openmp', role: 'implicit-barrier' });
  const sites = [builder.site('a.c', 1), builder.site('a.c', 2)];
  const barriers: Barrier[] = [];
  for (let process = 0; process < program.processes; process++) {
    const threads = builder.process(program.threads);
    const ranks = threads.map(({ location }) => location);
    const team = program.named ? builder.communicator(ranks, { paradigm: 'openmp' }) : 0;
    let time = process * 0.25;
    threads[0].enter(time, 'main');
    for (const region of program.regions)
      time = writeRegion(threads, team, region, elementAt(sites, region.site), time, barriers);
    threads[0].leave(time + 1, 'main');
  }
  return { builder, barriers };
}

function writeRegion(
  threads: readonly LocationWriter[],
  team: number,
  { work, critical }: ParallelRegion,
  site: number,
  start: number,
  barriers: Barrier[],
): number {
  const master = elementAt(threads, 0);
  master.enter(start + 1, 'solve', site).event(EventKind.ThreadFork, start + 2, [3, threads.length]);
  let free = start + 3;
  for (const writer of threads) {
    writer.event(EventKind.ThreadTeamBegin, start + 2.5, [team]).enter(start + 3, 'parallel');
  }
  const enters = threads.map((_, thread) => start + 3 + elementAt(work, thread));
  critical.forEach((thread, turn) => {
    const writer = elementAt(threads, thread);
    writer.enter(elementAt(enters, thread), 'critical');
    const acquired = Math.max(free, elementAt(enters, thread)) + 0.5;
    writer.event(EventKind.ThreadAcquireLock, acquired, [3, 7, turn]);
    writer.event(EventKind.ThreadReleaseLock, acquired + 1, [3, 7, turn]);
    free = acquired + 1;
    enters[thread] = acquired + 1.5;
    writer.leave(enters[thread], 'critical');
  });
  const end = Math.max(...enters) + 1;
  threads.forEach((writer, thread) => {
    writer
      .enter(elementAt(enters, thread), 'barrier')
      .leave(end + thread / 8, 'barrier')
      .leave(end + 1, 'parallel');
    writer.event(EventKind.ThreadTeamEnd, end + 1, [team]);
  });
  barriers.push({ enters });
  master.event(EventKind.ThreadJoin, end + 2, [3]).leave(end + 3, 'solve');
  return end + 3;
}
