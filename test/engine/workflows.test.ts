import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { PublishDiagnosticsParams } from 'vscode-languageserver-protocol/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALL_EXPERIMENTS } from '../../src/protocol/experiments.js';
import { send } from '../../src/protocol/requests.js';
import { bundleEngine, type EngineBundle } from './support/bundle.js';
import { EngineClient, uriOf } from './support/client.js';

const trusted = { trusted: true, probeFolder: '/nowhere' };
const workflow = `version: 1
name: Ask and go on
steps:
  - shell: { command: [echo, before] }
  - ask: { question: Go on?, choices: ["yes", "no"] }
  - id: after
    shell: { command: [echo, "\${{ steps.ask.answer }}"] }
`;
const configuration = `version: 1
program: nothing
ranks: 1
run: { command: ["true"] }
`;

let bundle: EngineBundle;
beforeAll(async () => (bundle = await bundleEngine()));
afterAll(() => bundle.remove());

let folder: string;
let client: EngineClient | undefined;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'trimtab-workflows-')));
  writeFileSync(join(folder, 'trimtab.yaml'), configuration);
  writeFileSync(join(folder, 'ask.trimtab-workflow.yaml'), workflow);
});
afterEach(async () => {
  if (client?.process.exitCode === null && client.process.signalCode === null) await client.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(options = trusted): Promise<EngineClient> {
  client = await EngineClient.start(bundle.engine, [folder], options);
  return client;
}

const begin = (engine: EngineClient) =>
  send(engine.connection, 'trimtab/startWorkflow', {
    workflow: join(folder, 'ask.trimtab-workflow.yaml'),
    configuration: join(folder, 'trimtab.yaml'),
    inputs: {},
  });

/** Waits until the run has this state. */
async function until(engine: EngineClient, id: string, state: string) {
  for (;;) {
    const run = (await send(engine.connection, 'trimtab/workflowRuns', null)).find((candidate) => candidate.id === id);
    if (run?.state === state) return run;
    await delay(50);
  }
}

describe('workflows in the engine', () => {
  it('are the shipped ones and those of the folder', async () => {
    const listed = await send((await start()).connection, 'trimtab/workflows', null);
    expect(listed.filter(({ shipped }) => !shipped).map(({ name }) => name)).toEqual(['Ask and go on']);
    expect(listed.filter(({ shipped }) => shipped).map(({ id }) => id)).toContain('scalability-study');
    expect(listed.filter(({ problem }) => problem !== undefined)).toEqual([]);
  });

  it('are the shipped ones in a window without folders', async () => {
    client = await EngineClient.start(bundle.engine, [], trusted);
    const listed = await send(client.connection, 'trimtab/workflows', null);
    expect(listed.map(({ id }) => id)).toContain('scalability-study');
    expect(await send(client.connection, 'trimtab/workflowRuns', null)).toEqual([]);
  });

  it('list their inputs for a start', async () => {
    const { connection } = await start();
    const study = await send(connection, 'trimtab/describeWorkflow', { workflow: 'scalability-study' });
    expect(study).toMatchObject({ shipped: true, inputs: { ranks: [1, 2, 4, 8, 16], repeats: [1] } });
    expect(study.inputDescriptions.ranks).toBe('Rank counts; scaling models need five or more.');
    const own = await send(connection, 'trimtab/describeWorkflow', { workflow: 'ask.trimtab-workflow.yaml' });
    expect(own).toMatchObject({ shipped: false, name: 'Ask and go on', inputs: {} });
    await expect(send(connection, 'trimtab/describeWorkflow', { workflow: 'absent' })).rejects.toThrow(
      'There is no workflow "absent"',
    );
  });

  it('ask, take the answer and go on', async () => {
    const engine = await start();
    const { id } = await begin(engine);
    await until(engine, id, 'asking');
    await expect(
      send(engine.connection, 'trimtab/answerWorkflow', { id, step: 'ask', answer: 'maybe' }),
    ).rejects.toThrow('choose one of');
    await send(engine.connection, 'trimtab/answerWorkflow', { id, step: 'ask', answer: 'yes' });
    const run = await until(engine, id, 'succeeded');
    expect(run.steps.map(({ key, state }) => [key, state])).toEqual([
      ['shell', 'succeeded'],
      ['ask', 'succeeded'],
      ['after', 'succeeded'],
    ]);
    const { text } = await send(engine.connection, 'trimtab/workflowOfRun', { id });
    expect((await send(engine.connection, 'trimtab/workflowGraph', { text })).steps).toHaveLength(3);
  });

  it('are picked up by the engine that comes after one that was killed', async () => {
    const first = await start();
    const { id } = await begin(first);
    await until(first, id, 'asking');
    await first.kill();
    const second = await start();
    const asking = await until(second, id, 'asking');
    expect(asking.steps[0]).toMatchObject({ key: 'shell', state: 'succeeded', attempt: 1 });
    await send(second.connection, 'trimtab/answerWorkflow', { id, step: 'ask', answer: 'no' });
    await until(second, id, 'succeeded');
  });

  it('that are external are not resumed automatically, and continue after a review of their commands', async () => {
    const first = await start();
    const { id } = await begin(first);
    await until(first, id, 'asking');
    await first.kill();
    // Another user has another key, as does the author of this folder.
    const environment = { ...process.env, TRIMTAB_STATE: join(folder, 'another') };
    client = await EngineClient.start(bundle.engine, [folder], { ...trusted, trusted: false }, environment);
    const { connection } = client;
    const listed = () => send(connection, 'trimtab/workflowRuns', null);
    expect(await listed()).toMatchObject([{ id, state: 'interrupted', elsewhere: true }]);
    await expect(send(connection, 'trimtab/reviewWorkflowRun', { id })).rejects.toThrow('trusted workspace');
    await connection.sendNotification('trimtab/trust', { trusted: true });
    expect(await listed()).toMatchObject([{ id, state: 'interrupted', elsewhere: true }]);
    const notYours = 'was not started here by you';
    await expect(send(connection, 'trimtab/resumeWorkflow', { id, from: null })).rejects.toThrow(notYours);
    await expect(send(connection, 'trimtab/answerWorkflow', { id, step: 'ask', answer: 'yes' })).rejects.toThrow(
      notYours,
    );
    const review = await send(connection, 'trimtab/reviewWorkflowRun', { id });
    expect(review?.text).toContain('command: echo before');
    await send(connection, 'trimtab/resumeWorkflow', { id, from: null, accepted: review?.fingerprint });
    expect(await until(client, id, 'asking')).toMatchObject({ elsewhere: false });
    expect(await send(connection, 'trimtab/reviewWorkflowRun', { id })).toBeNull();
  });

  it('of other machines are believed to be under way with trust only', async () => {
    const first = await start();
    const { id } = await begin(first);
    await until(first, id, 'asking');
    await first.kill();
    const owner = join(folder, '.trimtab', 'runs', id, 'running.json');
    writeFileSync(owner, JSON.stringify({ host: 'elsewhere', pid: 1 }));
    const { connection } = await start({ ...trusted, trusted: false });
    expect(await send(connection, 'trimtab/workflowRuns', null)).toMatchObject([{ id, state: 'interrupted' }]);
    await connection.sendNotification('trimtab/trust', { trusted: true });
    expect(await send(connection, 'trimtab/workflowRuns', null)).toMatchObject([{ id, state: 'asking' }]);
  });

  it('are only looked at without trust', async () => {
    const engine = await start({ ...trusted, trusted: false });
    await expect(begin(engine)).rejects.toThrow('trusted workspace');
    expect(await send(engine.connection, 'trimtab/workflowRuns', null)).toEqual([]);
  });

  it('can be cancelled while they ask', async () => {
    const engine = await start();
    const { id } = await begin(engine);
    await until(engine, id, 'asking');
    await send(engine.connection, 'trimtab/cancelWorkflow', { id });
    await until(engine, id, 'cancelled');
  });
});

describe('a workflow file in an editor', () => {
  it('has its mistakes at their positions, until they are fixed or it is closed', async () => {
    const engine = await start({ trusted: false, probeFolder: '/nowhere' });
    const said: PublishDiagnosticsParams[] = [];
    let wake: () => void = () => undefined;
    engine.connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
      said.push(params);
      wake();
    });
    const next = async (count: number): Promise<PublishDiagnosticsParams | undefined> => {
      while (said.length < count) await new Promise<void>((resolve) => (wake = resolve));
      return said.at(count - 1);
    };
    const path = join(folder, 'ask.trimtab-workflow.yaml');
    // A reference to something that the step does not give, in the last line.
    await engine.open(path, workflow.replace('steps.ask.answer', 'steps.ask.anser'));
    const first = await next(1);
    expect(first).toMatchObject({ uri: uriOf(path), version: 1 });
    expect(first?.diagnostics).toMatchObject([{ severity: 1, source: 'Trimtab', range: { start: { line: 6 } } }]);
    expect(first?.diagnostics[0]?.message).toMatch(/anser/);
    expect(first?.diagnostics[0]?.range.start.character).toBeGreaterThan(0);

    await engine.edit(path, 2, 6, 7, `    shell: { command: [echo, "\${{ steps.ask.answer }}"] }\n`);
    expect(await next(2)).toMatchObject({ version: 2, diagnostics: [] });
    await engine.edit(path, 3, 0, 1, 'version: [\n');
    expect((await next(3))?.diagnostics.length).toBeGreaterThan(0);
    await engine.connection.sendNotification('textDocument/didClose', { textDocument: { uri: uriOf(path) } });
    expect((await next(4))?.diagnostics).toEqual([]);
    // Other files have none.
    await engine.open(join(folder, 'trimtab.yaml'), 'nonsense');
    await send(engine.connection, 'trimtab/listExperiments', ALL_EXPERIMENTS);
    expect(said).toHaveLength(4);
  });
});
