import { describe, expect, test } from 'vitest';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { CollectiveOperation } from '../../../src/model/events.js';
import type { Finding } from '../../../src/model/findings/findings.js';
import { TraceBuilder } from '../../support/traceBuilder.js';

/**
 * Rank 0 works for 5 s in `slow` before it sends. Rank 1 was idle and forwards the message to rank 2 at once, so that
 * rank 2 waits for rank 0.
 */
function chain(): readonly Finding[] {
  const builder = new TraceBuilder();
  builder.region('slow', { file: '/src/app.c', beginLine: 3, endLine: 9 });
  const first = builder.site('/src/app.c', 20);
  const second = builder.site('/src/app.c', 30);
  const [[a], [b], [c]] = [builder.process(), builder.process(), builder.process()];
  const world = builder.communicator([0, 1, 2]);
  a.enter(0, 'main').enter(0, 'slow').leave(5, 'slow');
  a.enter(5, 'MPI_Send').send(5, world, 1, 0, 8).leave(5, 'MPI_Send').leave(8, 'main');
  b.enter(0, 'main').enter(0, 'MPI_Recv', first).recv(5, world, 0, 0, 8).leave(5, 'MPI_Recv');
  b.enter(5, 'MPI_Send').send(5, world, 2, 0, 8).leave(5, 'MPI_Send').leave(8, 'main');
  c.enter(0, 'main').enter(1, 'MPI_Recv', second).recv(5, world, 1, 0, 8).leave(5, 'MPI_Recv').leave(8, 'main');
  return analyzeTrace(builder.build(), { program: 'chain' }).report.findings;
}

const told = ({ rootCauses = [] }: Finding) =>
  rootCauses.map(({ region, place, locations }) => [region, place?.line, locations.map(({ location }) => location)]);

describe('root causes of a finding', () => {
  test('are the code that made others wait', () => {
    const direct = chain().find(({ place }) => place?.line === 20);
    expect(direct && told(direct)).toEqual([['slow', 3, [0]]]);
    expect(direct?.rootCauses?.[0]?.seconds).toBeCloseTo(5, 9);
    expect(direct?.rootCauses?.[0]?.share).toBeCloseTo(1, 9);
  });

  test('are found through the waiting of others', () => {
    const indirect = chain().find(({ place }) => place?.line === 30);
    expect(indirect?.seconds).toBeCloseTo(4, 9);
    expect(indirect && told(indirect)).toEqual([['slow', 3, [0]]]);
    expect(indirect?.rootCauses?.[0]?.seconds).toBeCloseTo(4, 9);
  });

  test('have the longer execution that explains the wait, which determines the advice', () => {
    for (const finding of chain()) {
      if (finding.property !== 'mpi_latesender') continue;
      expect(finding.rootCauses?.[0]?.longer).toBeCloseTo(5, 9);
      expect(finding.advice).toMatch(/^Balance the work of slow: MPI Rank 0 takes 5\.00 s longer there/);
    }
  });

  test('have no longer execution if each rank is late in turn', () => {
    const builder = new TraceBuilder();
    builder.region('slow', { file: '/src/app.c', beginLine: 3, endLine: 9 });
    const ranks = [builder.process(), builder.process()].map(([rank]) => rank);
    const world = builder.communicator([0, 1]);
    for (const rank of ranks) rank.enter(0, 'main');
    for (const [turn, late] of [0, 1, 0, 1].entries())
      for (const [at, rank] of ranks.entries()) {
        const begin = 10 * turn + (at === late ? 5 : 1);
        rank
          .enter(10 * turn, 'slow')
          .leave(begin, 'slow')
          .enter(begin, 'MPI_Barrier');
        rank
          .collectiveBegin(begin)
          .collectiveEnd(10 * turn + 5, world, CollectiveOperation.Barrier)
          .leave(10 * turn + 5, 'MPI_Barrier');
      }
    for (const rank of ranks) rank.leave(40, 'main');
    const { findings } = analyzeTrace(builder.build(), { program: 'turns' }).report;
    const waits = findings.filter(({ property }) => property === 'mpi_barrier_wait');
    expect(waits.map(({ rootCauses }) => rootCauses?.map(({ region }) => region))).toEqual([['slow']]);
    expect(waits[0]?.rootCauses?.[0]).not.toHaveProperty('longer');
    expect(waits[0]?.advice).not.toMatch(/^Balance the work of/);
  });
});
