/**
 * Sanitizers find nothing in the probe: AddressSanitizer and UndefinedBehaviorSanitizer in the finisher, and, in
 * `npm run test:all` because the runtime is built twice more, under MPI, ThreadSanitizer with threads. All tests of this folder run with them by `TRIMTAB_SANITIZE=address,undefined npx vitest run
 * test/probe`, or `thread`.
 */
import { execa } from 'execa';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openArchive } from '../../src/formats/otf2/index.js';
import { compiled } from '../support/compiled.js';
import { wholeMatrix } from '../support/matrix.js';
import { prepareReports, sanitizerReports, sanitizerVariables } from '../support/sanitizers.js';
import { environment, fresh, mpis, patient, programs, wrapper } from './support.js';

const recorded = join(import.meta.dirname, 'recorded');
const ADDRESS = 'address,undefined';
const mpi = mpis.at(0) ?? 'openmpi';
const probe = join(import.meta.dirname, '../../src/probe');
/** Runs whose records are of many kinds. */
const RUNS = ['hybrid', 'locks-profile', 'parts', 'python', 'user', 'windows'];

const hasSanitizers = await execa('gcc', ['-fsanitize=address', '-x', 'c', '-', '-o', '/dev/null'], {
  input: 'int main(void) { return 0; }\n',
  reject: false,
}).then(({ exitCode }) => exitCode === 0);
const isWholeRun = process.env.TRIMTAB_SANITIZE !== undefined;
if (!hasSanitizers) console.warn('gcc has no sanitizers here (libasan, libtsan): the probe is not tested with them.');

/** Starts a program and returns the reports of its sanitizers. */
async function reportsOf(command: readonly string[], env: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = fresh('reports');
  prepareReports(folder);
  const [program = '', ...rest] = command;
  const { stderr } = await execa(program, rest, { env: { ...env, ...sanitizerVariables(folder) }, reject: false });
  // The finisher is started without the library that directs reports.
  const shown = stderr.split('\n').filter((line) => /Sanitizer|runtime error/.test(line));
  return [...sanitizerReports(folder), ...shown];
}

async function programOf(source: string, sanitizers: string, compiler: string): Promise<string> {
  const { program } = await compiled({
    command: [wrapper, compiler],
    flags: ['-w', '-O1', '-pthread'],
    sources: [join(programs, source)],
    env: { ...environment, TRIMTAB_SANITIZE: sanitizers },
  });
  return program;
}

async function runs(command: readonly string[], sanitizers: string): Promise<{ folder: string; reports: string[] }> {
  const folder = fresh('run');
  const env = { ...environment, TRIMTAB_EXPERIMENT_DIR: folder, TRIMTAB_THREADS: '1', TRIMTAB_SANITIZE: sanitizers };
  return { folder, reports: await reportsOf(command, env) };
}

describe.skipIf(!hasSanitizers || isWholeRun || mpis.length === 0)('sanitizers', patient, () => {
  it('report an error, so that its absence means something', async () => {
    const [source, program] = [`${fresh('faulty')}.c`, fresh('faulty')];
    writeFileSync(
      source,
      '#include <stdlib.h>\nint main(int n, char **v) { char *a = malloc(8); a[8 * n] = 1; return v[0][0] == a[0]; }\n',
    );
    await execa('gcc', ['-fsanitize=address', '-o', program, source]);
    expect((await reportsOf([program], {})).join('\n')).toContain('heap-buffer-overflow');
  });

  it('find nothing in the finisher, of recorded runs', async () => {
    const build = fresh('build');
    const settings = [`SANITIZE=${ADDRESS}`, `BUILD=${build}`, 'MPICC=cc', 'finisher'];
    await execa('make', ['-s', `-j${availableParallelism()}`, '-C', probe, ...settings]);
    const finisher = join(build, 'cc-address-undefined/trimtab-finish');
    for (const name of RUNS) {
      const folder = fresh('recorded');
      mkdirSync(folder);
      await execa('tar', ['-xzf', join(recorded, 'runs', `${name}.tar.gz`), '-C', folder]);
      const env = { PATH: `${recorded}:${process.env.PATH ?? ''}`, TRIMTAB_FINISH_WAIT: '0' };
      expect([name, await reportsOf([finisher, folder, fresh('finished')], env)]).toEqual([name, []]);
    }
  });

  it.skipIf(!wholeMatrix).each(['pools.cpp', 'locks.cpp'])('find no race of threads: %s', async (source) => {
    const { folder, reports } = await runs([await programOf(source, 'thread', 'g++')], 'thread');
    expect(reports).toEqual([]);
    expect(openArchive(folder).definitions.locations.length).toBeGreaterThan(2);
  });

  it.skipIf(!wholeMatrix)('find nothing under MPI', async () => {
    const program = await programOf('messages.c', ADDRESS, `mpicc.${mpi}`);
    const { folder, reports } = await runs([`mpirun.${mpi}`, '-n', '2', program], ADDRESS);
    expect(reports).toEqual([]);
    expect(openArchive(folder).definitions.locations).toHaveLength(2);
  });
});
