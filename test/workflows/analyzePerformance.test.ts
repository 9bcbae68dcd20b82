import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { CancelledError, TrimtabError } from '../../src/base/problem.js';
import {
  analyzePerformance,
  openTrace,
  proposeConfiguration,
  parseConfiguration,
  type Stage,
} from '../../src/workflows/index.js';
import type { Finding, FindingsReport } from '../../src/model/findings.js';
import { processesIn } from '../support/processes.js';
import { analyzeHere, buildProbe, lacking, measure, mpiProject, PROBE, RECEIVE_LINE } from './mpiProject.js';
import { resultsOf } from '../../src/experiments/index.js';

const without = await lacking();
if (without !== undefined) console.log(`The main job is not tested: ${without}.`);
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

/** How long the start of MPI takes depends on the machine: it may be the first finding. */
function lateSender({ findings }: FindingsReport): Finding | undefined {
  return findings.find(({ property }) => property === 'mpi_latesender');
}

describe.skipIf(without !== undefined)('analyzePerformance', () => {
  beforeAll(() => buildProbe());

  it('says so when a build prints nothing for a minute, and does not end it', async () => {
    const project = mpiProject();
    const said: string[] = [];
    const { report } = await measure(project, {
      // Goes on only when it was said.
      build: `[sh, -c, "until [ -e said ]; do sleep 0.05; done; '${PROBE}/trimtab-cc' mpicc -g -o late late.c"]`,
      yaml: 'timeouts: { build: 60 }\n',
      silentMinute: 10,
      onProgress: (stage, text) => {
        if (stage !== 'build' || !text.includes('no output')) return;
        said.push(text);
        writeFileSync(join(project.folder, 'said'), '');
      },
    });
    expect(said[0]).toBe('Building late: no output for 1 minute; end it with Ctrl-C or Stop if it hangs');
    expect(report.processes).toBe(2);
  });

  it('finds the late sender of a real run on its line, and keeps everything', async () => {
    const project = mpiProject();
    const stages: Stage[] = [];
    let output = '';
    const { experiment, report } = await measure(project, {
      onProgress: (stage) => stages.push(stage),
      onOutput: (text) => (output += text),
    });
    expect([...new Set(stages)]).toEqual(['prepare', 'build', 'run', 'collect', 'analyze', 'store']);
    expect(output).toContain('measured part done');
    expect(report.processes).toBe(2);
    expect(lateSender(report)).toMatchObject({ place: { file: project.source, line: RECEIVE_LINE } });
    expect(lateSender(report)?.seconds).toBeGreaterThan(0);

    const kept = project.store.get(experiment);
    expect(kept.report()).toEqual(report);
    expect(kept.space().locationCount).toBe(2);
    // All values are kept once, with the names that they belong to.
    expect(kept.cubex).toBeUndefined();
    expect(resultsOf(kept).definitions.sourceCodeLocations).toContainEqual({
      file: project.source,
      line: RECEIVE_LINE,
    });
    expect(kept.measuredText(project.source)).toBe(readFileSync(project.source, 'utf8'));
    expect(kept.manifest).toMatchObject({
      state: 'complete',
      ranks: { asked: 2, measured: 2 },
      run: { exit: 0, folder: '.' },
    });
    expect(kept.manifest.compiler?.version).toMatch(/\d+\.\d+/);
    expect(readFileSync(join(kept.folder, 'run.log'), 'utf8')).toContain('measured part done');
    expect(readFileSync(join(kept.folder, 'build.log'), 'utf8')).toContain('$ trimtab-cc mpicc');
    expect(existsSync(kept.archive ?? '')).toBe(true);
  });

  it('keeps the revision and the local changes', async () => {
    const project = mpiProject();
    const git = (...args: string[]): string =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
        cwd: project.folder,
        encoding: 'utf8',
      });
    git('init', '-q');
    git('add', 'late.c');
    git('commit', '-q', '-m', 'first');
    writeFileSync(project.source, `${readFileSync(project.source, 'utf8')}/* changed */\n`);
    const { experiment } = await measure(project);
    const { manifest, folder } = project.store.get(experiment);
    expect(manifest.revision).toEqual({ commit: git('rev-parse', 'HEAD').trim(), changed: true, diff: 'sources.diff' });
    expect(readFileSync(join(folder, 'sources.diff'), 'utf8')).toContain('+/* changed */');
    expect(git('status', '--porcelain', '--untracked-files=all')).not.toContain('.trimtab');
  });

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
    const error = await sentence(measure(project, { argument: 'hang', yaml: 'timeouts: { run: 2 }\n' }));
    expect(error.message).toMatch(
      /^The run was stopped after 2 s; if it needs longer, raise timeouts\.run in trimtab\.yaml\. The measurements until then/,
    );
    expect(processesIn(project.folder)).toEqual([]);
    expect(project.store.list()).toMatchObject([{ state: 'failed' }]);
  });

  it('says so when the program was built without the probe', async () => {
    const error = await sentence(measure(mpiProject(), { build: '[mpicc, -o, late, late.c]' }));
    expect(error.message).toMatch(
      /^The program ran, but nothing was measured\. .*put trimtab-build in front of the build/,
    );
  });

  it('says what is missing before it starts anything', async () => {
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

  it.skipIf(!mpich)('measures with MPICH as well', async () => {
    const { report } = await measure(mpiProject(), { compiler: 'mpicc.mpich', launcher: 'mpirun.mpich' });
    expect(report.processes).toBe(2);
    expect(lateSender(report)).toMatchObject({ place: { line: RECEIVE_LINE } });
  });

  it.each([
    ['a single source', {}],
    ['a Makefile', { Makefile: 'CC = mpicc\nall: late\nlate: late.c\n\t$(CC) -g -o $@ $<\n' }],
    [
      'CMake',
      { 'CMakeLists.txt': 'cmake_minimum_required(VERSION 3.21)\nproject(late C)\nadd_executable(late late.c)\n' },
    ],
  ])('runs what it proposes for %s', async (_, files) => {
    const project = mpiProject();
    for (const [name, text] of Object.entries(files)) writeFileSync(join(project.folder, name), text);
    const { text, path } = proposeConfiguration(project.source);
    const configuration = parseConfiguration(text.replace('ranks: 4', 'ranks: 2'), path);
    const { report } = await analyzePerformance({
      configuration,
      mode: 'trace',
      store: project.store,
      probeFolder: PROBE,
      analyzeArchive: analyzeHere,
    });
    expect(lateSender(report)).toMatchObject({ place: { file: project.source, line: RECEIVE_LINE } });
  });
});
