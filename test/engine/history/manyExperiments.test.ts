/** Messages when many experiments exist: the shown ones, and not all. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { ExperimentStore } from '../../../src/experiments/index.js';
import type { Requests } from '../../../src/protocol/messages.js';
import { newestFirst } from '../../../src/protocol/pages/history.js';
import { send } from '../../../src/protocol/requests.js';
import { bundleEngine, type EngineBundle } from '../support/bundle.js';
import { allExperiments, EngineClient } from '../support/client.js';

const COUNT = 240;

describe('many experiments', () => {
  let folder: string;
  let bundle: EngineBundle;
  let client: EngineClient;
  const ids: string[] = [];

  beforeAll(async () => {
    bundle = await bundleEngine();
    folder = mkdtempSync(join(tmpdir(), 'trimtab-many-'));
    const store = new ExperimentStore(folder);
    for (let index = 0; index < COUNT; index++) {
      const draft = { program: index % 2 === 0 ? 'heat2d' : 'lulesh', target: 'local', ranks: 4, name: `run ${index}` };
      const recorder = store.create(draft, new Date(Date.UTC(2026, 0, 1, 0, index)));
      recorder.finish('failed', 'It was not run.');
      ids.unshift(recorder.id);
    }
    client = await EngineClient.start(bundle.engine, [folder]);
  }, 120_000);

  afterAll(async () => {
    await client.stop();
    bundle.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const bytes = (answer: unknown): number => JSON.stringify(answer).length;
  const listed = (choice: Requests['trimtab/listExperiments']['params']) =>
    send(client.connection, 'trimtab/listExperiments', choice);

  it('are announced as far as the list shows them, and wherever one is named', async () => {
    const whole = await allExperiments(client.connection);
    expect(whole.map(({ id }) => id)).toEqual(ids);
    const [oldest, older] = [elementAt(ids, COUNT - 1), elementAt(ids, COUNT - 9)];
    const { experiments, all } = await listed({ newest: 20, besides: [oldest, 'gone'] });
    expect(all).toBe(COUNT);
    expect(experiments).toEqual([...whole.slice(0, 20), whole[COUNT - 1]]);
    expect(bytes(experiments)).toBeLessThan(bytes(whole) / 8);
    await send(client.connection, 'trimtab/selectExperiment', { id: null });
    expect((await listed({ newest: 0, besides: [older] })).experiments.map(({ id }) => id)).toEqual([older]);
  });

  it('are announced as far as the history page shows them', async () => {
    const ask = (view: Partial<typeof newestFirst>) =>
      send(client.connection, 'trimtab/history', { ...newestFirst, ...view });
    const whole = await ask({ rows: COUNT });
    const window = await ask({ rows: 20, ticked: [elementAt(ids, COUNT - 1)] });
    expect(window).toMatchObject({ matching: COUNT, all: COUNT, groups: [{ title: 'lulesh', count: COUNT / 2 }] });
    expect(window.groups[0]?.rows).toEqual(elementAt(whole.groups, 0).rows.slice(0, 20));
    expect(window.ticked.map(({ id }) => id)).toEqual([ids[COUNT - 1]]);
    expect(bytes(window)).toBeLessThan(bytes(whole) / 8);
    expect((await ask({ search: 'run 23' })).matching).toBe(13);
    await expect(ask({ timeZone: 'Nowhere/Else' })).rejects.toMatchObject({ code: -32602 });
  });
});
