/** One program measured in all the ways there are: by the button, `trimtab run` and `trimtab workflow run`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { groupRepeats, traitsOf } from '../../src/engine/history/repeats.js';
import { send } from '../../src/protocol/requests.js';
import { loadConfiguration } from '../../src/workflows/index.js';
import { analyzeHere, buildProbe, lacking, mpiProject, PROBE } from '../workflows/mpiProject.js';
import { trimtabWith } from '../cli/support.js';
import { bundleEngine, type EngineBundle } from './support/bundle.js';
import { EngineClient } from './support/client.js';

const without = await lacking();

describe.skipIf(without !== undefined)('one program, measured in several ways', { timeout: 120_000 }, () => {
  let bundle: EngineBundle;
  beforeAll(async () => {
    await buildProbe();
    bundle = await bundleEngine();
  }, 120_000);
  afterAll(() => bundle.remove());

  it('gives experiments with the same facts, which are repeats of one another', async () => {
    const { folder, store } = mpiProject();
    const configuration = join(folder, 'trimtab.yaml');
    const text =
      'version: 1\nprogram: late\nranks: 2\nbuild:\n  command: [trimtab-cc, mpicc, -g, -o, late, late.c]\nrun:\n  command: [mpirun, -n, "{ranks}", ./late]\nenvironment: { OMP_NUM_THREADS: 2 }\nmeasure: { mode: trace }\n';
    writeFileSync(configuration, text);
    expect(loadConfiguration(configuration).target).toBe('local');
    const parts = { analyzeArchive: analyzeHere, findProbe: () => PROBE };
    expect((await trimtabWith(parts, folder, 'run')).code).toBe(0);
    expect((await trimtabWith(parts, folder, 'workflow', 'run', 'analyze-performance')).code).toBe(0);
    const client = await EngineClient.start(bundle.engine, [folder], { trusted: true, probeFolder: PROBE });
    onTestFinished(() => client.stop());
    await send(client.connection, 'trimtab/analyzePerformance', { task: 'j', configuration });

    const experiments = store.list().map(({ id }) => store.get(id));
    expect(experiments.map(({ manifest }) => manifest.state)).toEqual(['complete', 'complete', 'complete']);
    const keys = experiments.map(({ manifest }) => Object.keys(manifest).sort());
    expect(keys[1]).toEqual(elementAt(keys, 0));
    expect(keys[2]).toEqual(elementAt(keys, 0));
    expect(keys[0]).toEqual(
      expect.arrayContaining(['build', 'compiler', 'environment', 'measurement', 'mpi', 'run', 'sources', 'system']),
    );
    const first = elementAt(experiments, 0);
    expect(first.manifest.environment).toMatchObject({ OMP_NUM_THREADS: '2' });
    expect(first.manifest.compiler?.flavour).toBe(first.manifest.mpi?.flavour);
    expect(new Set(experiments.map((experiment) => traitsOf(experiment).sameness)).size).toBe(1);
    expect(groupRepeats(experiments.map(traitsOf))).toHaveLength(3);

    // The same code and commands, but measured in another way: functions are not recorded.
    writeFileSync(configuration, text.replace('trace }', 'trace, functions: false, limits: { process: 1 GB } }'));
    expect((await trimtabWith(parts, folder, 'run')).code).toBe(0);
    const other = store.get(elementAt(store.list(), 0).id);
    expect(other.manifest.measurement).toMatchObject({ functions: 'none', processLimit: 1e9 });
    // Who calls MPI is known from the stack: what is computed between two calls has a time, functions have none.
    expect(first.report().functions.map(({ region }) => region)).toContain('main');
    const between = other.report().functions.map(({ region }) => region);
    expect(between.filter((region) => !/^main between lines \d+ and \d+$/.test(region))).toEqual([]);
    expect(between).not.toEqual([]);
    expect(groupRepeats([...experiments, other].map(traitsOf)).map((group) => group.length)).toEqual([3, 1]);
  });
});
