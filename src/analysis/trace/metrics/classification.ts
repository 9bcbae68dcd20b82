import { isOverhead, type Region } from '../../../model/definitions.js';
import type { MetricName } from './metrics.js';
import { mpiName } from './operations.js';

/** Findings that follow from regions alone: a space with them was not necessarily searched for waiting. */
export const knownFromRegions: ReadonlySet<MetricName> = new Set(['omp_idle_threads', 'omp_management']);

/** The most specific time metric a region's exclusive time belongs to. */
export function timeMetric(region: Region): MetricName {
  if (region.paradigm === 'mpi' || region.file === 'MPI') {
    const name = mpiName(region.name);
    return name === undefined ? 'mpi' : mpiMetric(name);
  }
  if (region.paradigm === 'openmp') return openmpMetric(region);
  if (region.paradigm === 'pthread') return pthreadMetric(region);
  if (isOverhead(region)) return 'overhead';
  if (isAcceleratorCall(region)) return 'acc_api';
  if (isFileCall(region)) return region.role === 'file-io' ? 'io_data' : 'io_metadata';
  // Measurement systems without paradigms still name MPI functions by their names.
  if (region.paradigm === 'unknown') {
    const name = mpiName(region.name);
    if (name !== undefined) return mpiMetric(name);
  }
  return 'comp';
}

/** Functions of POSIX and ISO C that read, write or name files; they have no paradigm that regions can be of. */
export function isFileCall({ paradigm, role }: Region): boolean {
  return (role === 'file-io' || role === 'file-io-metadata') && (paradigm === 'none' || paradigm === 'unknown');
}

/** Effect of a call on files. */
export const FileCall = {
  None: 0,
  /** It reads, writes, or has written what was kept back. */
  Data: 1,
  /** It opens, closes, names or asks for files. */
  Metadata: 2,
  /** A call of MPI. */
  Mpi: 3,
} as const;

/** Returns the effect of a region on files: one of FileCall. */
export function fileCall(region: Region): number {
  if (isFileCall(region)) return region.role === 'file-io' ? FileCall.Data : FileCall.Metadata;
  return fileOfMpi.test(mpiName(region.name) ?? '') ? FileCall.Mpi : FileCall.None;
}

const fileOfMpi = /^file_(i?(read|write)|sync|open|close|delete|seek|set_(size|view)|preallocate)/;

/** Functions by which threads use accelerators; kernels, which run there, have the role of plain functions. */
function isAcceleratorCall({ paradigm, role }: Region): boolean {
  return accelerators.has(paradigm) && /^(wrapper|barrier|implicit-barrier|data-transfer)$/.test(role);
}

/** Whether a call of a thread may wait for an accelerator: it synchronizes, or copies. */
export function mayWaitForAccelerator(region: Region): boolean {
  return isAcceleratorCall(region) && /synchronize|memcpy|wait|finish|enqueue(read|write)/i.test(region.name);
}

const accelerators: ReadonlySet<Region['paradigm']> = new Set(['cuda', 'hip', 'opencl', 'openacc']);

/** The metric that counts the calls of an MPI function which reads or writes files; undefined for any other region. */
export function fileOperations(region: Region): MetricName | undefined {
  const match = /^file_i?(read|write)(.*)$/.exec(mpiName(region.name) ?? '');
  if (match === null) return undefined;
  const [, way, kind = ''] = match;
  // A split operation counts when it begins.
  if (kind.endsWith('_end')) return undefined;
  const collective = /_(all|ordered)/.test(kind);
  if (way === 'read') return collective ? 'mpi_file_crops' : 'mpi_file_irops';
  return collective ? 'mpi_file_cwops' : 'mpi_file_iwops';
}

/** Scalasca's assignment; functions it counts as plain MPI time (such as MPI_Start) are so here. */
const patterns: readonly (readonly [RegExp, MetricName])[] = [
  [/^(init|init_thread|finalize)$/, 'mpi_init_exit'],
  [/^i?barrier$/, 'mpi_sync_collective'],
  [/^(i(mprobe|mrecv|probe|recv)|mprobe|mrecv|probe|recv)(_init)?$/, 'mpi_point2point'],
  [/^i?[bsr]?send(_init)?$|^i?sendrecv(_replace)?$/, 'mpi_point2point'],
  [/^(wait|test)(|all|any|some)$/, 'mpi_point2point'],
  [/^i?(neighbor_)?(allgatherv?|alltoall[vw]?)$/, 'mpi_collective'],
  [/^i?(allreduce|bcast|exscan|gatherv?|reduce(_scatter(_block)?)?|scan|scatterv?)$/, 'mpi_collective'],
  [/^file_(i?(read|write).*_(all|ordered)|sync$)/, 'mpi_io_collective'],
  [/^file_i?(read|write)/, 'mpi_io_individual'],
  [/^file_/, 'mpi_mgmt_file'],
  [/^win_(fence|post|start|complete|wait|test)$/, 'mpi_rma_sync_active'],
  [/^win_(lock|unlock|flush|sync)/, 'mpi_rma_sync_passive'],
  [/^win_/, 'mpi_mgmt_win'],
  [/^r?(put|get|accumulate|get_accumulate)$|^(fetch_and_op|compare_and_swap)$/, 'mpi_rma_communication'],
  [/^(comm|group|cart|graph|dist_graph|intercomm)_/, 'mpi_mgmt_comm'],
  [/^(cartdim_get|graphdims_get|dims_create|topo_test)$/, 'mpi_mgmt_comm'],
];

function mpiMetric(name: string): MetricName {
  return patterns.find(([pattern]) => pattern.test(name))?.[1] ?? 'mpi';
}

/** Whether a region takes a lock that several threads may have at once: readers. */
export function takesSharedLock({ name, paradigm }: Region): boolean {
  return paradigm === 'pthread' && /^pthread_rwlock_.*(rd|wr)lock$/.test(name);
}

function pthreadMetric({ name }: Region): MetricName {
  if (/^pthread_(mutex|rwlock|spin)_/.test(name)) return 'pthread_lock_api';
  if (name.startsWith('pthread_cond_')) return 'pthread_conditional';
  if (/^(pthread_barrier_wait|sem_(timed|clock)?wait)$/.test(name)) return 'pthread_synchronization';
  return /^pthread_(create|join|exit|cancel|detach)$/.test(name) ? 'pthread_management' : 'comp';
}

function openmpMetric(region: Region): MetricName {
  switch (region.role) {
    case 'barrier':
      return 'omp_ebarrier';
    case 'implicit-barrier':
      return 'omp_ibarrier';
    case 'critical':
      return 'omp_critical';
    case 'atomic':
      return 'omp_synchronization';
    case 'ordered':
      return 'omp_ordered';
    case 'task-wait':
      return 'omp_taskwait';
    case 'flush':
      return 'omp_flush';
    case 'artificial':
      return 'omp_idle_threads';
    case 'thread-create':
    case 'thread-wait':
      return 'omp_management';
    default:
      return /^omp_.*_lock$/.test(region.name) ? 'omp_lock_api' : 'comp';
  }
}
