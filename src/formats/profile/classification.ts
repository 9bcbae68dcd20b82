/** Classification of regions by their names alone: for files without further data. */
import type { Paradigm, Region, RegionRole } from '../../model/definitions.js';

type Kind = Pick<Region, 'paradigm' | 'role'>;

const kind = (paradigm: Paradigm, role: RegionRole): Kind => ({ paradigm, role });

/** The first that fits a name without its parameters; what comes from whom is as the analysis of traces has it. */
const kinds: readonly (readonly [RegExp, Kind])[] = [
  [/^p?mpi_\w+$/i, kind('mpi', 'function')],
  [/^pthread_|^sem_(timed|clock)?wait$/, kind('pthread', 'function')],
  [/^omp_(un)?set_(nest_)?lock_?$|^omp_test_(nest_)?lock_?$/, kind('openmp', 'function')],
  [
    /^(gomp_(team_)?barrier(_wait(_end|_final)?)?|__kmpc?_barrier|__kmp_(fork|join)_barrier)$/i,
    kind('openmp', 'implicit-barrier'),
  ],
  [/^(gomp_critical_start|__kmpc_critical)$/i, kind('openmp', 'critical')],
  [/^(gomp_taskwait|__kmpc_omp_taskwait)$/i, kind('openmp', 'task-wait')],
  [/^!\$omp .*implicit barrier/i, kind('openmp', 'implicit-barrier')],
  [/^!\$omp (barrier|ibarrier)/i, kind('openmp', 'barrier')],
  [/^!\$omp critical/i, kind('openmp', 'critical')],
  [/^!\$omp atomic/i, kind('openmp', 'atomic')],
  [/^!\$omp flush/i, kind('openmp', 'flush')],
  [/^!\$omp ordered/i, kind('openmp', 'ordered')],
  [/^!\$omp taskwait/i, kind('openmp', 'task-wait')],
  [/^!\$omp /i, kind('openmp', 'parallel')],
  [/^(cuda|cu)(Memcpy|Memset)\w*$/, kind('cuda', 'data-transfer')],
  [/^cuda[A-Z]\w*$|^cu(Stream|Event|Ctx|Launch|Module|Device|Mem)\w*$/, kind('cuda', 'wrapper')],
  [/^hip(Memcpy|Memset)\w*$/, kind('hip', 'data-transfer')],
  [/^hip[A-Z]\w*$/, kind('hip', 'wrapper')],
  [/^cl(Enqueue|Finish|Flush|Wait|Build|Create|Get|Release|Retain|Set)\w*$/, kind('opencl', 'wrapper')],
  [
    /^(__libc_|__GI_|__)?(p?(read|write)v?2?(64)?|f(read|write|sync|datasync|flush|puts|gets|printf)|sendfile(64)?|msync)$/,
    kind('none', 'file-io'),
  ],
  [
    /^(__libc_|__GI_|__)?((f|fd|free)?(open|close)(at)?(64)?|creat(64)?|[fl]?stat(at)?(64)?|l?seek(64)?|lseek64|f?truncate(64)?|unlink|rename|mkdir|rmdir|(open|read|close)dir)$/,
    kind('none', 'file-io-metadata'),
  ],
];

const FUNCTION: Kind = kind('unknown', 'function');

/**
 * Returns the class of a region by its name. `MPI_Send()`, `mpi_send_` and `PMPI_Send` are MPI's; an unknown function
 * belongs to the program.
 */
export function classified(name: string): Kind {
  // Linear: text after the first bracket or blank after the name is ignored.
  const bare = name.startsWith('!$') ? name : (/^[^\s(@[]*/.exec(name.trimStart())?.[0] ?? '');
  return kinds.find(([pattern]) => pattern.test(bare))?.[1] ?? FUNCTION;
}
