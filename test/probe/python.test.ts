/** Functions of Python, of programs that are measured as they are. */
import { execa } from 'execa';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { entered, openRegions, readEvents, regionOf } from './archive.js';
import { profileValues, traceValues } from './profiles.js';
import { measured, mpi, preloader, pythons, type Measured } from './pythonPrograms.js';
import { environment, fresh, patient, prepare, programs } from './support.js';

/** Calls by `function file:line`, as cProfile counts them; of a module's own code the function is "(module)". */
async function countedByPython(python: string, sources: string, program = 'program.py'): Promise<Map<string, number>> {
  const script = `
import cProfile, json, runpy, sys
sys.argv = ['${program}']
sys.path.insert(0, '.')
profile = cProfile.Profile()
profile.enable()
try:
    runpy.run_path('${program}', run_name='__main__')
finally:
    profile.disable()
profile.create_stats()
print(json.dumps([[f, line, name, calls] for (f, line, name), (_, calls, *_) in profile.stats.items()]))`;
  const { stdout } = await execa(python, ['-c', script], { cwd: sources });
  const rows = JSON.parse(stdout.split('\n').at(-1) ?? '') as [string, number, string, number][];
  return new Map(
    rows
      .filter(([file]) => /(program|module|steps)\.py$/.test(file))
      .map(([file, line, name, calls]) => [`${name.replace(/[<>]/g, '')} ${basename(file)}:${String(line)}`, calls]),
  );
}

/** Visits by `function file:line`, over all call paths and threads. */
function visitsOf(visits: ReadonlyMap<string, number>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [path, count] of visits) {
    const [, name = '', file = '', line = ''] =
      /(?:^|\/)(?:\w+[. ])?([\w().]+)\(([^()]*):(\d+)\)(?:@[^@]*)?$/.exec(path) ?? [];
    if (!file.endsWith('.py')) continue;
    const key = `${name.split('.').at(-1)?.replace(/[()]/g, '') ?? ''} ${basename(file)}:${line}`;
    sums.set(key, (sums.get(key) ?? 0) + count);
  }
  return sums;
}

describe.skipIf(pythons.length === 0)('functions of Python', patient, () => {
  describe.each(pythons)('$version', ({ program: python, monitors }) => {
    /** A trace of the program, and how often Python itself counts its calls. */
    let traced: Measured;
    let counted: Map<string, number>;

    beforeAll(async () => {
      await prepare(mpi);
      traced = await measured(python, '');
      counted = await countedByPython(python, traced.sources);
    });

    it('are called as often as cProfile counts, and print what they print without', async () => {
      expect(counted.get('fib program.py:9')).toBe(177);
      expect(visitsOf(traceValues(traced.folder)('visits'))).toEqual(counted);
      const plain = await execa(python, ['program.py'], { cwd: traced.sources });
      expect(traced.stdout).toBe(plain.stdout);
    });

    it('are called as often in a profile', async () => {
      const run = await measured(python, '', { TRIMTAB_MODE: 'profile' });
      expect(visitsOf(profileValues(run.folder)('visits'))).toEqual(counted);
    });

    it('have the lines of their callers, and are nested as they are called', async () => {
      const events = (await readEvents(traced.folder)).get('0') ?? [];
      expect(openRegions(events)).toEqual([]);
      const twice = events.find((event) => event.kind === 'ENTER' && regionOf(event) === 'module.twice');
      expect(twice?.site).toMatch(/program\.py:23$/);
      const sites = events.filter((event) => event.kind === 'ENTER' && regionOf(event) === 'module.once');
      expect(sites.map(({ site }) => basename(site ?? ''))).toEqual(['module.py:2', 'module.py:2']);
    });

    it('are recorded in threads', async () => {
      const { folder } = await measured(python, 'threads');
      const events = [...(await readEvents(folder)).values()];
      expect(events).toHaveLength(4);
      const workers = events.map((of) => entered(of).filter((name) => name === 'program.worker').length);
      expect(workers.sort()).toEqual([0, 1, 1, 1]);
      expect(events.flatMap(entered).filter((name) => name === 'program.fib')).toHaveLength(177 + 3 * 15);
      for (const of of events) expect(openRegions(of)).toEqual([]);
    });

    it('are those of coroutines and generators too, also where exceptions are thrown into them', async () => {
      const run = await measured(python, '', {}, 'steps.py');
      const plain = await execa(python, ['steps.py'], { cwd: run.sources });
      expect([run.stdout, run.exitCode]).toEqual([plain.stdout, 0]);
      const visits = visitsOf(traceValues(run.folder)('visits'));
      expect(visits).toEqual(await countedByPython(python, run.sources, 'steps.py'));
      expect([...visits.keys()]).toContain('step steps.py:13');
      expect(openRegions((await readEvents(run.folder)).get('0') ?? [])).toEqual([]);
    });

    it.skipIf(!monitors)('of other interpreters in the process are not recorded, which is reported', async () => {
      const run = await measured(python, '', {}, 'interpreters.py');
      expect([run.stdout, run.exitCode]).toEqual(['2\n1', 0]);
      expect(run.stderr.match(/the program starts interpreters within its process/g)).toHaveLength(1);
      expect(entered((await readEvents(run.folder)).get('0'))).not.toContain('interpreters.inner');
      const { stdout } = await execa('otf2-print', ['-A', join(run.folder, 'traces.otf2')]);
      expect(stdout).toMatch(/TRIMTAB::PYTHON_REFUSED/);
    });

    it('are not recorded where TRIMTAB_PYTHON is 0', async () => {
      const sources = fresh('python');
      cpSync(join(programs, 'python'), sources, { recursive: true });
      const folder = fresh('run');
      await execa(preloader, [python, 'program.py'], {
        cwd: sources,
        env: {
          ...environment,
          TRIMTAB_MPICC: `mpicc.${mpi}`,
          TRIMTAB_PYTHON: '0',
          TRIMTAB_EXPERIMENT_DIR: folder,
          TRIMTAB_FINISH: '0',
        },
      });
      expect(existsSync(join(folder, 'raw')) ? readdirSync(join(folder, 'raw')) : []).toEqual([]);
    });
  });
});
