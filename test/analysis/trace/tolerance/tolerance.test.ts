import { describe, expect, test } from 'vitest';
import type { Doubt } from '../../../../src/model/findings/findings.js';
import { EventKind } from '../../../../src/model/events.js';
import { analyzeTrace } from '../../../../src/analysis/trace/index.js';
import { begin, end, fork, join, openmpTrace } from '../../../support/openmpTrace.js';
import { analyzed } from '../../../support/damageRules.js';
import { damaged } from '../../../support/damagedTrace.js';
import { incompletenessOf, values } from '../../../support/analyzed.js';
import { type LocationWriter, TraceBuilder } from '../../../support/traceBuilder.js';

function processes(count: number): { builder: TraceBuilder; writers: LocationWriter[]; world: number } {
  const builder = new TraceBuilder();
  const writers = Array.from({ length: count }, () => builder.process()[0]);
  return { builder, writers, world: builder.communicator(writers.map(({ location }) => location)) };
}

function doubtOf(builder: TraceBuilder): Doubt | undefined {
  return incompletenessOf(analyzeTrace(builder.build(), { program: 'test' }).report);
}

function send(writer: LocationWriter, enter: number, world: number, to: number): void {
  writer
    .enter(enter, 'MPI_Send')
    .send(enter, world, to, 0, 8)
    .leave(enter + 0.5, 'MPI_Send');
}

function receive(writer: LocationWriter, enter: number, leave: number, world: number, from: number): void {
  writer.enter(enter, 'MPI_Recv').recv(leave, world, from, 0, 8).leave(leave, 'MPI_Recv');
}

describe('what a trace leaves uncertain', () => {
  test('locations that end early are reported with their time, and the unjudged parts', () => {
    const { builder, writers } = processes(4);
    writers.forEach((writer) => writer.enter(0, 'main').enter(1, 'work'));
    [1.2, 1.5, 2].forEach((time, i) => builder.writer(i).leave(time, 'work'));
    builder.writer(3).leave(4, 'work').leave(4, 'main');
    expect(doubtOf(builder)).toEqual({
      kind: 'incomplete-trace',
      severity: 'warning',
      title: 'Incomplete trace',
      sentence:
        '3 of 4 locations end early (MPI Rank 0 at 1.20 s; MPI Rank 1 at 1.50 s; MPI Rank 2 at 2.00 s). Waits that need the ' +
        'missing records are not judged, nor are the causes of waiting after 1.20 s, the critical path and the balance of the locations.',
      advice: expect.stringContaining('measure again') as string,
      uncertainty: {
        certainUntil: 1.2,
        leftOut: 0,
        locations: [
          { location: 0, name: 'MPI Rank 0', state: 'cut', from: 1.2, missing: 0.7, openRegions: 1 },
          { location: 1, name: 'MPI Rank 1', state: 'cut', from: 1.5, missing: 0.625, openRegions: 1 },
          { location: 2, name: 'MPI Rank 2', state: 'cut', from: 2, missing: 0.5, openRegions: 1 },
        ],
      },
    });
  });

  test('a call that is open at the end is not judged; the same call with its end is', () => {
    const trace = (isLeft: boolean): TraceBuilder => {
      const { builder, world } = processes(2);
      send(builder.writer(0), 3, world, 1);
      builder.writer(1).enter(1, 'MPI_Recv').recv(4, world, 0, 0, 8);
      if (isLeft) builder.writer(1).leave(4, 'MPI_Recv');
      return builder;
    };
    expect(values(trace(true), 'mpi_latesender')).toEqual({ 'MPI_Recv\t1': 2 });
    expect(values(trace(false), 'mpi_latesender')).toEqual({});
    expect(doubtOf(trace(true))).toBeUndefined();
    expect(doubtOf(trace(false))?.uncertainty?.locations).toMatchObject([{ location: 1, state: 'cut', from: 4 }]);
  });

  test('a lost send shifts its channel, so that none of its receives is judged; another channel is', () => {
    const { builder, world } = processes(3);
    [1, 5].forEach((time) => send(builder.writer(0), time, world, 1));
    builder.writer(0).enter(9, 'MPI_Send').leave(9.5, 'MPI_Send');
    [0, 4, 8].forEach((time) => receive(builder.writer(1), time, time + 2, world, 0));
    send(builder.writer(2), 11, world, 1);
    receive(builder.writer(1), 10.5, 12, world, 2);
    expect(values(builder, 'mpi_latesender')).toEqual({ 'MPI_Recv\t1': 0.5 });
    expect(doubtOf(builder)).toMatchObject({
      sentence: expect.stringContaining('3 receives without a certain send. ') as string,
      uncertainty: { locations: [{ location: 1, state: 'messages', unmatchedReceives: 1, doubtfulReceives: 2 }] },
    });
  });

  test('completions that the measurement does not record are reported as requests, and affect no other verdict', () => {
    const { builder, world } = processes(2);
    builder.writer(0).enter(0, 'MPI_Isend').isend(0, world, 1, 1, 8, 7).leave(0.5, 'MPI_Isend');
    send(builder.writer(0), 3, world, 1);
    builder.writer(1).enter(0, 'MPI_Irecv').irecvRequest(0, 3).leave(0.5, 'MPI_Irecv');
    receive(builder.writer(1), 1, 4, world, 0);
    expect(values(builder, 'mpi_latesender')).toEqual({ 'MPI_Recv\t1': 2 });
    expect(doubtOf(builder)?.uncertainty?.locations).toEqual([
      { location: 0, name: 'MPI Rank 0', state: 'messages', unmatchedSends: 1, openRequests: 1 },
      { location: 1, name: 'MPI Rank 1', state: 'messages', openRequests: 1 },
    ]);
  });

  test('a receive after one that stays open is not judged where the sends may not all be there', () => {
    const { builder, world } = processes(2);
    send(builder.writer(0), 3, world, 1);
    send(builder.writer(0), 4, world, 1);
    builder.writer(1).enter(0, 'MPI_Irecv').irecvRequest(0, 3).leave(0.5, 'MPI_Irecv');
    receive(builder.writer(1), 1, 5, world, 0);
    // The first message goes to the open receive, as the second send would prove.
    const cut = analyzed(damaged(builder.build(), { cut: new Map([[0, 3]]) }));
    expect(cut.space.severities.get('mpi_latesender')?.value ?? []).toHaveLength(0);
    expect(incompletenessOf(cut.report)?.uncertainty?.locations[1]).toMatchObject({
      doubtfulReceives: 1,
      openRequests: 1,
    });
  });

  test('calls and returns that do not fit together, and locations that record no calls', () => {
    const { builder } = processes(3);
    builder.writer(0).enter(0, 'a').enter(1, 'b').leave(2, 'a').leave(3, 'b');
    builder.writer(1).event(EventKind.BufferFlush, 1, [2]).event(EventKind.BufferFlush, 3, [3.5]);
    builder.writer(2).enter(0, 'a').leave(4, 'a');
    expect(doubtOf(builder)).toMatchObject({
      sentence: expect.stringMatching(
        /^1 of 3 locations has calls and returns that do not fit \(MPI Rank 0\), 1 of 3 locations records no calls \(MPI Rank 1\)\. /,
      ) as string,
      uncertainty: { locations: [{ state: 'unbalanced', strayLeaves: 2 }, { state: 'metrics-only' }] },
    });
  });

  test('the end of MPI is not judged where a process may not have come to it', () => {
    const { builder } = processes(3);
    [1, 3, 2].forEach((time, i) => builder.writer(i).enter(time, 'MPI_Finalize').leave(4, 'MPI_Finalize'));
    expect(values(builder, 'mpi_finalize_wait')).toEqual({ 'MPI_Finalize\t0': 2, 'MPI_Finalize\t2': 1 });
    const part = damaged(builder.build(), { missing: new Set([1]) });
    expect(analyzed(part).space.severities.get('mpi_finalize_wait')?.value ?? []).toHaveLength(0);
  });

  test('threads are judged up to where the first of their process ends', () => {
    const builder = openmpTrace();
    const [master, ...workers] = builder.process(3);
    const region = (at: number): void => {
      fork(master, at)
        .enter(at + 1, 'barrier')
        .leave(at + 4, 'barrier');
      join(master, at + 5);
      for (const worker of workers) {
        begin(worker, at)
          .enter(at + 3, 'barrier')
          .leave(at + 4, 'barrier');
        end(worker, at + 5);
      }
    };
    region(0);
    region(10);
    expect(values(builder, 'omp_ebarrier_wait')).toEqual({ 'parallel/barrier\t0': 4 });
    // The second team then looks as if it had two threads.
    const cut = damaged(builder.build(), { cut: new Map([[1, 6]]) });
    const waits = analyzed(cut).report.statistics?.find(({ property }) => property === 'omp_ebarrier_wait');
    expect(waits).toMatchObject({ count: 1, sum: 2 });
    expect(incompletenessOf(analyzed(cut).report)?.uncertainty?.locations).toMatchObject([
      { location: 1, state: 'cut' },
    ]);
  });
});
