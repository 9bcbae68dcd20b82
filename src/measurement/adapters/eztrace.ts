/**
 * EZTrace 2: a program is started with `eztrace`, whose modules precede its libraries; no rebuild is needed. (EZTrace,
 * "Using EZTrace"; its module for MPI is built for one MPI and named after it.)
 */
import { COMPILER, type MeasurementSystem } from './system.js';

const FOLDER = 'eztrace';

export const eztrace: MeasurementSystem = {
  name: 'eztrace',
  title: 'EZTrace',
  programs: [{ name: 'eztrace' }, { name: 'eztrace_avail' }],
  modules: ['eztrace'],
  modes: ['trace'],
  understands: ['openmp', 'io', 'memory', 'threads'],
  needsBuild: false,
  compile: () => [COMPILER],
  launch: ({ adapters, io, memory, threads }, { mpi, openmp }, { folder }) => {
    // The runtime of GNU is recorded by its functions, others by the tools interface; both at once may not end.
    const forOpenmp =
      openmp === undefined || !adapters.includes('openmp') ? [] : [openmp === 'gomp' ? 'openmp' : 'ompt'];
    const modules = [
      ...(mpi === undefined ? [] : [mpi]),
      ...forOpenmp,
      ...(threads || (mpi === undefined && openmp === undefined) ? ['pthread'] : []),
      ...(io ? ['posixio'] : []),
      ...(memory ? ['memory'] : []),
    ];
    return ['eztrace', '-t', modules.join(' '), '-o', `${folder}/${FOLDER}`];
  },
  environment: () => ({}),
  finish: () => [],
  results: [`${FOLDER}/*/eztrace_log.otf2`],
  nothing: 'see the output of EZTrace in the log of the run, and list with eztrace_avail its modules for libraries',
};
