import { describe, expect, test } from 'vitest';
import {
  fileOperations,
  mayWaitForAccelerator,
  timeMetric,
} from '../../../../src/analysis/trace/metrics/classification.js';
import { mpiName, Operation, operationOf } from '../../../../src/analysis/trace/metrics/operations.js';
import type { Region } from '../../../../src/model/definitions.js';

const region = (name: string, more: Partial<Region> = {}): Region => ({
  name,
  canonicalName: name,
  description: '',
  file: undefined,
  beginLine: 0,
  endLine: 0,
  paradigm: 'mpi',
  role: 'function',
  ...more,
});

describe('counted file operations', () => {
  test.each([
    ['MPI_File_read', 'mpi_file_irops'],
    ['MPI_File_iwrite_at', 'mpi_file_iwops'],
    ['MPI_File_read_shared', 'mpi_file_irops'],
    ['MPI_File_read_at_all', 'mpi_file_crops'],
    ['MPI_File_write_ordered_begin', 'mpi_file_cwops'],
    ['MPI_File_write_ordered_end', undefined],
    ['MPI_File_open', undefined],
    ['MPI_Send', undefined],
  ])('%s', (name, metric) => {
    expect(fileOperations(region(name))).toBe(metric);
  });
});

describe('POSIX threads', () => {
  test.each([
    ['pthread_create', 'pthread_management'],
    ['pthread_mutex_unlock', 'pthread_lock_api'],
    ['pthread_cond_signal', 'pthread_conditional'],
    ['pthread_rwlock_wrlock', 'pthread_lock_api'],
    ['pthread_spin_lock', 'pthread_lock_api'],
    ['pthread_barrier_wait', 'pthread_synchronization'],
    ['sem_clockwait', 'pthread_synchronization'],
    ['work', 'comp'],
  ])('%s', (name, metric) => {
    expect(timeMetric(region(name, { paradigm: 'pthread' }))).toBe(metric);
  });
});

describe('accelerators', () => {
  test('calls of threads are distinguished from kernels', () => {
    const call = region('cuMemcpyDtoH_v2', { paradigm: 'cuda', role: 'wrapper' });
    const kernel = region('memcpy_kernel', { paradigm: 'cuda', role: 'function' });
    expect([timeMetric(call), timeMetric(kernel)]).toEqual(['acc_api', 'comp']);
    expect([call, kernel].map(mayWaitForAccelerator)).toEqual([true, false]);
    expect(mayWaitForAccelerator(region('cuLaunchKernel', { paradigm: 'cuda', role: 'wrapper' }))).toBe(false);
  });
});

describe('classification of regions', () => {
  test.each([
    ['MPI_Init_thread', 'mpi_init_exit'],
    ['MPI_Ibarrier', 'mpi_sync_collective'],
    ['MPI_Issend', 'mpi_point2point'],
    ['MPI_Sendrecv_replace', 'mpi_point2point'],
    ['MPI_Recv_init', 'mpi_point2point'],
    ['MPI_Improbe', 'mpi_point2point'],
    ['MPI_Testsome', 'mpi_point2point'],
    ['MPI_Start', 'mpi'],
    ['MPI_Request_free', 'mpi'],
    ['MPI_Wtime', 'mpi'],
    ['MPI_Ineighbor_alltoallw', 'mpi_collective'],
    ['MPI_Reduce_scatter_block', 'mpi_collective'],
    ['MPI_Reduce_local', 'mpi'],
    ['MPI_File_write_at_all', 'mpi_io_collective'],
    ['MPI_File_read_ordered_begin', 'mpi_io_collective'],
    ['MPI_File_iread_at', 'mpi_io_individual'],
    ['MPI_File_open', 'mpi_mgmt_file'],
    ['MPI_Win_fence', 'mpi_rma_sync_active'],
    ['MPI_Win_flush_local', 'mpi_rma_sync_passive'],
    ['MPI_Win_create', 'mpi_mgmt_win'],
    ['MPI_Get_accumulate', 'mpi_rma_communication'],
    ['MPI_Cart_create', 'mpi_mgmt_comm'],
    ['mpi_allreduce_', 'mpi_collective'],
    ['MPI_ISEND', 'mpi_point2point'],
    ['PMPI_Bcast', 'mpi_collective'],
    ['mpi_recv_f08_', 'mpi_point2point'],
  ])('%s is %s', (name, metric) => {
    expect(timeMetric(region(name))).toBe(metric);
  });

  test('functions of the program are computation, whatever their names', () => {
    expect(timeMetric(region('MPI_like_helper', { paradigm: 'compiler' }))).toBe('comp');
    expect(timeMetric(region('solve', { paradigm: 'unknown' }))).toBe('comp');
  });

  test('OpenMP constructs go by their role', () => {
    const openmp = (role: Region['role'], name = 'x'): string => timeMetric(region(name, { paradigm: 'openmp', role }));
    expect(openmp('barrier')).toBe('omp_ebarrier');
    expect(openmp('implicit-barrier')).toBe('omp_ibarrier');
    expect(openmp('critical')).toBe('omp_critical');
    expect(openmp('atomic')).toBe('omp_synchronization');
    expect(openmp('ordered')).toBe('omp_ordered');
    expect(openmp('ordered-sblock')).toBe('comp');
    expect(openmp('critical-sblock')).toBe('comp');
    expect(openmp('parallel')).toBe('comp');
    expect(openmp('wrapper', 'omp_set_lock')).toBe('omp_lock_api');
  });

  test('the measurement itself is overhead', () => {
    const flush = region('TRACE BUFFER FLUSH', { paradigm: 'measurement', role: 'artificial' });
    expect(timeMetric(flush)).toBe('overhead');
  });

  test('operations are recognized in every spelling', () => {
    expect(mpiName('MPI_Waitall')).toBe('waitall');
    expect(mpiName('mpi_waitall_')).toBe('waitall');
    expect(mpiName('mpi_waitall_f08ts_')).toBe('waitall');
    expect(mpiName('waitall')).toBeUndefined();
    expect(operationOf('waitall')).toBe(Operation.Waitall);
    expect(operationOf('get_count')).toBe(Operation.Other);
  });
});
