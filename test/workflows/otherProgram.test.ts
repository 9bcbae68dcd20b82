/** A program that is selected next to the configuration of another one. */
import { execa } from 'execa';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ExperimentStore } from '../../src/experiments/index.js';
import {
  analyzePerformance,
  besides,
  loadConfiguration,
  otherProgram,
  unbuiltConfiguration,
} from '../../src/workflows/index.js';
import { temporaryFolder } from '../experiments/support.js';
import { analyzeHere, PROBE } from './mpiProject.js';

/** Writes files into a separate folder. @param run the words of the command */
function project(files: Readonly<Record<string, string>>, run: readonly string[], more = ''): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const yaml = `version: 1\nprogram: solve.py\nranks: 1\nrun: { command: ${JSON.stringify(run)} }\n${more}`;
  writeFileSync(join(folder, 'trimtab.yaml'), yaml);
  return folder;
}

const named = (folder: string, name: string): string | undefined =>
  otherProgram(join(folder, name), loadConfiguration(join(folder, 'trimtab.yaml')))?.named;

const PRELOADED = ['trimtab-preload', 'python3', 'solve.py'];

describe('a script next to the configuration of another one', () => {
  it('is another program unless that one imports it, in whatever way', () => {
    const folder = project(
      {
        'solve.py': 'import numpy, mesh as m\nfrom parts.inner import (\n  deep,\n  other)\nfrom parts import listed\n',
        'mesh.py': 'def f():\n    from late import g\n',
        'late.py': '# import post\n',
        'parts/__init__.py': 'from . import near\nfrom .. import above\n',
        'parts/inner.py': 'from .beside import x\n',
        'parts/beside.py': '',
        'parts/near.py': 'import solve\n',
        'parts/listed.py': '',
        'parts/unused.py': '',
        'above.py': '',
        'post.py': 'import mesh\n',
        'notes.txt': '',
      },
      PRELOADED,
    );
    const all = ['solve', 'mesh', 'late', 'parts/__init__', 'parts/inner', 'parts/beside', 'parts/near'];
    for (const part of [...all, 'parts/listed', 'above']) expect(named(folder, `${part}.py`), part).toBeUndefined();
    expect(named(folder, 'post.py')).toBe('post.py');
    expect(named(folder, 'parts/unused.py')).toBe('unused.py');
    for (const none of ['notes.txt', 'absent.py', '.']) expect(named(folder, none), none).toBeUndefined();
  });

  it('belongs to a module that is started by its name', () => {
    const files = { 'tool/main.py': 'from tool.part import f\n', 'tool/part.py': '', 'post.py': '' };
    const folder = project(files, ['trimtab-preload', 'python3', '-m', 'tool.main']);
    expect(named(folder, 'tool/part.py')).toBeUndefined();
    expect(named(folder, 'post.py')).toBe('post.py');
  });

  it('is called by its folder where both have the same name', () => {
    const folder = project({ 'solve.py': '', 'old/solve.py': '' }, PRELOADED);
    expect(named(folder, 'old/solve.py')).toBe('old/solve.py');
  });

  it('is measured unmodified, with the settings of that configuration, which stays', async () => {
    const post = 'def heavy(n):\n    return sum(i * i for i in range(n))\n\nprint(heavy(300000))\n';
    const folder = project({ 'solve.py': '', 'post.py': post }, PRELOADED, 'sources: ["*.txt"]\n');
    const file = join(folder, 'trimtab.yaml');
    const before = readFileSync(file, 'utf8');
    const configuration = await unbuiltConfiguration(besides(join(folder, 'post.py'), loadConfiguration(file)), PROBE);
    const store = new ExperimentStore(folder);
    const { report } = await analyzePerformance({
      configuration,
      store,
      probeFolder: PROBE,
      analyzeArchive: analyzeHere,
    });
    expect(report.program).toBe('post.py');
    expect(report.functions.map(({ region }) => region)).toContain('post.heavy');
    expect(report.lines.some(({ place }) => place.file.endsWith('post.py'))).toBe(true);
    expect(store.list().map(({ program }) => program)).toEqual(['post.py']);
    expect(configuration.sources).toEqual(['*.txt', '**/*.py']);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('has as many ranks as the configuration has where it uses MPI', () => {
    const folder = project({ 'solve.py': '', 'a.py': 'from mpi4py import MPI\n', 'b.py': '' }, PRELOADED);
    mkdirSync(join(folder, '.venv/bin'), { recursive: true });
    writeFileSync(join(folder, '.venv/bin/python'), '');
    const configuration = { ...loadConfiguration(join(folder, 'trimtab.yaml')), ranks: 6 };
    const argv = ['./.venv/bin/python', 'a.py'];
    expect(besides(join(folder, 'a.py'), configuration)).toEqual({ argv, folder, ranks: 6 });
    expect(besides(join(folder, 'b.py'), configuration).ranks).toBe(1);
  });
});

describe('an executable next to the configuration of another program', () => {
  it('is another program unless the command names it, or what the build makes', async () => {
    const folder = project({ 'a.c': 'int main(void) { return 0; }\n' }, ['./a']);
    await execa('gcc', ['-o', 'a', 'a.c'], { cwd: folder });
    await execa('gcc', ['-o', 'b', 'a.c'], { cwd: folder });
    expect(named(folder, 'a')).toBeUndefined();
    expect(named(folder, 'b')).toBe('b');
    expect(named(folder, 'a.c')).toBeUndefined();
    const configuration = loadConfiguration(join(folder, 'trimtab.yaml'));
    expect(besides(join(folder, 'b'), configuration)).toEqual({ argv: ['./b'], folder, ranks: undefined });
    const open = { ...configuration, run: { ...configuration.run, commands: [['mpirun', '{program}']] } };
    expect(otherProgram(join(folder, 'b'), open)).toBeUndefined();
  });
});

describe('a source next to the configuration of another program', () => {
  const main = 'int main(void) { return 0; }\n';
  const files = { 'heat.c': main, 'second.c': main, 'part.c': 'int f(void) { return 1; }\n', Makefile: '' };
  const built = (command: string, program = 'heat'): string => {
    const folder = project(files, [`./${program}`], `build: { command: ${command} }\n`);
    const file = join(folder, 'trimtab.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('program: solve.py', `program: ${program}`));
    return folder;
  };

  it('is another program where it has a main program that commands which name sources do not name', () => {
    const folder = built('[trimtab-cc, mpicc, -o, heat, heat.c]');
    const found = otherProgram(join(folder, 'second.c'), loadConfiguration(join(folder, 'trimtab.yaml')));
    expect(found).toEqual({ configured: 'heat', named: 'second.c', isSource: true });
    for (const part of ['heat.c', 'part.c']) expect(named(folder, part), part).toBeUndefined();
  });

  it('is one if make is given no sources, and the main file of the program has another name', () => {
    const folder = built('[make]');
    expect(['heat.c', 'second.c', 'part.c'].map((name) => named(folder, name))).toEqual([
      undefined,
      'second.c',
      undefined,
    ]);
    expect(named(built('[make]', 'other'), 'second.c')).toBeUndefined();
  });
});
