import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { analyzePerformance, proposeConfiguration, parseConfiguration, type Stage } from '../../src/workflows/index.js';
import {
  analyzeHere,
  buildProbe,
  lacking,
  lateSender,
  measure,
  mpiProject,
  PROBE,
  RECEIVE_LINE,
} from './mpiProject.js';
import { resultsOf } from '../../src/experiments/index.js';

const without = await lacking();
if (without !== undefined) console.log(`The main job is not tested: ${without}.`);
const mpich = (await lacking('mpicc.mpich')) === undefined && (await lacking('mpicc.openmpi')) === undefined;

describe.skipIf(without !== undefined)('analyzePerformance', () => {
  beforeAll(() => buildProbe());

  it('reports a build that prints nothing for a minute, and does not end it', async () => {
    const project = mpiProject();
    const said: string[] = [];
    const { report } = await measure(project, {
      // Continues only after it was printed.
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
