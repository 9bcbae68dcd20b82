/** Programs that are measured as they are, without a build. */
import { execa } from 'execa';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ExperimentStore } from '../../src/experiments/index.js';
import { settledFor } from '../../src/workflows/configuration/unbuilt.js';
import { analyzePerformance, unbuiltConfiguration } from '../../src/workflows/index.js';
import { temporaryFolder } from '../experiments/support.js';
import { mpis } from '../probe/support.js';
import { analyzeHere, buildProbe, NAPPING_SENDER, PROBE } from './mpiProject.js';

describe.each(mpis)('a program of %s that is not built', (mpi) => {
  beforeAll(() => buildProbe(`mpicc.${mpi}`), 120_000);

  it('is measured unmodified, with its own launcher and arguments', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'wait.c'), NAPPING_SENDER);
    await execa(`mpicc.${mpi}`, ['-g', '-O1', '-o', 'wait', 'wait.c'], { cwd: folder });
    const configuration = await unbuiltConfiguration({ argv: ['./wait', '7'], folder, ranks: 2 }, PROBE);
    expect(configuration.runCommand(2)).toEqual([
      `mpirun.${mpi}`,
      '-n',
      '2',
      join(PROBE, 'trimtab-preload'),
      join(folder, 'wait'),
      '7',
    ]);
    const store = new ExperimentStore(folder);
    const { report } = await analyzePerformance({
      configuration,
      mode: 'trace',
      store,
      probeFolder: PROBE,
      analyzeArchive: analyzeHere,
    });
    const late = report.findings.find(({ property }) => property === 'mpi_latesender');
    expect(late?.callPath.at(-1)?.callSite?.line).toBe(13);
    expect(report.processes).toBe(2);
    expect(existsSync(join(folder, 'trimtab.yaml'))).toBe(false);
  });
});

describe('a program that is not built', () => {
  it('is asked for in a sentence if it does not exist', async () => {
    const absent = unbuiltConfiguration({ argv: ['./absent'], folder: temporaryFolder(), ranks: 1 }, PROBE);
    await expect(absent).rejects.toThrow(/absent is no program here; name it with its path/);
  });

  it('runs behind its given launcher, which defines the number of ranks', async () => {
    const folder = temporaryFolder();
    const argv = ['mpirun', '--map-by', 'core', '-np', '3', 'true', '-n', '5'];
    const configuration = await unbuiltConfiguration({ argv, folder, ranks: undefined }, PROBE);
    expect(configuration.ranks).toBe(3);
    const launcher = argv.slice(0, 5);
    expect(configuration.runCommand(3)).toEqual([...launcher, join(PROBE, 'trimtab-preload'), 'true', '-n', '5']);
    const twice = unbuiltConfiguration({ argv, folder, ranks: 2 }, PROBE);
    await expect(twice).rejects.toThrow(/mpirun sets the rank count already/);
    const nothing = unbuiltConfiguration({ argv: ['mpirun', '-n', '3'], folder, ranks: undefined }, PROBE);
    await expect(nothing).rejects.toThrow(/mpirun is given no program/);
    const replaced = ['mpirun', '-n', '2', 'env', 'LD_PRELOAD=/lib/x.so', './prog'];
    const hidden = unbuiltConfiguration({ argv: replaced, folder, ranks: undefined }, PROBE);
    await expect(hidden).rejects.toThrow(/env overrides LD_PRELOAD, which loads the measurement library/);
  });

  it('runs as the project does, with its launcher, target and settings, from the folder that it is started in', async () => {
    const project = temporaryFolder();
    const folder = join(project, 'cases');
    mkdirSync(folder);
    const yaml = `# kept\nversion: 1\nprogram: solver\ntarget: cluster\ntargets: { cluster: { kind: ssh, host: there } }
ranks: 6\nbuild: { command: [make] }\nrun: { command: [srun, -n, '{ranks}', ./solver] }\nmeasure: { sampling: 100 }\n`;
    writeFileSync(join(project, 'trimtab.yaml'), yaml);
    const argv = ['./other', '-x'];
    const there = await unbuiltConfiguration({ argv, folder, ranks: undefined }, PROBE);
    expect(there).toMatchObject({ target: 'cluster', build: undefined, program: 'other', measure: { sampling: 100 } });
    expect(there.run.folder).toBe(folder);
    // The libraries it is linked with are known there alone.
    expect(there.runCommand(6)).toEqual(['trimtab-preload', './other', '-x']);
    const parallel = settledFor(there, './other', 'mpicc');
    expect(parallel.runCommand(6)).toEqual(['srun', '-n', '6', 'trimtab-preload', './other', '-x']);
    expect(parallel).toMatchObject({ ranks: 6, measure: { sampling: 100 } });
    expect(settledFor(there, './other', '')).toMatchObject({ ranks: 1, measure: { sampling: 100, io: true } });
    expect(readFileSync(join(project, 'trimtab.yaml'), 'utf8')).toBe(yaml);
    const told: string[] = [];
    const here = { argv: ['true'], folder, ranks: undefined, target: 'local' };
    const alone = await unbuiltConfiguration(here, PROBE, (sentence) => told.push(sentence));
    expect(alone).toMatchObject({ target: 'local', ranks: 1 });
    expect(alone.runCommand(1)).toEqual([join(PROBE, 'trimtab-preload'), 'true']);
    expect(alone.measure).toEqual({ sampling: 100, io: true });
    expect(told).toEqual([expect.stringMatching(/^true is linked with no MPI library/)]);
  });

  it('is reported to have done nothing that is recorded, if that is the case', async () => {
    const folder = temporaryFolder();
    const known = await unbuiltConfiguration({ argv: ['true'], folder, ranks: undefined }, PROBE);
    // Samples would be recorded.
    const configuration = { ...known, measure: { ...known.measure, sampling: 0 } };
    const store = new ExperimentStore(folder);
    const nothing = analyzePerformance({ configuration, store, probeFolder: PROBE, analyzeArchive: analyzeHere });
    await expect(nothing).rejects.toThrow(/nothing was recorded\. Without rebuilding, only MPI calls/);
  });

  it('runs without a launcher where it is linked with no MPI, and is sampled', async () => {
    const folder = temporaryFolder();
    const configuration = await unbuiltConfiguration({ argv: ['true'], folder, ranks: undefined }, PROBE);
    expect(configuration.measure).toMatchObject({ io: true, sampling: 100 });
    expect(configuration.runCommand(1)).toEqual([join(PROBE, 'trimtab-preload'), 'true']);
  });
});
