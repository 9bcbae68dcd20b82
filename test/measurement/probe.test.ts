import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { archiveIn, checkProbe, finishArchive, wrappedCompilers } from '../../src/measurement/probe.js';
import { inheritedEnvironment } from '../../src/targets/environment.js';
import { temporaryFolder } from '../experiments/support.js';
import { PROBE } from '../workflows/mpiProject.js';

describe('the compilers behind trimtab-cc', () => {
  it.each([
    [[['trimtab-cc', 'mpicc', '-O2', 'a.c']], ['mpicc']],
    [[['make', '-B', 'CC=trimtab-cc mpicc -std=c11', 'FC=trimtab-cc /opt/bin/mpif90']], ['mpicc', '/opt/bin/mpif90']],
    [
      [
        ['cmake', '-DCMAKE_C_COMPILER=mpicc.mpich', '-DCMAKE_C_COMPILER_LAUNCHER=trimtab-cc'],
        ['cmake', '--build', 'b'],
      ],
      ['mpicc.mpich'],
    ],
    [[['make']], []],
    [[['trimtab-cc', 'gcc', 'a.c', '-lmpi']], []],
    [[['trimtab-cc', 'gcc', '-fopenmp', 'a.c']], ['gcc']],
    [[['make', 'CC=trimtab-cc clang', 'CXX=trimtab-cc clang++-14 -O2']], ['clang', 'clang++-14']],
    [[['make', 'CC=trimtab-cc gcc', 'FC=trimtab-cc mpifort']], ['mpifort']],
    [[['trimtab-cc']], []],
  ])('of %j are %j', (commands, expected) => expect(wrappedCompilers(commands)).toEqual(expected));
});

describe('the probe', () => {
  it('is missed in one sentence', () => {
    expect(() => checkProbe('/nonexistent')).toThrow(
      /^Trimtab's probe is not installed: \/nonexistent\/trimtab-cc is missing; install Trimtab again\.$/,
    );
    expect(() => checkProbe(PROBE)).not.toThrow();
  });
});

describe('finishArchive', () => {
  const environment = inheritedEnvironment();

  it('takes an existing archive, and recognizes that nothing was recorded', async () => {
    const folder = temporaryFolder();
    expect(await finishArchive(folder, ['mpicc'], environment, PROBE)).toEqual({ archive: undefined, remarks: [] });
    expect(await finishArchive(join(folder, 'absent'), ['mpicc'], environment, PROBE)).toEqual({
      archive: undefined,
      remarks: [],
    });
    mkdirSync(join(folder, 'traces'));
    writeFileSync(join(folder, 'traces.otf2'), 'x');
    expect(archiveIn(folder)).toBe(join(folder, 'traces.otf2'));
    expect(await finishArchive(folder, ['mpicc'], environment, PROBE)).toEqual({
      archive: join(folder, 'traces.otf2'),
      remarks: [],
    });
  });

  it('reports a missing finisher', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, '0.raw'), 'x');
    const { archive, remarks } = await finishArchive(folder, ['mpicc.nowhere'], environment, PROBE);
    expect(archive).toBeUndefined();
    expect(remarks[0]).toMatch(/were not made into an archive: trimtab-finish was not built/);
  });
});
