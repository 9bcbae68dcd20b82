import { describe, expect, test } from 'vitest';
import { EventKind } from '../../../../src/model/events.js';
import { problems, values } from '../../../support/analyzed.js';
import { type LocationWriter, TraceBuilder } from '../../../support/traceBuilder.js';

const WINDOW = 4;
const ORIGIN = 10;
const TARGET = 11;
const BARRIER = 0;
const EXCLUSIVE = 0;
const SHARED = 1;
/** The process of Win_lock_all. */
const ALL = 0xffff_ffff;

/** Processes 0 and 1 with a window; groups name one of them each. */
function pair(): { builder: TraceBuilder; a: LocationWriter; b: LocationWriter } {
  const builder = new TraceBuilder();
  const [[a], [b]] = [builder.process(), builder.process()];
  builder.windows.set(WINDOW, builder.communicator([0, 1]));
  builder.processGroups.set(ORIGIN, [0]);
  builder.processGroups.set(TARGET, [1]);
  return { builder, a, b };
}

function groupSync(writer: LocationWriter, call: string, enter: number, leave: number, group: number): void {
  writer.enter(enter, call).event(EventKind.RmaGroupSync, leave, [WINDOW, 1, group]).leave(leave, call);
}

function collective(writer: LocationWriter, call: string, enter: number, leave: number): void {
  writer.enter(enter, call).event(EventKind.RmaCollectiveBegin, enter);
  writer.event(EventKind.RmaCollectiveEnd, leave, [WINDOW, BARRIER, 1, -1, 0, 0]).leave(leave, call);
}

function put(writer: LocationWriter, enter: number, leave: number, bytes = 8): void {
  writer.enter(enter, 'MPI_Put').event(EventKind.RmaPut, leave, [WINDOW, 1, bytes, 1]).leave(leave, 'MPI_Put');
}

function locked(writer: LocationWriter, enter: number, acquired: number, unlock: number, type: number, of = 0): void {
  writer.enter(enter, 'MPI_Win_lock').event(EventKind.RmaAcquireLock, acquired, [WINDOW, of, 0, type]);
  writer.leave(acquired, 'MPI_Win_lock').enter(unlock, 'MPI_Win_unlock');
  writer.event(EventKind.RmaReleaseLock, unlock + 1, [WINDOW, of, 0]).leave(unlock + 1, 'MPI_Win_unlock');
}

describe('one-sided communication', () => {
  test('collective calls of a window wait for the last process', () => {
    const { builder, a, b } = pair();
    collective(a, 'MPI_Win_create', 0, 5);
    collective(b, 'MPI_Win_create', 3, 5);
    collective(a, 'MPI_Win_fence', 9, 11);
    collective(b, 'MPI_Win_fence', 6, 11);
    collective(a, 'MPI_Win_free', 12, 13);
    collective(b, 'MPI_Win_free', 12.5, 13);
    expect(values(builder, 'mpi_rma_wait_at_create')).toEqual({ 'MPI_Win_create\t0': 3 });
    expect(values(builder, 'mpi_rma_wait_at_fence')).toEqual({ 'MPI_Win_fence\t1': 3 });
    expect(values(builder, 'mpi_rma_wait_at_free')).toEqual({ 'MPI_Win_free\t0': 0.5 });
    expect(values(builder, 'syncs_rma_active')).toEqual({ 'MPI_Win_fence\t0': 1, 'MPI_Win_fence\t1': 1 });
    expect(problems(builder)).toEqual([]);
  });

  test('a start that blocks waits for the post; the target waits for the complete', () => {
    const { builder, a, b } = pair();
    groupSync(a, 'MPI_Win_start', 1, 6, TARGET);
    put(a, 7, 8);
    groupSync(a, 'MPI_Win_complete', 12, 13, TARGET);
    groupSync(b, 'MPI_Win_post', 5, 6, ORIGIN);
    groupSync(b, 'MPI_Win_wait', 7, 14, ORIGIN);
    expect(values(builder, 'mpi_rma_sync_late_post')).toEqual({ 'MPI_Win_start\t0': 4 });
    expect(values(builder, 'mpi_rma_comm_late_post')).toEqual({});
    expect(values(builder, 'mpi_rma_early_wait')).toEqual({ 'MPI_Win_wait\t1': 5 });
    expect(values(builder, 'mpi_rma_late_complete')).toEqual({ 'MPI_Win_wait\t1': 4 });
    expect(values(builder, 'bytes_put')).toEqual({ 'MPI_Put\t0': 8 });
    expect(values(builder, 'comms_rma_puts')).toEqual({ 'MPI_Put\t0': 1 });
    expect(problems(builder)).toEqual([]);
  });

  test('a start that returns before the post did not wait; the transfer or the complete did', () => {
    for (const [left, waiting] of [
      [7, { put: 2, complete: 0 }],
      [4, { put: 0, complete: 0.5 }],
    ] as const) {
      const { builder, a, b } = pair();
      groupSync(a, 'MPI_Win_start', 1, 2, TARGET);
      put(a, 3, left);
      groupSync(a, 'MPI_Win_complete', Math.max(left, 4.5), 8, TARGET);
      groupSync(b, 'MPI_Win_post', 5, 6, ORIGIN);
      groupSync(b, 'MPI_Win_wait', 9, 10, ORIGIN);
      expect(values(builder, 'mpi_rma_comm_late_post')).toEqual(waiting.put > 0 ? { 'MPI_Put\t0': waiting.put } : {});
      expect(values(builder, 'mpi_rma_sync_late_post')).toEqual(
        waiting.complete > 0 ? { 'MPI_Win_complete\t0': waiting.complete } : {},
      );
      expect(values(builder, 'mpi_rma_early_wait')).toEqual({});
    }
  });

  test('epochs follow each other: the n-th access belongs to the n-th exposure', () => {
    const { builder, a, b } = pair();
    for (const start of [0, 20]) {
      groupSync(a, 'MPI_Win_start', start + 1, start + 4, TARGET);
      groupSync(a, 'MPI_Win_complete', start + 5, start + 6, TARGET);
      groupSync(b, 'MPI_Win_post', start + 3, start + 4, ORIGIN);
      groupSync(b, 'MPI_Win_wait', start + 7, start + 8, ORIGIN);
    }
    expect(values(builder, 'mpi_rma_sync_late_post')).toEqual({ 'MPI_Win_start\t0': 4 });
    expect(values(builder, 'mpi_rma_early_wait')).toEqual({});
  });

  test('epochs whose other end is missing are excluded, and reported', () => {
    const { builder, a, b } = pair();
    groupSync(a, 'MPI_Win_start', 1, 6, TARGET);
    groupSync(a, 'MPI_Win_complete', 7, 8, TARGET);
    collective(b, 'MPI_Win_fence', 1, 2);
    expect(values(builder, 'mpi_rma_sync_late_post')).toEqual({});
    expect(problems(builder)).toEqual([expect.stringContaining('2 calls that synchronize one-sided communication')]);
  });

  test('an exclusive lock holds others up, shared ones do not hold up each other', () => {
    const { builder, a, b } = pair();
    locked(a, 0, 1, 5, EXCLUSIVE);
    locked(b, 2, 7, 8, EXCLUSIVE);
    expect(values(builder, 'mpi_rma_sync_lock_competition')).toEqual({ 'MPI_Win_lock\t1': 3 });
    expect(values(builder, 'syncs_rma_passive')['MPI_Win_unlock\t0']).toBe(1);

    const shared = pair();
    locked(shared.a, 0, 1, 5, SHARED);
    locked(shared.b, 2, 7, 8, SHARED);
    expect(values(shared.builder, 'mpi_rma_sync_lock_competition')).toEqual({});
  });

  test('the lock of all processes and the exclusive one of any of them hold up each other', () => {
    for (const [first, second, of] of [
      [EXCLUSIVE, SHARED, [1, ALL]],
      [SHARED, EXCLUSIVE, [ALL, 1]],
    ] as const) {
      const { builder, a, b } = pair();
      locked(a, 0, 1, 5, first, of[0]);
      locked(b, 2, 7, 8, second, of[1]);
      expect(values(builder, 'mpi_rma_sync_lock_competition')).toEqual({ 'MPI_Win_lock\t1': 3 });
    }
    const shared = pair();
    locked(shared.a, 0, 1, 5, SHARED, ALL);
    locked(shared.b, 2, 7, 8, SHARED, 1);
    expect(values(shared.builder, 'mpi_rma_sync_lock_competition')).toEqual({});
  });

  test('a lock that is taken only later does not hide whom a process waited for', () => {
    const { builder, a, b } = pair();
    const [c] = builder.process();
    locked(c, 0, 0.5, 100, SHARED, ALL);
    locked(a, 0, 1, 5, EXCLUSIVE);
    locked(b, 2, 7, 8, EXCLUSIVE);
    expect(values(builder, 'mpi_rma_sync_lock_competition')).toEqual({ 'MPI_Win_lock\t1': 3 });
  });

  test('an exposure that a test finds ended has its other end, and waits for no process', () => {
    const { builder, a, b } = pair();
    groupSync(a, 'MPI_Win_start', 1, 6, TARGET);
    groupSync(a, 'MPI_Win_complete', 12, 13, TARGET);
    groupSync(b, 'MPI_Win_post', 5, 6, ORIGIN);
    groupSync(b, 'MPI_Win_test', 7, 8, ORIGIN);
    groupSync(b, 'MPI_Win_test', 13, 14, ORIGIN);
    expect(values(builder, 'mpi_rma_sync_late_post')).toEqual({ 'MPI_Win_start\t0': 4 });
    expect(values(builder, 'mpi_rma_early_wait')).toEqual({});
    expect(problems(builder)).toEqual([]);
  });

  test('a wait after tests that found the exposure under way waits for the complete', () => {
    const { builder, a, b } = pair();
    groupSync(a, 'MPI_Win_start', 1, 6, TARGET);
    groupSync(a, 'MPI_Win_complete', 12, 13, TARGET);
    groupSync(b, 'MPI_Win_post', 5, 6, ORIGIN);
    groupSync(b, 'MPI_Win_test', 7, 8, ORIGIN);
    groupSync(b, 'MPI_Win_wait', 9, 14, ORIGIN);
    expect(values(builder, 'mpi_rma_early_wait')).toEqual({ 'MPI_Win_wait\t1': 3 });
  });

  test('separate windows of each process wait for no process', () => {
    const builder = new TraceBuilder();
    const [[a], [b]] = [builder.process(), builder.process()];
    builder.windows.set(WINDOW, builder.communicator([], { self: true }));
    collective(a, 'MPI_Win_create', 0, 5);
    collective(b, 'MPI_Win_create', 3, 5);
    expect(values(builder, 'mpi_rma_wait_at_create')).toEqual({});
    expect(problems(builder)).toEqual([]);
  });
});
