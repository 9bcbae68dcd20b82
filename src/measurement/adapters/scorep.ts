/**
 * Score-P: `scorep` precedes the compiler, its variables set what is kept. (Score-P 8, user manual, "Application
 * Instrumentation" and "Measurement Configuration".)
 */
import { present } from '../../base/present.js';
import { COMPILER, type MeasurementSystem } from './system.js';

/** Score-P makes its folder itself, and moves an existing one. */
const FOLDER = 'scorep';

export const scorep: MeasurementSystem = {
  name: 'score-p',
  title: 'Score-P',
  programs: [{ name: 'scorep', version: ['--version'] }],
  modules: ['scorep'],
  modes: ['profile', 'trace'],
  understands: ['functions', 'openmp', 'counters', 'memory'],
  needsBuild: true,
  filter: 'scorep',
  compile: ({ functions, adapters, memory }) => [
    'scorep',
    '--user',
    ...(functions === 'none' ? ['--nocompiler'] : []),
    // Without OpenMP's directives the threads are seen all the same.
    ...(adapters.includes('openmp') ? [] : ['--noopenmp']),
    ...(memory ? ['--memory'] : []),
    COMPILER,
  ],
  launch: () => [],
  environment: ({ mode, counters, memory }, { folder, filter }) => {
    const papi = counters.filter((name) => name.startsWith('PAPI_'));
    const perf = counters.filter((name) => !name.startsWith('PAPI_'));
    return {
      SCOREP_EXPERIMENT_DIRECTORY: `${folder}/${FOLDER}`,
      SCOREP_ENABLE_PROFILING: String(mode === 'profile'),
      SCOREP_ENABLE_TRACING: String(mode === 'trace'),
      SCOREP_PROFILING_FORMAT: 'CUBE4',
      ...present({ SCOREP_FILTERING_FILE: filter }),
      ...(papi.length === 0 ? {} : { SCOREP_METRIC_PAPI: papi.join(',') }),
      ...(perf.length === 0 ? {} : { SCOREP_METRIC_PERF: perf.join(',') }),
      ...(memory ? { SCOREP_MEMORY_RECORDING: 'true' } : {}),
    };
  },
  finish: () => [],
  results: [`${FOLDER}/traces.otf2`, `${FOLDER}/profile.cubex`],
  nothing:
    'see the output of Score-P in the log of the run, and put trimtab-cc in front of the compiler in build.command: for compiling and for linking',
};
