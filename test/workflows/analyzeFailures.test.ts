/** Builds and runs that fail or are ended: one sentence each, and what was measured is kept. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { CancelledError, TrimtabError } from '../../src/base/problem.js';
import { openTrace } from '../../src/workflows/index.js';
import { processesIn } from '../support/processes.js';
import { analyzeHere, buildProbe, lacking, lateSender, measure, mpiProject, RECEIVE_LINE } from './mpiProject.js';

const without = await lacking();
if (without !== undefined) console.log(`Failing runs are not tested: ${without}.`);
const mpich = (await lacking('mpicc.mpich')) === undefined && (await lacking('mpicc.openmpi')) === undefined;

const LONELY =
  '#include <mpi.h>\nint main(int c, char **v) { MPI_Init(&c, &v); MPI_Barrier(MPI_COMM_WORLD); MPI_Finalize(); return 0; }\n';

/** The error a promise ends with, which must be one a person can act on. */
async function sentence(promise: Promise<unknown>): Promise<TrimtabError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof TrimtabError) return error;
    throw error;
  }
  throw new Error('it should have failed');
}

describe.skipIf(without !== undefined)('analyzePerformance where something fails', () => {
  beforeAll(() => buildProbe());
  afterEach(() => vi.unstubAllEnvs());

  it('leads a failing build to its first error', async () => {
    const project = mpiProject('int main(void) {\n  return 0\n}\n');
    const error = await sentence(measure(project));
    expect(error.message).toMatch(
      /^The build failed: trimtab-cc mpicc -g -o late late\.c ended with exit code 1: late\.c:2: expected .;.*\.$/,
    );
    expect(error.details).toContain('return 0');
    const summary = elementAt(project.store.list(), 0);
    expect(summary).toMatchObject({ state: 'failed', problem: error.message });
    expect(readFileSync(join(summary.folder, 'build.log'), 'utf8')).toContain('late.c:2');
  });

  it.each([
    [
      // Open MPI loses its own message about the abort now and then.
      'abort',
      /^The run failed: mpirun -n 2 \.\/late abort ended with exit code \d+(: rank 1 called MPI_Abort with code 42)?\. The measurements until then/,
    ],
    [
      'crash',
      /^The run failed: mpirun -n 2 \.\/late crash ended with exit code \d+(: rank 1 was ended by signal 11.*)?\. The measurements until then/,
    ],
    ['exit', /^The run failed: mpirun -n 2 \.\/late exit ended with exit code 3/],
  ])('keeps what a run recorded that ends by %s', async (argument, message) => {
    const project = mpiProject();
    const error = await sentence(measure(project, { argument }));
    expect(error.message).toMatch(message);
    const summary = elementAt(project.store.list(), 0);
    expect(summary).toMatchObject({ state: 'failed', problem: error.message });
    const report = project.store.get(summary.id).report();
    expect(lateSender(report)).toMatchObject({ place: { line: RECEIVE_LINE } });
  });

  it('cancels: stops every process, and keeps what was measured', async () => {
    const project = mpiProject();
    const cancel = new AbortController();
    const running = measure(project, {
      argument: 'hang',
      signal: cancel.signal,
      onOutput: (text) => {
        if (text.includes('measured part done')) cancel.abort();
      },
    });
    await expect(running).rejects.toBeInstanceOf(CancelledError);
    expect(processesIn(project.folder)).toEqual([]);
    const summary = elementAt(project.store.list(), 0);
    expect(summary).toMatchObject({ state: 'cancelled' });
    const { archive } = project.store.get(summary.id);
    expect(archive).toBeDefined();
    const opened = await openTrace(archive ?? '', { store: project.store, analyzeArchive: analyzeHere });
    expect(lateSender(opened.report)).toBeDefined();
    expect(project.store.get(opened.experiment).space().locationCount).toBe(2);
    expect(readdirSync(project.store.folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('stops a run after its time', async () => {
    const project = mpiProject();
    const measured = join(project.folder, 'measured');
    // The clock of the job sleeps until both ranks are measured, however long that takes.
    const clock = `#!/bin/sh\n[ "$1" = 2 ] || exec /bin/sleep "$@"\nuntil [ -f ${measured} ]; do /bin/sleep 0.05; done\n`;
    writeFileSync(join(project.folder, 'sleep'), clock, { mode: 0o755 });
    vi.stubEnv('PATH', `${project.folder}:${process.env.PATH ?? ''}`);
    const onOutput = (text: string): void => {
      if (text.includes('measured part done')) writeFileSync(measured, '');
    };
    const error = await sentence(measure(project, { argument: 'hang', yaml: 'timeouts: { run: 2 }\n', onOutput }));
    expect(error.message).toMatch(
      /^The run was stopped after 2 s; if it needs longer, raise timeouts\.run in trimtab\.yaml\. The measurements until then/,
    );
    expect(processesIn(project.folder)).toEqual([]);
    expect(project.store.list()).toMatchObject([{ state: 'failed' }]);
  });

  it('reports that the program was built without the probe', async () => {
    const error = await sentence(measure(mpiProject(), { build: '[mpicc, -o, late, late.c]' }));
    expect(error.message).toMatch(
      /^The program ran, but nothing was measured\. .*put trimtab-build in front of the build/,
    );
  });

  it('reports what is missing before it starts anything', async () => {
    const project = mpiProject();
    expect((await sentence(measure(project, { compiler: 'mpicc.nowhere' }))).message).toMatch(
      /^mpicc\.nowhere was not found on PATH; install an MPI library/,
    );
    expect(project.store.list()).toEqual([]);
    expect((await sentence(measure(project, { launcher: 'mpirun.nowhere' }))).message).toMatch(
      /^mpirun\.nowhere was not found on PATH/,
    );
    expect(project.store.list()).toMatchObject([{ state: 'failed' }]);
  });

  it.skipIf(!mpich)('refuses a launcher of another MPI', async () => {
    const project = mpiProject();
    expect((await sentence(measure(project, { compiler: 'mpicc.openmpi', launcher: 'mpirun.mpich' }))).message).toMatch(
      /^mpicc\.openmpi belongs to Open MPI but mpirun\.mpich to MPICH.*Write mpirun\.openmpi in run\.command/,
    );
    expect(project.store.list()).toEqual([]);
  });

  it('recognizes ranks that ran alone', async () => {
    const project = mpiProject(LONELY);
    writeFileSync(join(project.folder, 'srun'), '#!/bin/sh\nshift 2\n"$@" & "$@"\nwait\n', { mode: 0o755 });
    // Two programs of one rank each, as srun starts them when it does not know the MPI library.
    const error = await sentence(measure(project, { launcher: join(project.folder, 'srun') }));
    expect(error.message).toMatch(
      /^2 ranks were requested, but each ran alone as rank 0 of 1: .*Write the launcher of that library/,
    );
    expect(project.store.list()).toMatchObject([{ state: 'failed', processes: 1 }]);
  });
});
