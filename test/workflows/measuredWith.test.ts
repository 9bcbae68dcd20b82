/**
 * Programs that are built and run with measurement systems of a site: EZTrace itself if installed. The others are small
 * programs under their names, which log their calls and behave as in their manuals.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CallPaths, flatProfile } from '../../src/analysis/report/index.js';
import { resultsOf } from '../../src/experiments/index.js';
import { systemsOn } from '../../src/measurement/adapters/detect.js';
import { createTarget } from '../../src/targets/create.js';
import { LOCAL } from '../../src/targets/description.js';
import { inheritedEnvironment } from '../../src/targets/environment.js';
import { recordedPlan } from '../../src/measurement/planRecord.js';
import { temporaryFolder } from '../experiments/support.js';
import { lacking, measure, mpiProject, type Project } from './mpiProject.js';

const RECORDED = resolve(import.meta.dirname, '../../examples/hybrid/recorded');

/** Files that a run leaves, according to the variables of each system. */
const LEAVE = `
[ -z "\${SCOREP_EXPERIMENT_DIRECTORY:-}" ] || cp -r recorded "$SCOREP_EXPERIMENT_DIRECTORY"
for rank in 0 1; do
  [ -z "\${TAU_CALLPATH:-}" ] || cp profile "$PROFILEDIR/profile.$rank.0.0"
  [ -z "\${OMPP_REPORTFILE:-}" ] || cp report.$rank "$OMPP_REPORTFILE:$rank"
done
env >variables
echo said by the program
`;
/** A profile of TAU: 2 functions, 3 microseconds of the one in 10 of the other. */
const TAU_PROFILE = `2 templated_functions_MULTI_TIME
# Name Calls Subrs Excl Incl ProfileCalls
"main" 1 1 7 10 0 GROUP="TAU_USER"
"work" 2 0 3 3 0 GROUP="TAU_USER"
0 aggregates
`;
/** A report of ompP of a rank with two threads. @param barrier seconds that the second one waits at the end of its region */
const omppReport = (barrier: number): string => `
----     ompP General Information     ----
Application Name: late
ompP Version    : 0.8.5
----     ompP Callgraph     ----
   8.00 (100.0%)    1.00 ( 12.5%)           [late: 2 threads]
----     ompP Callgraph Region Profiles (incl./excl. data)     ----
[*00] late
[+01] R00002 late.c (18-26) PARALLEL
 TID      execT      execC    bodyT/I    bodyT/E   exitBarT   startupT   shutdwnT
   0       7.00          1       7.00       7.00       0.00       0.00       0.00
   1       7.00          1       ${7 - barrier}.00       ${7 - barrier}.00       ${barrier}.00       0.00       0.00
`;
const PROGRAM = '#include <stdlib.h>\nint main(void) { return system("sh ./leave.sh") != 0; }\n';

/** Programs under the names of the systems'; each notes its arguments. */
function fakes(): { readonly folder: string; readonly calls: () => string[] } {
  const folder = temporaryFolder();
  const notes = join(folder, 'calls');
  const program = (name: string, does: string): void => {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\n[ "$1" = --version ] || printf '%s\\n' "${name} $*" >>'${notes}'\n${does}\n`);
    chmodSync(path, 0o755);
  };
  const behindOptions = 'while [ "${1#--}" != "$1" ]; do shift; done; exec "$@"';
  program('scorep', `[ "$1" != --version ] || { echo 'Score-P 8.4'; exit; }\n${behindOptions}`);
  for (const [name, compiler] of Object.entries({ 'tau_cc.sh': 'gcc', 'tau_cxx.sh': 'g++', 'tau_f90.sh': 'gfortran' }))
    program(name, `shift; exec ${compiler} "$@"`);
  program('hpcrun', '[ "$1" != --version ] || exit 0\nwhile [ "${1#-}" != "$1" ]; do shift 2; done; exec "$@"');
  program('hpcstruct', ':');
  program('hpcprof', 'echo "hpcprof: no samples" >&2; exit 1');
  writeFileSync(join(folder, 'mpirun'), '#!/bin/sh\nshift 2\nexec "$@"\n', { mode: 0o755 });
  return { folder, calls: () => readFileSync(notes, 'utf8').trimEnd().split('\n') };
}

/** A project whose program leaves what was measured of another one. */
function project(): Project {
  const made = mpiProject(PROGRAM);
  writeFileSync(join(made.folder, 'leave.sh'), LEAVE);
  writeFileSync(join(made.folder, 'profile'), TAU_PROFILE);
  for (const [rank, barrier] of [2, 4].entries())
    writeFileSync(join(made.folder, `report.${rank}`), omppReport(barrier));
  cpSync(RECORDED, join(made.folder, 'recorded'), { recursive: true });
  return made;
}

/** Measures with a system that is found in a folder. */
function measureWith(made: Project, system: string, tools: string, more = '') {
  const path = [tools, process.env.PATH ?? ''].join(delimiter);
  return measure(made, {
    build: '[trimtab-cc, gcc, -o, late, late.c]',
    yaml: `measure: { with: ${system} }\nenvironment: { PATH: '${path}' }\n${more}`,
  });
}

describe('a program that is measured by a system of the site', () => {
  it('is built and run with Score-P, which is handed the selection', async () => {
    const { folder, calls } = fakes();
    const made = project();
    const yaml = 'selection: { functions: [{ exclude: "tiny_*" }] }\n';
    const { experiment, report } = await measureWith(made, 'score-p', folder, yaml);
    expect(calls()).toEqual([expect.stringMatching(/^scorep --user gcc -idirafter \S+\/api -g -o late late\.c$/)]);
    expect(report.processes).toBe(2);
    const kept = made.store.get(experiment);
    expect(kept.manifest).toMatchObject({
      state: 'complete',
      trace: { kind: 'kept', path: 'trace/scorep/traces.otf2' },
      run: { exit: 0 },
    });
    expect(recordedPlan(kept.manifest).system).toBe('score-p');
    expect(readFileSync(join(kept.folder, 'run.log'), 'utf8')).toContain('said by the program');
    expect(readFileSync(join(kept.folder, 'selection.txt'), 'utf8')).toContain('EXCLUDE\n    tiny_*');
    expect(readFileSync(join(made.folder, 'variables'), 'utf8')).toContain(
      `SCOREP_FILTERING_FILE=${join(kept.folder, 'selection.txt')}\n`,
    );
  });

  it('is built and run with TAU, whose profiles are opened together', async () => {
    const { folder, calls } = fakes();
    const { report } = await measureWith(project(), 'tau', folder);
    expect(calls()[0]).toMatch(
      /^tau_cc\.sh -tau_options=-optCompInst -optQuiet -idirafter \S+\/api -g -o late late\.c$/,
    );
    expect(report.processes).toBe(2);
    // 10 microseconds of each of two ranks.
    expect(report.totalTime).toBeCloseTo(20e-6, 12);
  });

  it('is built and run with ompP, whose reports of all ranks are opened together', async () => {
    const { folder } = fakes();
    const calls = join(folder, 'of-ompp');
    writeFileSync(join(folder, 'kinst-ompp'), `#!/bin/sh\necho "$*" >>'${calls}'\nexec "$@"\n`, { mode: 0o755 });
    const made = project();
    const { experiment, report } = await measureWith(made, 'ompp', folder);
    expect(readFileSync(calls, 'utf8')).toMatch(/^gcc -idirafter \S+\/api -g -o late late\.c\n$/);
    expect(made.store.get(experiment).manifest).toMatchObject({
      state: 'complete',
      ranks: { asked: 2, measured: 2 },
      trace: { kind: 'kept', path: 'trace/report.ompp.txt:0' },
    });
    // 1 s of the program and 7 s of each thread of two ranks, 6 of them at the end of the region.
    expect(report.totalTime).toBeCloseTo(2 * (1 + 14), 12);
    expect(report.findings.map(({ place, seconds }) => [place?.line, seconds])).toContainEqual([26, 6]);
  });

  it('reports the leftover files if nothing can be opened, with the output of the system', async () => {
    const { folder, calls } = fakes();
    const made = project();
    await expect(measureWith(made, 'hpctoolkit', folder)).rejects.toThrow(
      /^The program ran, but HPCToolkit wrote nothing that can be opened: see the output of hpcrun and hpcprof;/,
    );
    const [kept] = made.store.readable();
    const trace = join(kept?.folder ?? '', 'trace');
    // Failed steps are tried again.
    expect(calls().slice(0, 3)).toEqual([
      expect.stringContaining(`hpcrun -o ${trace}/measurements -e REALTIME`),
      `hpcstruct ${trace}/measurements`,
      `hpcprof -o ${trace}/database ${trace}/measurements`,
    ]);
    expect(kept?.manifest.problems?.[0]?.message).toBe(
      'HPCToolkit: hpcprof ended with exit code 1: hpcprof: no samples',
    );
  });
});

describe('the systems of a target', () => {
  it('are found with their versions, or with the module that has them; what a project brings is none', async () => {
    const { folder } = fakes();
    const modules = temporaryFolder();
    mkdirSync(join(modules, 'init'));
    writeFileSync(join(modules, 'init', 'sh'), 'module() { printf "/opt/modules:\\nompP/0.8.5\\ngcc/12\\n" >&2; }\n');
    const environment = { ...inheritedEnvironment(), MODULESHOME: modules, PATH: `${folder}:/usr/bin:/bin` };
    const target = createTarget(LOCAL, { environment });
    const found = async (outside: readonly string[]) =>
      new Map((await systemsOn(target, { outside })).map(({ name, isThere, text }) => [name, { isThere, text }]));
    const all = await found([]);
    expect(all.get('score-p')).toEqual({ isThere: true, text: `8.4, ${join(folder, 'scorep')}` });
    expect(all.get('ompp')).toEqual({
      isThere: false,
      text: 'in a module: write "setup: module load ompP/0.8.5" into the target',
    });
    expect((await found([folder])).get('score-p')).toEqual({ isThere: false, text: 'not there: scorep is missing' });
    await target.close();
  });
});

const without = (await lacking()) ?? (existsSync('/usr/bin/eztrace') ? undefined : 'EZTrace is not installed');
if (without !== undefined) console.log(`EZTrace is not tested: ${without}.`);

describe.skipIf(without !== undefined)('a program that is measured by EZTrace', () => {
  it('has as many events as otf2-print lists, and calls by their names', async () => {
    const made = mpiProject();
    const { experiment, report } = await measure(made, { yaml: 'measure: { with: eztrace }\n' });
    const kept = made.store.get(experiment);
    const { archive = '', manifest } = kept;
    expect(manifest).toMatchObject({ state: 'complete', run: { exit: 0 }, ranks: { asked: 2, measured: 2 } });
    const printed = execFileSync('otf2-print', [archive], { encoding: 'utf8' }).split('\n');
    const records = printed.filter((line) => /^[A-Z_]+ +\d+ +\d+ /.test(line));
    expect(report.events).toBe(records.length);
    const entered = (name: string) => records.filter((line) => line.startsWith('ENTER') && line.includes(`"${name}"`));
    const { space, definitions } = resultsOf(kept);
    const flat = flatProfile(space, new CallPaths(space.callTree, definitions));
    for (const name of ['MPI_Send', 'MPI_Recv', 'MPI_Barrier']) {
      const calls = flat.filter(({ region }) => region === name).reduce((sum, row) => sum + row.calls, 0);
      expect([name, calls]).toEqual([name, entered(name).length]);
    }
    expect(entered('MPI_Barrier').length).toBe(2);
    expect(report.metrics.find(({ name }) => name === 'mpi')?.value).toBeGreaterThan(0.3);
  });
});
