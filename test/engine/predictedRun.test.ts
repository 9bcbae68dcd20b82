/** Predicted runs of the engine: opened as experiments, and part of no list. */
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Scenario } from '../../src/model/findings/prediction.js';
import { send } from '../../src/protocol/requests.js';
import { ExperimentStore } from '../../src/experiments/index.js';
import { bundleEngine, type EngineBundle } from './support/bundle.js';
import { allExperiments, EngineClient } from './support/client.js';

const HEAT = join(import.meta.dirname, '../../examples/heat2d-mpi/recorded/traces.otf2');

let bundle: EngineBundle;
let folder: string;
let client: EngineClient;
beforeAll(async () => (bundle = await bundleEngine()));
afterAll(() => bundle.remove());
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'trimtab-predicted-')));
  client = await start(true);
});
afterEach(async () => {
  await client.stop();
  rmSync(folder, { recursive: true });
});

const start = (trusted: boolean): Promise<EngineClient> =>
  EngineClient.start(bundle.engine, [folder], { trusted, probeFolder: '' });

const opened = async (): Promise<string> =>
  (await send(client.connection, 'trimtab/openTrace', { task: 'open', path: HEAT })).experiment;

const predict = (id: string, ...scenarios: Scenario[]) =>
  send(client.connection, 'trimtab/predictRun', { task: 'predict', id, scenarios });

describe('a predicted run', () => {
  it('is opened like an experiment, ends as predicted, and is in no list', async () => {
    const id = await opened();
    const before = await allExperiments(client.connection);
    const { experiment, name } = await predict(id, { kind: 'balance', region: 'relax_rows' });
    expect(name).toBe('Predicted: relax_rows balanced over ranks');
    const { manifest, archive } = new ExperimentStore(folder).predictedRuns.get(experiment);
    expect(manifest.predicted).toEqual({ experiment: id, scenarios: [{ kind: 'balance', region: 'relax_rows' }] });
    expect(manifest.result?.span).toBeCloseTo(3.81, 2);
    expect(manifest.result?.doubt).toBe('Unreliable: predicted, not measured');
    expect(archive).toBe(join(folder, '.trimtab', 'predictions', experiment, 'trace', 'traces.otf2'));
    expect(await allExperiments(client.connection)).toEqual(before);
    expect((await send(client.connection, 'trimtab/report', null))?.id).toBe(id);
  });

  it('is made once for the same changes, and deleted with the experiment', async () => {
    const id = await opened();
    const first = await predict(id, { kind: 'network' });
    expect(await predict(id, { kind: 'network' })).toEqual(first);
    const other = await predict(id, { kind: 'scale', region: 'relax_rows', factor: 0.5 });
    expect(other.experiment).not.toBe(first.experiment);
    await send(client.connection, 'trimtab/deleteExperiment', { id });
    expect(existsSync(new ExperimentStore(folder).predictedRuns.folder)).toBe(false);
  });

  it('needs trust if the trace is outside of the experiment', async () => {
    const id = await opened();
    await client.stop();
    client = await start(false);
    await expect(predict(id, { kind: 'network' })).rejects.toThrow('is read only in a trusted workspace');
  });

  it('needs functions of the trace', async () => {
    const id = await opened();
    await expect(predict(id, { kind: 'balance', region: 'nothing' })).rejects.toThrow(
      'The trace has no calls of a function or construct "nothing".',
    );
    expect(existsSync(new ExperimentStore(folder).predictedRuns.folder)).toBe(false);
  });
});
