import { describe, expect, test } from 'vitest';
import { analyzeTrace } from '../../../../src/analysis/trace/index.js';
import { NO_INDEX } from '../../../../src/model/definitions.js';
import { CollectiveOperation, CollectiveRoot } from '../../../../src/model/events.js';
import { problems, values } from '../../../support/analyzed.js';
import { type LocationWriter, TraceBuilder } from '../../../support/traceBuilder.js';

const { Barrier, Allreduce, Allgatherv, Alltoallv, Bcast, Reduce, Scan } = CollectiveOperation;

interface Part {
  readonly begin: number;
  readonly end: number;
  readonly sent?: number;
  readonly received?: number;
  readonly root?: number;
}

function call(writer: LocationWriter, name: string, operation: number, communicator: number, part: Part): void {
  writer.enter(part.begin, name).collectiveBegin(part.begin);
  writer.collectiveEnd(part.end, communicator, operation, part).leave(part.end + 0.25, name);
}

function processes(count: number): { builder: TraceBuilder; writers: LocationWriter[]; world: number } {
  const builder = new TraceBuilder();
  const writers = Array.from({ length: count }, () => builder.process()[0]);
  return { builder, writers, world: builder.communicator(writers.map(({ location }) => location)) };
}

describe('collective operations', () => {
  test('wait at a barrier ends with the record, not with the region', () => {
    const { builder, world } = processes(3);
    [0, 4, 2].forEach((begin, i) => call(builder.writer(i), 'MPI_Barrier', Barrier, world, { begin, end: 5 + i }));
    expect(values(builder, 'mpi_barrier_wait')).toEqual({ 'MPI_Barrier\t0': 4, 'MPI_Barrier\t2': 2 });
    expect(values(builder, 'mpi_barrier_completion')).toEqual({ 'MPI_Barrier\t1': 1, 'MPI_Barrier\t2': 2 });
    expect(values(builder, 'mpi_sync_collective')).toEqual({
      'MPI_Barrier\t0': 5.25,
      'MPI_Barrier\t1': 2.25,
      'MPI_Barrier\t2': 5.25,
    });
  });

  test('operations on different communicators are counted apart', () => {
    const { builder, world } = processes(3);
    const pair = builder.communicator([2, 0]);
    call(builder.writer(0), 'MPI_Barrier', Barrier, pair, { begin: 0, end: 3 });
    call(builder.writer(2), 'MPI_Barrier', Barrier, pair, { begin: 3, end: 3 });
    [4, 5, 9].forEach((begin, i) =>
      call(builder.writer(i), 'MPI_Allreduce', Allreduce, world, { begin, end: 9, sent: 8, received: 8 }),
    );
    expect(values(builder, 'mpi_barrier_wait')).toEqual({ 'MPI_Barrier\t0': 3 });
    expect(values(builder, 'mpi_wait_nxn')).toEqual({ 'MPI_Allreduce\t0': 5, 'MPI_Allreduce\t1': 4 });
  });

  test('where processes did not all overlap, only those that send hold up receivers', () => {
    const { builder, world } = processes(3);
    call(builder.writer(0), 'MPI_Allgatherv', Allgatherv, world, { begin: 0, end: 6, sent: 8, received: 16 });
    call(builder.writer(1), 'MPI_Allgatherv', Allgatherv, world, { begin: 5, end: 6, sent: 8, received: 16 });
    call(builder.writer(2), 'MPI_Allgatherv', Allgatherv, world, { begin: 9, end: 10, sent: 0, received: 16 });
    expect(values(builder, 'mpi_wait_nxn')).toEqual({ 'MPI_Allgatherv\t0': 5 });
  });

  test('operations without data, of one process, or without known pairs have no waiting time', () => {
    const { builder, world } = processes(2);
    const alone = builder.communicator([0]);
    const self = builder.communicator([], { self: true });
    call(builder.writer(0), 'MPI_Barrier', Barrier, alone, { begin: 0, end: 1 });
    call(builder.writer(0), 'MPI_Barrier', Barrier, self, { begin: 1, end: 2 });
    [3, 7].forEach((begin, i) => call(builder.writer(i), 'MPI_Allreduce', Allreduce, world, { begin, end: 8 }));
    [9, 12].forEach((begin, i) =>
      call(builder.writer(i), 'MPI_Alltoallv', Alltoallv, world, { begin, end: 13, sent: 8, received: 8 }),
    );
    for (const metric of ['mpi_barrier_wait', 'mpi_wait_nxn']) expect(values(builder, metric)).toEqual({});
    expect(problems(builder)).toEqual([expect.stringMatching(/: 1 collective operation\. MPI_Alltoallv/)]);
  });

  test('operations that miss members, or on which members disagree, are excluded', () => {
    const { builder, world } = processes(2);
    [0, 1].forEach((begin, i) => call(builder.writer(i), 'MPI_Barrier', Barrier, world, { begin, end: 2 }));
    call(builder.writer(0), 'MPI_Bcast', Bcast, world, { begin: 3, end: 4, root: 0, received: 8 });
    call(builder.writer(1), 'MPI_Allreduce', Allreduce, world, { begin: 5, end: 6 });
    call(builder.writer(0), 'MPI_Barrier', Barrier, world, { begin: 5, end: 6 });
    expect(values(builder, 'mpi_barrier_wait')).toEqual({ 'MPI_Barrier\t0': 1 });
    expect(problems(builder)).toEqual([expect.stringMatching(/: 2 collective operations\. Records of some processes/)]);
  });

  test('names the process that each one waits for', () => {
    const { builder, world } = processes(4);
    [0, 3, 1, 5].forEach((begin, i) =>
      call(builder.writer(i), 'MPI_Scan', Scan, world, { begin, end: 6, sent: 8, received: 8 }),
    );
    [7, 7, 9, 7].forEach((begin, i) =>
      call(builder.writer(i), 'MPI_Reduce', Reduce, world, {
        begin,
        end: 10,
        root: 1,
        sent: 8,
        received: i === 1 ? 32 : 0,
      }),
    );
    const { findings } = analyzeTrace(builder.build(), { program: 'test' }).report;
    const causes = findings.map(({ property, causes }) => [
      property,
      causes?.map(({ name, seconds }) => [name, seconds]),
    ]);
    expect(Object.fromEntries(causes)).toEqual({
      mpi_earlyscan: [['MPI Rank 1', 2]],
      mpi_earlyreduce: [['MPI Rank 2', 2]],
    });
  });

  test('finalization waits for the last process, and initialization completes after the first', () => {
    const { builder } = processes(2);
    [0, 1].forEach((begin, i) =>
      builder
        .writer(i)
        .enter(begin, 'MPI_Init')
        .leave(4 + i, 'MPI_Init'),
    );
    [8, 10].forEach((begin, i) => builder.writer(i).enter(begin, 'MPI_Finalize').leave(12, 'MPI_Finalize'));
    expect(values(builder, 'mpi_init_completion')).toEqual({ 'MPI_Init\t1': 1 });
    expect(values(builder, 'mpi_finalize_wait')).toEqual({ 'MPI_Finalize\t0': 2 });
  });

  test('on an intercommunicator each process waits for the other group', () => {
    const { builder } = processes(4);
    const between = builder.communicator([0, 1], { remoteRanks: [2, 3] });
    [0, 3, 2, 1].forEach((begin, i) => call(builder.writer(i), 'MPI_Barrier', Barrier, between, { begin, end: 4 + i }));
    expect(values(builder, 'mpi_barrier_wait')).toEqual({
      'MPI_Barrier\t0': 2,
      'MPI_Barrier\t2': 1,
      'MPI_Barrier\t3': 2,
    });
    expect(values(builder, 'mpi_barrier_completion')).toEqual({ 'MPI_Barrier\t1': 1, 'MPI_Barrier\t3': 1 });
    expect(problems(builder)).toEqual([]);
  });

  test('the root of an operation on an intercommunicator sends to the other group, or receives from it', () => {
    const { builder } = processes(4);
    const between = builder.communicator([0, 1], { remoteRanks: [2, 3] });
    const { Self, ThisGroup } = CollectiveRoot;
    // Process 3, rank 1 of its group, is late with the data.
    const bcast = [
      { begin: 0, end: 9, root: 1, received: 8 },
      { begin: 5, end: 9, root: 1, received: 8 },
      { begin: 1, end: 2, root: ThisGroup },
      { begin: 7, end: 8, root: Self, sent: 16 },
    ];
    bcast.forEach((times, i) => call(builder.writer(i), 'MPI_Bcast', Bcast, between, times));
    // Process 0 waits for the later one of the other group.
    const reduce = [
      { begin: 10, end: 20, root: Self, received: 8 },
      { begin: 18, end: 19, root: ThisGroup },
      { begin: 11, end: 20, root: 0, sent: 8 },
      { begin: 16, end: 20, root: 0, sent: 8 },
    ];
    reduce.forEach((times, i) => call(builder.writer(i), 'MPI_Reduce', Reduce, between, times));
    expect(values(builder, 'mpi_latebroadcast')).toEqual({ 'MPI_Bcast\t0': 7, 'MPI_Bcast\t1': 2 });
    expect(values(builder, 'mpi_earlyreduce')).toEqual({ 'MPI_Reduce\t0': 6 });
  });

  test('members of an intercommunicator that name different roots have no waiting time', () => {
    const { builder } = processes(2);
    const between = builder.communicator([0], { remoteRanks: [1] });
    call(builder.writer(0), 'MPI_Bcast', Bcast, between, { begin: 3, end: 4, root: CollectiveRoot.Self, sent: 8 });
    call(builder.writer(1), 'MPI_Bcast', Bcast, between, { begin: 0, end: 4, root: 1, received: 8 });
    expect(values(builder, 'mpi_latebroadcast')).toEqual({});
  });

  test('operations on communicators that the trace does not define are excluded', () => {
    const { builder, writers } = processes(2);
    writers.forEach((writer) => call(writer, 'MPI_Barrier', Barrier, NO_INDEX, { begin: 0, end: 1 }));
    expect(problems(builder)).toEqual([expect.stringMatching(/: 1 collective operation\. Records of some processes/)]);
  });

  test('a trace without records of collective operations still has their regions', () => {
    const { builder, writers } = processes(2);
    writers.forEach((writer, i) => writer.enter(i, 'MPI_Barrier').leave(3, 'MPI_Barrier'));
    expect(values(builder, 'mpi_sync_collective')).toEqual({ 'MPI_Barrier\t0': 3, 'MPI_Barrier\t1': 2 });
    expect(values(builder, 'mpi_barrier_wait')).toEqual({});
  });
});
