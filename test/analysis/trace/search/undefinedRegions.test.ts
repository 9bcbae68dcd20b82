import { describe, expect, test } from 'vitest';
import { analyzeTrace } from '../../../../src/analysis/trace/index.js';
import { CollectiveOperation, EventKind } from '../../../../src/model/events.js';
import { NO_INDEX } from '../../../../src/model/definitions.js';
import type { Trace } from '../../../../src/model/trace.js';
import { acquire, openmpTrace, release } from '../../../support/openmpTrace.js';
import type { TraceBuilder } from '../../../support/traceBuilder.js';

/** The trace as a reader gives it when the definition of a region is missing. */
function withoutDefinitionOf(name: string, builder: TraceBuilder): Trace {
  const missing = builder.region(name);
  const trace = builder.build();
  return {
    ...trace,
    *batches(location) {
      for (const batch of trace.batches(location)) {
        const isRegion = (i: number): boolean => batch.kind[i] === EventKind.Enter || batch.kind[i] === EventKind.Leave;
        const reference = batch.reference.map((region, i) => (isRegion(i) && region === missing ? NO_INDEX : region));
        yield { ...batch, reference };
      }
    },
  };
}

function sums(trace: Trace): Record<string, number> {
  const { space } = analyzeTrace(trace, { program: 'test', correctClocks: false });
  const total = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);
  return Object.fromEntries(Array.from(space.severities, ([metric, { value }]) => [metric, total(value)]));
}

describe('in regions that the trace does not define', () => {
  test('locks are not waited for', () => {
    const builder = openmpTrace();
    const [a, b] = builder.process(2);
    release(acquire(a.enter(0, 'critical'), 1, 7), 5, 7).leave(6, 'critical');
    release(acquire(b.enter(2, 'critical'), 6, 7), 7, 7).leave(8, 'critical');
    expect(sums(builder.build())).toMatchObject({ omp_lock_contention_critical: 3 });
    expect(sums(withoutDefinitionOf('critical', builder))).not.toHaveProperty('omp_lock_contention_critical');
  });

  test('messages and collective operations wait in no call', () => {
    const builder = openmpTrace();
    const [a] = builder.process();
    const [b] = builder.process();
    const world = builder.communicator([0, 1]);
    a.enter(0, 'main').enter(4, 'MPI_Send').send(4, world, 1, 0, 8).leave(5, 'MPI_Send');
    b.enter(0, 'main').enter(1, 'MPI_Recv').recv(5, world, 0, 0, 8).leave(5, 'MPI_Recv');
    for (const [writer, time] of [
      [a, 6],
      [b, 8],
    ] as const) {
      writer.enter(time, 'MPI_Barrier').collectiveBegin(time).collectiveEnd(9, world, CollectiveOperation.Barrier);
      writer.leave(9, 'MPI_Barrier').leave(10, 'main');
    }
    expect(sums(builder.build())).toMatchObject({ mpi_latesender: 3, mpi_barrier_wait: 2 });
    expect(sums(withoutDefinitionOf('MPI_Recv', builder))).not.toHaveProperty('mpi_latesender');
    expect(sums(withoutDefinitionOf('MPI_Barrier', builder))).not.toHaveProperty('mpi_barrier_wait');
    expect(sums(withoutDefinitionOf('main', builder))).toMatchObject({ mpi_latesender: 3, mpi_barrier_wait: 2 });
  });
});
