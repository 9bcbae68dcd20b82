/**
 * The exact commands and variables of each measurement system. They are checked against the systems' manuals: Score-P
 * 8, TAU User Guide, ompP user guide, EZTrace 2 (`eztrace -h`), HPCToolkit User's Manual, Caliper's configuration
 * recipes.
 */
import { describe, expect, it } from 'vitest';
import { commandWith, linkedIn } from '../../../src/measurement/adapters/command.js';
import { modulesOf } from '../../../src/measurement/adapters/detect.js';
import { filterOf } from '../../../src/measurement/adapters/filter.js';
import { systemOf } from '../../../src/measurement/adapters/index.js';
import { withSystem } from '../../../src/measurement/adapters/settle.js';
import { SYSTEMS } from '../../../src/measurement/adapters/names.js';
import type { Linked } from '../../../src/measurement/adapters/system.js';
import { buildEnvironment, runEnvironment, settingsIn } from '../../../src/measurement/environment.js';
import { type PlanSettings, planOf } from '../../../src/measurement/plan.js';
import { recordedPlan, recordOf } from '../../../src/measurement/planRecord.js';
import { NO_SELECTION } from '../../../src/measurement/selection/planned.js';
import { parseConfiguration } from '../../../src/workflows/index.js';

const plan = (settings: PlanSettings) => planOf([settings]);
const compiled = (settings: PlanSettings) => {
  const {
    TRIMTAB_WITH_C: c,
    TRIMTAB_WITH_CXX: cxx,
    TRIMTAB_WITH_FORTRAN: fortran,
  } = buildEnvironment({}, plan(settings));
  return [c, cxx, fortran].map((text) => text?.split('\n'));
};
/** The variables of a run that are not of the probe. */
const variables = (settings: PlanSettings, filter?: string) =>
  Object.fromEntries(
    Object.entries(
      runEnvironment({}, plan(settings), {
        folder: '/r',
        finishedLater: false,
        ...(filter === undefined ? {} : { filter }),
      }),
    ).filter(([name]) => !name.startsWith('TRIMTAB_')),
  );
const NONE: Linked = { mpi: undefined, openmp: undefined };
const launched = (settings: PlanSettings, linked = NONE, program = ['./solver', 'in put']) =>
  commandWith({ launcher: ['mpirun', '-n', '4'], program }, plan(settings), {
    linked,
    records: { folder: '/r' },
    preloader: 'trimtab-preload',
  });

describe('Score-P', () => {
  it('precedes the compiler', () => {
    expect(compiled({ system: 'score-p' })).toEqual(Array(3).fill(['scorep', '--user', '{compiler}']));
    expect(compiled({ system: 'score-p', functions: 'none', adapters: ['mpi'], memory: true })[0]).toEqual([
      'scorep',
      '--user',
      '--nocompiler',
      '--noopenmp',
      '--memory',
      '{compiler}',
    ]);
  });

  it('receives its outputs and their folder in variables', () => {
    expect(variables({ system: 'score-p', mode: 'trace', counters: ['PAPI_TOT_INS', 'page-faults'] }, '/f')).toEqual({
      SCOREP_EXPERIMENT_DIRECTORY: '/r/scorep',
      SCOREP_ENABLE_PROFILING: 'false',
      SCOREP_ENABLE_TRACING: 'true',
      SCOREP_PROFILING_FORMAT: 'CUBE4',
      SCOREP_FILTERING_FILE: '/f',
      SCOREP_METRIC_PAPI: 'PAPI_TOT_INS',
      SCOREP_METRIC_PERF: 'page-faults',
    });
    expect(variables({ system: 'score-p', mode: 'profile' })).toMatchObject({
      SCOREP_ENABLE_PROFILING: 'true',
      SCOREP_ENABLE_TRACING: 'false',
    });
  });
});

describe('TAU', () => {
  it('has a script in the place of each compiler', () => {
    expect(compiled({ system: 'tau' }).map((words) => words?.[0])).toEqual(['tau_cc.sh', 'tau_cxx.sh', 'tau_f90.sh']);
    expect(compiled({ system: 'tau' })[0]).toEqual(['tau_cc.sh', '-tau_options=-optCompInst -optQuiet']);
  });

  it('keeps profiles by call path, or traces in OTF2', () => {
    expect(variables({ system: 'tau', mode: 'profile', counters: ['PAPI_TOT_INS'] }, '/f')).toEqual({
      TAU_PROFILE: '1',
      TAU_TRACE: '0',
      PROFILEDIR: '/r',
      TRACEDIR: '/r',
      TAU_CALLPATH: '1',
      TAU_CALLPATH_DEPTH: '100',
      TAU_METRICS: 'TIME:PAPI_TOT_INS',
      TAU_SELECT_FILE: '/f',
    });
    expect(variables({ system: 'tau', mode: 'trace' })).toEqual({
      TAU_PROFILE: '0',
      TAU_TRACE: '1',
      PROFILEDIR: '/r',
      TRACEDIR: '/r',
      TAU_TRACE_FORMAT: 'otf2',
    });
  });
});

describe('systems that need no build', () => {
  it('start the program with modules for what it is linked with (EZTrace)', () => {
    const eztrace = (modules: string) => ['mpirun', '-n', '4', 'eztrace', '-t', modules, '-o', '/r/eztrace'];
    const program = ['./solver', 'in put'];
    const hybrid: Linked = { mpi: 'mpich', openmp: 'omp' };
    expect(launched({ system: 'eztrace' })).toEqual([...eztrace('pthread'), ...program]);
    expect(launched({ system: 'eztrace' }, { mpi: 'openmpi', openmp: 'gomp' })).toEqual([
      ...eztrace('openmpi openmp'),
      ...program,
    ]);
    expect(launched({ system: 'eztrace', io: true, memory: true, threads: true }, hybrid)).toEqual([
      ...eztrace('mpich ompt pthread posixio memory'),
      ...program,
    ]);
    expect(launched({ system: 'eztrace', adapters: ['mpi'] }, hybrid)).toEqual([...eztrace('mpich'), ...program]);
  });

  it('sample it, and make a database of the samples (HPCToolkit)', () => {
    expect(launched({ system: 'hpctoolkit', sampling: 200, counters: ['cycles'] }).slice(3)).toEqual([
      'hpcrun',
      '-o',
      '/r/measurements',
      '-e',
      'REALTIME@f200',
      '-e',
      'cycles',
      './solver',
      'in put',
    ]);
    expect(systemOf('hpctoolkit').finish('/r')).toEqual([
      ['hpcstruct', '/r/measurements'],
      ['hpcprof', '-o', '/r/database', '/r/measurements'],
    ]);
  });

  it('measure what the probe would be loaded into, without it', () => {
    const words = ['/p/trimtab-preload', './solver'];
    expect(launched({ system: 'hpctoolkit' }, NONE, words).slice(3)).toEqual([
      'hpcrun',
      '-o',
      '/r/measurements',
      '-e',
      'REALTIME',
      './solver',
    ]);
  });
});

describe('ompP and Caliper', () => {
  it('receive the output folder, and leave the working folder of the program', () => {
    expect(compiled({ system: 'ompp' })[2]).toEqual(['kinst-ompp', '{compiler}']);
    expect(variables({ system: 'ompp' })).toEqual({ OMPP_OUTFORMAT: 'PLAIN', OMPP_REPORTFILE: '/r/report.ompp.txt' });
    expect(compiled({ system: 'caliper' })[1]).toEqual(['{compiler}']);
    expect(variables({ system: 'caliper' })).toEqual({
      CALI_CONFIG: 'hatchet-region-profile,output=/r/profile.cali,output.format=cali,profile.mpi',
    });
  });
});

describe('entries allowed in trimtab.yaml with a measurement system', () => {
  const load = (measure: unknown) =>
    parseConfiguration(
      JSON.stringify({ version: 1, program: 'p', ranks: 1, run: { command: ['./p'] }, measure }),
      '/p/trimtab.yaml',
    );

  it.each(SYSTEMS)('is its name: %s', (name) => {
    expect(load({ with: name }).measure).toMatchObject({ system: name });
    expect(settingsIn({ TRIMTAB_WITH: name }, 'here')).toEqual({ system: name });
    // As experiments keep it.
    expect(recordedPlan({ measurement: recordOf(plan({ system: name })) })).toEqual(plan({ system: name }));
  });

  it.each([
    [
      { with: 'score-p', budget: 3 },
      '"measure.budget" is not right: Score-P does not support it; remove it, or remove "with: score-p" to measure with Trimtab\'s own probe.',
    ],
    [
      { with: 'tau', leaveOut: { functions: ['x'] } },
      '"measure.leaveOut" is not right: TAU does not support it; remove it, or remove "with: tau" to measure with Trimtab\'s own probe.',
    ],
    [
      { with: 'eztrace', mode: 'profile' },
      '"measure.mode" is not right: EZTrace keeps traces only; write trace, or leave it out.',
    ],
    [{ with: 'vampir' }, '"measure.with" is not right: write score-p, tau, ompp, eztrace, hpctoolkit or caliper.'],
  ])('is reported in one sentence if it makes no sense: %j', (measure, sentence) => {
    expect(() => load(measure)).toThrow(sentence);
  });

  it('keeps what the system keeps', () => {
    expect(SYSTEMS.map((system) => withSystem(plan({ system }), false).mode)).toEqual([
      'profile',
      'profile',
      'profile',
      'trace',
      'profile',
      'profile',
    ]);
    expect(() => withSystem(plan({ system: 'ompp', mode: 'trace' }), true)).toThrow(
      'A trace cannot be measured with ompP: ompP keeps profiles only; write profile, or leave it out.',
    );
  });

  it('passes rules on in the syntax of the system, and reports if none exists', () => {
    const selection = { ...NO_SELECTION, functions: [{ take: 'exclude', glob: 'tiny_*' } as const] };
    expect(filterOf(plan({ system: 'score-p', selection }))?.text).toBe(
      'SCOREP_REGION_NAMES_BEGIN\n  EXCLUDE\n    tiny_*\nSCOREP_REGION_NAMES_END\n',
    );
    expect(filterOf(plan({ system: 'tau', selection }))?.text).toContain('BEGIN_EXCLUDE_LIST');
    expect(filterOf(plan({ selection }))).toBeUndefined();
    expect(() => withSystem(plan({ system: 'eztrace', selection }), false)).toThrow(
      'EZTrace cannot exclude functions; remove selection from trimtab.yaml, or "with: eztrace"',
    );
  });
});

describe('libraries and modules', () => {
  it.each([
    ['libmpi.so.40 => /lib/libmpi.so.40\nlibgomp.so.1 => x', { mpi: 'openmpi', openmp: 'gomp' }],
    ['libmpich.so.12 => /lib/libmpich.so.12\nlibomp.so.5 => x', { mpi: 'mpich', openmp: 'omp' }],
    ['libmpi.so.12 => /opt/intel/libmpi.so.12\nlibiomp5.so => x', { mpi: 'mpich', openmp: 'omp' }],
    ['libc.so.6 => x', NONE],
  ])('reveal what a program is linked with', (libraries, linked) => {
    expect(linkedIn(libraries)).toEqual(linked);
  });

  it('are found by the name before the version', () => {
    const names = ['gcc/12.3', 'Score-P/8.4-gompi-2024a', 'tools/scorep/9.0', 'scorep-mini/1', 'tau/2.33'];
    expect(modulesOf(systemOf('score-p'), names)).toEqual(['Score-P/8.4-gompi-2024a', 'tools/scorep/9.0']);
    expect(modulesOf(systemOf('tau'), names)).toEqual(['tau/2.33']);
  });
});
