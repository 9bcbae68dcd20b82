import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { writeAtomically } from '../../src/base/files/index.js';
import { ExperimentStore } from '../../src/experiments/index.js';
import { leftReproductions, sweepScratches } from '../../src/workflows/reproduction/leftReproductions.js';
import { reproduce } from '../../src/workflows/reproduction/reproduce.js';
import { temporaryFolder } from '../experiments/support.js';
import { analyzeHere, buildProbe, lacking, measure, mpiProject, PROBE, RECEIVE_LINE } from './mpiProject.js';
import { bundleKilledRun, executed } from './runner/killing.js';

const without = await lacking();
if (without !== undefined) console.log(`Running experiments again is not tested: ${without}.`);

const again = (store: ExperimentStore, experiment: string) =>
  reproduce({ store, experiment, probeFolder: PROBE, analyzeArchive: analyzeHere });

describe('what cannot be run again', () => {
  it('is reported in a sentence', async () => {
    const store = new ExperimentStore(temporaryFolder());
    const opened = store.create({ program: 'x', target: 'local' });
    opened.finish('complete');
    await expect(again(store, opened.id)).rejects.toThrow(/has no record of a run/);
    const remote = store.create({ program: 'x', target: 'cluster' });
    remote.update({ run: { argv: ['srun', './x'], folder: '.' } });
    remote.finish('complete');
    await expect(again(store, remote.id)).rejects.toThrow(/neither a revision nor the files/);
    const bare = store.create({ program: 'x', target: 'local' });
    bare.update({ run: { argv: ['./x'], folder: '.' } });
    await expect(again(store, bare.id)).rejects.toThrow(/still running/);
    bare.finish('complete');
    await expect(again(store, bare.id)).rejects.toThrow(/neither a revision nor the files/);
    expect(store.folders()).toHaveLength(3);
  });
});

describe.skipIf(without !== undefined)('reproduce', () => {
  beforeAll(() => buildProbe());

  it('builds and runs the recorded sources in a copy, keeps the new experiment, and compares', async () => {
    const project = mpiProject();
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...words], {
        cwd: project.folder,
        stdio: 'ignore',
      });
    git('init', '-q');
    git('add', '.');
    git('commit', '-q', '-m', 'first');
    const yaml =
      'measure: { mode: trace, leaveOut: { functions: [nap] } }\nenvironment: { TRIMTAB_BUFFER_BYTES: 65536, OMP_NUM_THREADS: 1 }\n';
    const { experiment } = await measure(project, { yaml });
    const measured = readFileSync(project.source, 'utf8');
    appendFileSync(project.source, '#error this version does not compile\n');

    const result = await again(project.store, experiment);
    expect(result.differences).toEqual([]);
    const copy = project.store.get(result.experiment);
    expect(copy.manifest).toMatchObject({ reproduces: experiment, state: 'complete', ranks: { measured: 2 } });
    // The record defines what is measured, in whichever way it was specified.
    expect(copy.manifest.measurement).toMatchObject({ leftOutFunctions: ['nap'], buffer: 65536 });
    expect(copy.manifest.measurement).toEqual(project.store.get(experiment).manifest.measurement);
    expect(copy.manifest.environment).toEqual(project.store.get(experiment).manifest.environment);
    const functions = copy.report().functions.map(({ region }) => region);
    expect([functions.includes('main'), functions.includes('nap')]).toEqual([true, false]);
    expect(copy.manifest.revision).toEqual(project.store.get(experiment).manifest.revision);
    expect(copy.measuredText(elementAt(copy.sources, 0).measured)).toBe(measured);
    const late = copy.report().findings.find(({ property }) => property === 'mpi_latesender');
    expect(late?.place?.line).toBe(RECEIVE_LINE);
    expect(copy.archive !== undefined && existsSync(copy.archive)).toBe(true);
    const { comparison } = result;
    expect(comparison?.groups.map(({ runs }) => elementAt(runs, 0).id)).toEqual([experiment, result.experiment]);
    // The same program: every call path is on both sides.
    expect(new Set(comparison?.callPaths.map(({ presence }) => presence))).toEqual(new Set(['everywhere']));
    expect(comparison?.runTime.changes[0]?.verdict).toBe('single runs: no verdict');
    // Nothing of the copy is left, and the person's own files are as they were.
    expect(readFileSync(project.source, 'utf8')).toBe(`${measured}#error this version does not compile\n`);
    expect(project.store.folders().sort()).toEqual([experiment, result.experiment].sort());
  });

  it('shows an attempt whose process was killed as interrupted, and continues it', async () => {
    const { folder, store, ...project } = mpiProject();
    const { experiment } = await measure({ folder, store, ...project });
    const place = await bundleKilledRun(join(import.meta.dirname, 'killedReproduction.ts'));
    onTestFinished(() => rmSync(place, { recursive: true }));
    expect(await executed([join(place, 'killedReproduction.cjs'), folder, experiment, 'run'])).toBeUndefined();
    const attempt = elementAt(store.list(), 0);
    expect(attempt).toMatchObject({
      state: 'failed',
      name: expect.stringContaining('(again)') as string,
      problem: expect.stringMatching(/^The run was interrupted: Trimtab was ended/) as string,
    });
    expect(store.get(attempt.id).manifest.reproduces).toBe(experiment);
    const inUse = store.scratch();
    expect(store.abandonedScratches()).toHaveLength(1);
    await sweepScratches(store);
    expect(existsSync(inUse)).toBe(true);
    rmSync(inUse, { recursive: true });
    expect(leftReproductions(store).map((left) => left.experiment)).toEqual([experiment]);
    const result = await again(store, experiment);
    expect([result.experiment, result.comparison === undefined]).toEqual([attempt.id, false]);
    expect(readdirSync(store.folder).sort()).toEqual([experiment, attempt.id].sort());
  });

  it('keeps the attempt when the build fails, and reports why', async () => {
    const project = mpiProject();
    const { experiment } = await measure(project);
    const original = project.store.get(experiment);
    const manifest = join(original.folder, 'manifest.yaml');
    writeAtomically(manifest, readFileSync(manifest, 'utf8').replaceAll('late.c', 'absent.c'));
    await expect(again(project.store, experiment)).rejects.toThrow(/build failed/);
    expect(project.store.list()[0]).toMatchObject({
      state: 'failed',
      name: expect.stringContaining('(again)') as string,
    });
  });
});
