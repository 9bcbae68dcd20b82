import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  buildEnvironment,
  faultOf,
  finishEnvironment,
  runEnvironment,
  settingsIn,
  withoutPlan,
} from '../../src/measurement/environment.js';
import { choosesFunctions, planOf, USUAL } from '../../src/measurement/plan.js';
import { measuredHow, recordedPlan, recordOf } from '../../src/measurement/planRecord.js';
import { functionTests } from '../../src/measurement/selection/planned.js';
import { parseConfiguration } from '../../src/workflows/index.js';
import { settleMeasurement } from '../../src/workflows/configuration/measurement.js';

const SRC = join(import.meta.dirname, '../../src');
const PROBE = join(SRC, 'probe');
const TABLE = 'measurement/environment.ts';

/** A configuration with more lines. */
const configured = (more: string) =>
  parseConfiguration(`version: 1\nprogram: p\nranks: 2\nrun: { command: [./p] }\n${more}`, '/p/trimtab.yaml');

const here = (variables: Record<string, string> = {}) => ({ variables, where: 'the environment of this machine' });

/** A plan in which nothing is as usual. */
const unusual = planOf([
  {
    mode: 'profile',
    adapters: ['mpi'],
    functions: 'none',
    inlineFunctions: true,
    budget: 20,
    counters: ['task-clock', 'PAPI_TOT_INS'],
    memory: true,
    threads: true,
    phase: 'time_step',
    iterations: '1-2,100',
    leftOutFunctions: ['f<int, 2>', 'g'],
    leftOutFiles: ['vendor/'],
    processLimit: 2e9,
    buffer: 65536,
    clocks: 'processes',
  },
]);

const namesIn = (text: string): string[] => text.match(/\bTRIMTAB_[A-Z][A-Z_]*[A-Z]\b/g) ?? [];

function filesBelow(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The variables that the probe's C sources and scripts read. */
function probeVariables(): Set<string> {
  const files = filesBelow(PROBE, /\.(c|h|sh)$|^trimtab-[a-z]+$/);
  const read = /tt_(?:number_setting|is_set|setting)\((TRIMTAB_\w+)|\$\{?(TRIMTAB_\w+)/g;
  return new Set(
    files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(read)].map(([, inC = '', inScript = '']) => inC + inScript),
    ),
  );
}

describe('a plan', () => {
  it('comes out of the variables that are made from it as it went in', () => {
    for (const plan of [USUAL, unusual])
      for (const variables of [buildEnvironment({}, plan), runEnvironment({}, plan)])
        expect(planOf([settingsIn(variables, 'x')])).toEqual(plan);
  });

  it('is passed completely, so that no settings of the target apply in addition to it', () => {
    const target = runEnvironment({}, unusual);
    expect({ ...target, ...runEnvironment({}, USUAL) }).toEqual(runEnvironment({}, USUAL));
    expect(Object.keys(buildEnvironment({}, USUAL))).toEqual(Object.keys(buildEnvironment({}, unusual)));
  });

  it('is of a profile or a trace according to the step, else the variables, else trimtab.yaml', () => {
    const profiled = configured('measure: { mode: profile }');
    expect(settleMeasurement(configured(''), here()).plan.mode).toBe('trace');
    expect(settleMeasurement(profiled, here({ TRIMTAB_MODE: 'trace' })).plan.mode).toBe('profile');
    const said = [{ variables: { TRIMTAB_MODE: 'trace' }, where: 'the environment of the step' }];
    expect(settleMeasurement(profiled, here(), { said, leftOut: [] }).plan.mode).toBe('trace');
    expect(settleMeasurement(profiled, here(), { said, leftOut: [], mode: 'profile' }).plan.mode).toBe('profile');
    expect(runEnvironment({}, planOf([{ mode: 'profile' }])).TRIMTAB_MODE).toBe('profile');
    expect(() => settleMeasurement(configured(''), here({ TRIMTAB_MODE: 'both' }))).toThrow('write trace or profile');
    expect(() => configured('measure: { mode: both }')).toThrow('write trace or profile');
  });

  it('leaves other variables as people set them', () => {
    const chosen = { OMP_NUM_THREADS: '2', TRIMTAB_VERBOSE: '1', TRIMTAB_MPICC: 'mpicc.mpich', TRIMTAB_MAX_BYTES: '7' };
    expect(runEnvironment(chosen, USUAL, { folder: '/x', finishedLater: true })).toMatchObject({
      OMP_NUM_THREADS: '2',
      TRIMTAB_VERBOSE: '1',
      TRIMTAB_MPICC: 'mpicc.mpich',
      TRIMTAB_MAX_BYTES: '',
      TRIMTAB_EXPERIMENT_DIR: '/x',
      TRIMTAB_FINISH: '0',
    });
    expect(withoutPlan(chosen)).not.toHaveProperty('TRIMTAB_MAX_BYTES');
    expect(buildEnvironment({}, USUAL, { notes: '/notes' }).TRIMTAB_BUILD_LOG).toBe('/notes');
    expect(finishEnvironment({ A: '1' }, 10)).toEqual({ A: '1', TRIMTAB_FINISH_WAIT: '10' });
  });

  it('has only what can be measured', () => {
    expect(planOf([{ hooks: 'sleds' }])).toMatchObject({ hooks: 'sleds', functions: 'chosen' });
    // Inlined code has nothing that could be switched, and compilers' hooks record all or nothing.
    expect(planOf([{ hooks: 'called-sleds' }])).toMatchObject({ hooks: 'called-sleds', functions: 'chosen' });
    expect(planOf([{ hooks: 'sleds', inlineFunctions: true }])).toMatchObject({ hooks: 'compiler', functions: 'all' });
    expect(planOf([{ hooks: 'compiler', functions: 'chosen' }])).toMatchObject({ functions: 'all' });
    expect(planOf([{ hooks: 'compiler', functions: 'none' }])).toMatchObject({ functions: 'none' });
  });

  it('reports whether compilers depend on it', () => {
    expect(choosesFunctions(USUAL)).toBe(false);
    expect(choosesFunctions(planOf([{ leftOutFunctions: ['f'], hooks: 'compiler' }]))).toBe(true);
    expect(choosesFunctions(planOf([{ leftOutFunctions: ['f'], hooks: 'sleds' }]))).toBe(false);
    expect(choosesFunctions(planOf([{ leftOutFiles: ['f'], hooks: 'sleds' }]))).toBe(true);
    expect(choosesFunctions(planOf([{ processLimit: 5000 }]))).toBe(false);
    expect(choosesFunctions(planOf([{ hooks: 'called-sleds' }]))).toBe(true);
  });
});

describe('user settings of a plan', () => {
  it('is read from `measure` in trimtab.yaml', () => {
    const { measure } = configured(
      'measure: { mode: profile, functions: false, hooks: compiler, budget: 20, counters: [task-clock, PAPI_TOT_INS], memory: true, threads: true, phase: time_step, iterations: "1-2,100", inlineFunctions: true, leaveOut: { functions: ["f<int, 2>", g], files: [vendor/] }, openmp: false, limits: { process: 2 GB, buffer: 65536 }, clocks: processes }\n',
    );
    expect(planOf([measure])).toEqual(unusual);
    expect(configured('').measure).toEqual({});
  });

  it('counts the more the nearer it is: target, measure, environment, instrument step, own step', () => {
    const measured = (more: string, there: Record<string, string>, ...said: Record<string, string>[]) =>
      settleMeasurement(configured(more), here(there), {
        said: said.map((variables) => here(variables)),
        leftOut: ['tiny'],
      }).plan;
    const bytes = (value: number) => ({ TRIMTAB_MAX_BYTES: String(value) });
    expect(measured('', bytes(5000)).processLimit).toBe(5000);
    expect(measured('measure: { limits: { process: 6000 } }\n', bytes(5000)).processLimit).toBe(6000);
    expect(measured('environment: { TRIMTAB_MAX_BYTES: 7000 }\n', bytes(5000)).processLimit).toBe(7000);
    expect(measured('environment: { TRIMTAB_MAX_BYTES: 7000 }\n', {}, bytes(8000)).processLimit).toBe(8000);
    expect(measured('', {}, bytes(8000), bytes(9000)).processLimit).toBe(9000);
    // The exclusions of an instrument step are added to the other exclusions.
    expect(measured('measure: { leaveOut: { functions: [big] } }\n', {}).leftOutFunctions).toEqual(['big', 'tiny']);
  });

  it('keeps what variables set, whichever of the two for functions', () => {
    for (const name of ['TRIMTAB_FUNCTIONS', 'TRIMTAB_INSTRUMENT'])
      expect(settingsIn({ [name]: '0' }, 'x')).toEqual({ functions: 'none' });
    expect(settingsIn({ TRIMTAB_INSTRUMENT: '0', TRIMTAB_FUNCTIONS: '1' }, 'x')).toEqual({ functions: 'none' });
    expect(settingsIn({ TRIMTAB_FUNCTIONS: 'all', TRIMTAB_INSTRUMENT: '1' }, 'x')).toEqual({ functions: 'all' });
    expect(settingsIn({ TRIMTAB_FUNCTIONS: '', TRIMTAB_MAX_BYTES: '' }, 'x')).toEqual({});
    expect(settingsIn({ TRIMTAB_EXCLUDE_FUNCTIONS: 'a\\,b,c' }, 'x')).toEqual({ leftOutFunctions: ['a,b', 'c'] });
  });

  it('is refused in one sentence where it is nonsense', () => {
    expect(() => settingsIn({ TRIMTAB_MAX_BYTES: 'much' }, 'the environment of cluster')).toThrow(
      /^TRIMTAB_MAX_BYTES is "much" in the environment of cluster; write a whole number of bytes\.$/,
    );
    expect(faultOf('TRIMTAB_OPENMP', 'no')).toBe('write 0 or 1');
    expect(faultOf('OMP_NUM_THREADS', 'no')).toBeUndefined();
    expect(() => configured('environment:\n  A: b\n  TRIMTAB_FUNCTIONS: false\n')).toThrow(
      '/p/trimtab.yaml, line 7: "environment.TRIMTAB_FUNCTIONS" is not right: write 0, 1 or all.',
    );
    expect(() => configured('measure: { limits: { process: much } }\n')).toThrow(
      'line 5: "measure.limits.process" is not right: write an amount of data such as "2 GB", or a number of bytes.',
    );
    expect(() => configured('measure: { limits: { process: -1 } }\n')).toThrow('write at least 4096 bytes');
    expect(() => configured('measure: profile\n')).toThrow('"measure" is not right: write keys and values');
    expect(() => configured('measure: { mode: sums }\n')).toThrow(
      '"measure.mode" is not right: write trace or profile.',
    );
  });

  it('is refused if one file contradicts itself', () => {
    const twice = (bytes: number) => () =>
      configured(`measure: { limits: { process: 5000 } }\nenvironment:\n  TRIMTAB_MAX_BYTES: ${bytes}\n`);
    expect(twice(6000)).toThrow(
      '/p/trimtab.yaml, line 7: "environment.TRIMTAB_MAX_BYTES" contradicts "measure.limits.process"; remove one of them.',
    );
    expect(twice(5000)).not.toThrow();
  });
});

describe('the record of a plan', () => {
  it('is read back as it was', () => {
    for (const plan of [USUAL, unusual]) {
      const measurement: unknown = JSON.parse(JSON.stringify(recordOf(plan)));
      expect(recordedPlan({ measurement: measurement as Record<string, unknown> })).toEqual(plan);
    }
  });

  it('is derived from the variables of an experiment that has none', () => {
    expect(recordedPlan({})).toEqual(planOf([{ hooks: 'compiler' }]));
    expect(recordedPlan({ environment: { TRIMTAB_MAX_BYTES: '5000', A: 'x' } }).processLimit).toBe(5000);
  });

  it('is the same for experiments that were measured in the same way', () => {
    const kept = { measurement: recordOf(unusual) };
    expect(measuredHow({})).toBe(measuredHow({ measurement: recordOf(planOf([{ hooks: 'compiler' }])) }));
    expect(measuredHow({})).not.toBe(measuredHow({ measurement: recordOf(USUAL) }));
    expect(measuredHow(kept)).not.toBe(measuredHow({}));
    expect(measuredHow({ environment: withoutEmpty(runEnvironment({}, unusual)) })).toBe(measuredHow(kept));
  });

  it('from before sleds states that compilers inserted the recording of functions', () => {
    const { hooks, budget, ...others } = recordOf(USUAL);
    expect([hooks, budget]).toEqual(['sleds', 5]);
    const older = (functions: boolean) => ({ measurement: { ...others, version: 1, functions } });
    expect(recordedPlan(older(true))).toMatchObject({ hooks: 'compiler', functions: 'all', budget: 5 });
    expect(recordedPlan(older(false))).toMatchObject({ hooks: 'compiler', functions: 'none' });
    expect(recordedPlan({ environment: { TRIMTAB_FUNCTIONS: '0' } })).toMatchObject({
      hooks: 'compiler',
      functions: 'none',
    });
  });

  it('of a time before selections selects nothing', () => {
    const { selection, ...others } = recordOf(USUAL);
    expect(selection).toEqual({ files: [], functions: [], groups: [], switched: {} });
    expect(recordedPlan({ measurement: { ...others, version: 2 } })).toEqual(USUAL);
  });

  it('of a newer Trimtab is not taken for another', () => {
    const newer = { measurement: { ...recordOf(USUAL), version: 5, mode: 'dance' } };
    expect(() => recordedPlan(newer)).toThrow(/How it was measured has version 5, written by a newer Trimtab/);
    expect(measuredHow(newer)).not.toBe(measuredHow({}));
    expect(measuredHow(newer)).toBe(measuredHow({ ...newer }));
  });
});

const withoutEmpty = (variables: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));

describe('a selection', () => {
  const SELECTION = `selection:
  files: [{ exclude: "*/vendor/*" }, { include: keep.c }]
  functions:
    - exclude: "get_*"
    - { include: _ZN3fooEv, mangled: true }
  groups: { IO: ["write_*"] }
groups: { IO: off, OPENMP: off }
`;
  const planned = (more: string) => settleMeasurement(configured(more), here(), { said: [], leftOut: [] }).plan;
  const sleds = 'measure: { hooks: sleds }\n';

  it('is part of the plan, of its record, and of the variables for compilers and programs', () => {
    const plan = planned(`${sleds}${SELECTION}`);
    expect(plan.selection).toEqual({
      files: [
        { take: 'exclude', glob: '*/vendor/*' },
        { take: 'include', glob: 'keep.c' },
      ],
      functions: [
        { take: 'exclude', glob: 'get_*' },
        { take: 'include', glob: '_ZN3fooEv', mangled: true },
      ],
      groups: [{ group: 'IO', glob: 'write_*' }],
      switched: { IO: false, OPENMP: false },
    });
    expect(plan.adapters).toEqual(['mpi']);
    expect(recordedPlan({ measurement: recordOf(plan) })).toEqual(plan);
    expect(measuredHow({ measurement: recordOf(plan) })).not.toBe(
      measuredHow({ measurement: recordOf(planned(sleds)) }),
    );
    expect(buildEnvironment({}, plan).TRIMTAB_FILE_RULES).toBe('-*/vendor/*,+*/keep.c');
    expect(choosesFunctions(plan)).toBe(true);
    const place = { folder: '/x', finishedLater: false, selection: '/x/selection.txt' };
    expect(runEnvironment({ TRIMTAB_SELECTION: '/other' }, plan, place).TRIMTAB_SELECTION).toBe('/x/selection.txt');
    expect(runEnvironment({ TRIMTAB_SELECTION: '/other' }, plan).TRIMTAB_SELECTION).toBe('');
    expect(
      functionTests(plan.selection)
        .split('\n')
        .filter((line) => / (\*write_|write_|get_|_ZN)/.test(line)),
    ).toEqual(['xp write_*', 'xd write_*', 'xf write_*', 'xp get_*', 'xd get_*', 'xf get_*', 'il _ZN3fooEv']);
    // Groups may be of ranges alone: the probe receives the names of those that are off.
    expect(functionTests(plan.selection).match(/^o. .*$/gm)).toEqual(['o- IO', 'o- OPENMP']);
    expect(functionTests(USUAL.selection)).toBe('');
  });

  it('takes the rules of its file before its own, in either syntax', () => {
    const folder = mkdtempSync(join(tmpdir(), 'plan-'));
    const texts = {
      tau: 'BEGIN_EXCLUDE_LIST\nf\nEND_EXCLUDE_LIST\n',
      scorep: 'SCOREP_REGION_NAMES_BEGIN EXCLUDE f SCOREP_REGION_NAMES_END\n',
    };
    for (const text of Object.values(texts)) {
      writeFileSync(join(folder, 'rules'), text);
      const yaml = `version: 1\nprogram: p\nranks: 2\nrun: { command: [./p] }\n${sleds}selection: { file: rules, functions: [{ include: f1 }] }\n`;
      const configuration = parseConfiguration(yaml, join(folder, 'trimtab.yaml'));
      expect(settleMeasurement(configuration, here()).plan.selection.functions).toEqual([
        { take: 'exclude', glob: 'f' },
        { take: 'include', glob: 'f1' },
      ]);
    }
    writeFileSync(join(folder, 'rules'), 'SCOREP_REGION_NAMES_BEGIN EXCUDE f');
    const yaml = 'version: 1\nprogram: p\nranks: 2\nrun: { command: [./p] }\nselection: { file: rules }\n';
    expect(() => settleMeasurement(parseConfiguration(yaml, join(folder, 'trimtab.yaml')), here())).toThrow(
      'rules:1:27: "EXCUDE" is not allowed here',
    );
  });

  it('is refused where nothing could carry it out', () => {
    expect(() => planned(`measure: { hooks: compiler }\n${SELECTION}`)).toThrow('needs functions with sleds');
    expect(() => planned(`measure: { hooks: compiler, functions: false }\n${SELECTION}`)).not.toThrow();
  });

  it.each([
    [
      'selection: { functions: [get] }',
      '"selection.functions.0" is not right: write exclude or include with a pattern',
    ],
    ['selection: { functions: [{ exclude: a, include: b }] }', '"selection.functions.0'],
    ['selection: { files: [{ exclude: "" }] }', '"selection.files.0'],
    ['selection: { groups: { MPI: [f] } }', '"selection.groups" is not right: write other names than MPI'],
    ['groups: { IO: maybe }', '"groups.IO" is not right: write on or off'],
    ['groups: { MPI: off }', '"groups" is not right: write no MPI: off'],
  ])('that is wrong is reported: %s', (text, message) => {
    expect(() => configured(`${text}\n`)).toThrow(message);
  });
});

describe("the probe's variables", () => {
  const variables = probeVariables();

  it('are found in its sources', () => {
    expect([...variables]).toEqual(
      expect.arrayContaining(['TRIMTAB_MAX_BYTES', 'TRIMTAB_CACHE', 'TRIMTAB_FINISH_WAIT']),
    );
  });

  it('are named in one module', () => {
    const naming = filesBelow(SRC, /\.tsx?$/).filter((file) =>
      namesIn(readFileSync(file, 'utf8')).some((name) => variables.has(name)),
    );
    expect(naming.map((file) => relative(SRC, file))).toEqual([TABLE]);
  });

  it('are real where that module names them', () => {
    for (const name of namesIn(readFileSync(join(SRC, TABLE), 'utf8'))) expect([...variables]).toContain(name);
  });
});
