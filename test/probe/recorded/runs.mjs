/** The runs that record.mjs records: one of each kind of data, as a trace and as a profile where these differ. */

/**
 * @typedef {object} RecordedRun
 * @property {string} name
 * @property {string} [compiler] missing: a program of Python
 * @property {string} source in the folder `programs`
 * @property {readonly string[]} [flags]
 * @property {number} [ranks]
 * @property {readonly string[]} [args] FOLDER is a folder for files
 * @property {Readonly<Record<string, string>>} [env]
 * @property {readonly string[]} [requests] sent while the program is held
 * @property {readonly (readonly [number, number, string])[]} [ranges] measured lines: first, last, name
 */

const MPI = 'mpicc.openmpi';
const profile = { TRIMTAB_MODE: 'profile' };
const threads = { TRIMTAB_THREADS: '1' };
const memory = { TRIMTAB_MEMORY: '1' };
const counters = { TRIMTAB_COUNTERS: 'page-faults,task-clock,context-switches' };
const io = { TRIMTAB_IO: '1' };

/** @type {readonly RecordedRun[]} */
export const RUNS = [
  { name: 'messages', compiler: MPI, source: 'messages.c', ranks: 2 },
  { name: 'requests', compiler: MPI, source: 'requests.c', ranks: 2 },
  { name: 'collectives', compiler: MPI, source: 'collectives.c', ranks: 2 },
  { name: 'communicators', compiler: MPI, source: 'communicators.c', ranks: 4 },
  { name: 'windows', compiler: MPI, source: 'oneSided.c', ranks: 4, flags: ['-pthread'] },
  { name: 'mpi-files', compiler: MPI, source: 'parallelFiles.c', ranks: 2, args: ['FOLDER'], env: io },
  { name: 'later-files', compiler: MPI, source: 'later-files.c', ranks: 2, args: ['FOLDER'], env: io },
  { name: 'posix-files', compiler: 'gcc', source: 'moves.c', args: ['FOLDER'], env: io },
  { name: 'hybrid', compiler: MPI, source: 'hybrid.c', ranks: 2, flags: ['-fopenmp'] },
  { name: 'hybrid-profile', compiler: MPI, source: 'hybrid.c', ranks: 2, flags: ['-fopenmp'], env: profile },
  { name: 'openmp', compiler: 'clang', source: 'openmp.c', flags: ['-O1', '-fopenmp'] },
  { name: 'openmp-gcc', compiler: 'gcc', source: 'openmp.c', flags: ['-O1', '-fopenmp'] },
  { name: 'openmp-profile', compiler: 'clang', source: 'openmp.c', flags: ['-O1', '-fopenmp'], env: profile },
  { name: 'tasks', compiler: 'clang', source: 'tasks.c', flags: ['-O1', '-fopenmp'] },
  { name: 'tasks-profile', compiler: 'clang', source: 'tasks.c', flags: ['-O1', '-fopenmp'], env: profile },
  { name: 'waiting', compiler: 'g++', source: 'waiting.cpp', flags: ['-O1', '-pthread'], env: threads },
  { name: 'locks-profile', compiler: 'g++', source: 'locks.cpp', flags: ['-pthread'], env: { ...threads, ...profile } },
  { name: 'heap', compiler: MPI, source: 'heap.c', flags: ['-pthread'], ranks: 2, env: memory },
  { name: 'heap-profile', compiler: MPI, source: 'heap.c', flags: ['-pthread'], env: { ...memory, ...profile } },
  { name: 'counters', compiler: 'clang', source: 'counters_openmp.c', flags: ['-fopenmp'], env: counters },
  {
    name: 'counters-profile',
    compiler: 'clang',
    source: 'counters_openmp.c',
    flags: ['-fopenmp'],
    env: { ...counters, ...profile },
  },
  {
    name: 'samples',
    compiler: MPI,
    source: 'lines.c',
    flags: ['-O1', '-pthread'],
    args: ['20000'],
    env: { TRIMTAB_SAMPLING: '1000' },
  },
  { name: 'user', compiler: MPI, source: 'user.c', flags: ['-O2', '-pthread'], ranks: 2 },
  { name: 'user-profile', compiler: MPI, source: 'user.c', flags: ['-O2', '-pthread'], ranks: 2, env: profile },
  { name: 'iterations', compiler: MPI, source: 'iterations.c', ranks: 2, env: profile },
  { name: 'team-iterations', compiler: 'clang', source: 'teamIterations.c', flags: ['-fopenmp'], env: profile },
  {
    name: 'callers',
    compiler: MPI,
    source: 'callers.c',
    flags: ['-O1'],
    ranks: 2,
    env: { TRIMTAB_FUNCTIONS: '0', TRIMTAB_CALLERS: '32' },
  },
  { name: 'inlined', compiler: 'mpicxx.openmpi', source: 'inlined.cpp', flags: ['-O2'], ranks: 1 },
  {
    name: 'ranges',
    compiler: 'gcc',
    source: 'ranges.c',
    flags: ['-O1'],
    ranges: [[16, 22, 'body']],
  },
  { name: 'fortran', compiler: 'mpifort.openmpi', source: 'fortran_mpi.f90', ranks: 2 },
  { name: 'abort', compiler: MPI, source: 'endings.c', flags: ['-pthread'], ranks: 2, args: ['abort'] },
  {
    name: 'parts',
    compiler: MPI,
    source: 'parts.c',
    flags: ['-O2'],
    ranks: 2,
    args: ['30'],
    env: profile,
    requests: ['mode trace at 23', 'mode profile at 27'],
  },
  {
    name: 'parts-openmp',
    compiler: MPI,
    source: 'live-openmp.c',
    flags: ['-O1', '-fopenmp'],
    ranks: 2,
    args: ['30'],
    env: profile,
    requests: ['mode off at 23', 'mode trace at 24', 'mode mpi at 26', 'mode off at 28'],
  },
  {
    name: 'switched',
    compiler: MPI,
    source: 'live.c',
    flags: ['-O2', '-pthread'],
    ranks: 2,
    args: ['30'],
    requests: ['function off relax_* at 23', 'function on relax_rows at 27'],
  },
  {
    name: 'becomes-profile',
    compiler: MPI,
    source: 'live.c',
    flags: ['-O2', '-pthread'],
    ranks: 2,
    args: ['30'],
    requests: ['mode profile at 25'],
  },
  {
    name: 'classes',
    compiler: MPI,
    source: 'series-classes.c',
    flags: ['-O1', '-fopenmp'],
    ranks: 2,
    args: ['4', '200', 'FOLDER'],
    env: { ...profile, ...io, ...threads, TRIMTAB_LIVE: '0' },
  },
  { name: 'python', source: 'python/program.py', args: ['closure'] },
  { name: 'python-profile', source: 'python/program.py', args: ['closure'], env: profile },
];
