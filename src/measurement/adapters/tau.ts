/**
 * TAU: its scripts replace compilers, which the makefile of an installation names (TAU_MAKEFILE). (TAU User Guide,
 * "Compiler-based instrumentation", "Selectively Profiling an Application" and "TAU Environment Variables".)
 */
import { present } from '../../base/present.js';
import { type Compiled, type MeasurementSystem } from './system.js';

const SCRIPTS: Readonly<Record<Compiled, string>> = { C: 'tau_cc.sh', CXX: 'tau_cxx.sh', FORTRAN: 'tau_f90.sh' };

export const tau: MeasurementSystem = {
  name: 'tau',
  title: 'TAU',
  programs: Object.values(SCRIPTS).map((name) => ({ name })),
  modules: ['tau'],
  modes: ['profile', 'trace'],
  understands: ['counters'],
  needsBuild: true,
  filter: 'tau',
  // Functions by hooks of the compiler: PDT, which changes the source, is rarely installed with it.
  compile: (_, language) => [SCRIPTS[language], '-tau_options=-optCompInst -optQuiet'],
  launch: () => [],
  environment: ({ mode, counters }, { folder, filter }) => ({
    TAU_PROFILE: mode === 'profile' ? '1' : '0',
    TAU_TRACE: mode === 'trace' ? '1' : '0',
    PROFILEDIR: folder,
    TRACEDIR: folder,
    ...(mode === 'profile' ? { TAU_CALLPATH: '1', TAU_CALLPATH_DEPTH: '100' } : { TAU_TRACE_FORMAT: 'otf2' }),
    ...(counters.length === 0 ? {} : { TAU_METRICS: ['TIME', ...counters].join(':') }),
    ...present({ TAU_SELECT_FILE: filter }),
  }),
  finish: () => [],
  results: ['traces.otf2', '.'],
  nothing:
    'check that TAU_MAKEFILE names a makefile of TAU with the MPI of the program (for traces: configured with OTF2), and put trimtab-cc in front of the compiler in build.command',
};
