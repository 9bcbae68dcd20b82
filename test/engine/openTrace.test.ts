import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { CancellationTokenSource, type Hover } from 'vscode-languageserver-protocol/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { analyzeTrace } from '../../src/analysis/trace/index.js';
import { elementAt } from '../../src/base/elements.js';
import { encodeCube } from '../../src/formats/cube/index.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import { largestFirst } from '../../src/protocol/pages/compare.js';
import { send } from '../../src/protocol/requests.js';
import { longAnchor } from '../bombs/bombs.js';
import { publicArchive } from './support/archives.js';
import { bundleEngine, type EngineBundle } from './support/bundle.js';
import { allExperiments, EngineClient, uriOf } from './support/client.js';

/** Four ranks, a chain of late senders and a barrier; its sources were compiled on another user's machine. */
const CHAIN = publicArchive('casita_4_mpi_ls_barr');
/** Millions of events, so that there is something to cancel. */
const LARGE = publicArchive('btmz_B_8x4');

let bundle: EngineBundle;
let folder: string;
let client: EngineClient;
beforeAll(async () => (bundle = await bundleEngine()));
afterAll(() => bundle.remove());
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'trimtab-open-')));
  client = await EngineClient.start(bundle.engine, [folder]);
});
afterEach(async () => {
  await client.stop();
  rmSync(folder, { recursive: true });
});

describe.skipIf(CHAIN === undefined)('openTrace on an external trace', () => {
  it('puts marks into the sources that a person has located, and takes them away again', async () => {
    // Two files of the same name: none is chosen without a word.
    const [one, other] = [join(folder, 'one', 'gen_mpi.c'), join(folder, 'other', 'gen_mpi.c')];
    const text = Array.from({ length: 120 }, (_, index) => `/* ${index} */\n`).join('');
    for (const path of [one, other]) {
      mkdirSync(join(path, '..'));
      writeFileSync(path, text);
    }
    const { connection } = client;
    await send(connection, 'trimtab/openTrace', { task: 'j', path: CHAIN ?? '' });
    const measured = elementAt(await send(connection, 'trimtab/missingSources', null), 0);
    expect(measured).toMatch(/gen_mpi\.c$/);
    const marks = () => send(connection, 'trimtab/lineMarks', { uri: uriOf(other) });
    expect(await marks()).toEqual([]);
    expect(await send(connection, 'trimtab/proposePathMapping', null)).toBeNull();

    const learnt = await send(connection, 'trimtab/learnPathMapping', { measured, path: other });
    expect(learnt).toMatchObject({ local: join(folder, 'other'), found: 1 });
    await connection.sendNotification('trimtab/pathMap', { pathMap: { [learnt.remote]: learnt.local } });
    expect((await marks()).length).toBeGreaterThan(0);
    expect(await send(connection, 'trimtab/missingSources', null)).not.toContain(measured);

    await connection.sendNotification('trimtab/pathMap', { pathMap: {} });
    expect(await marks()).toEqual([]);

    // The same setting of the workspace folder, and from there.
    const folders = { [uriOf(folder)]: { [learnt.remote]: 'other' } };
    await connection.sendNotification('trimtab/pathMap', { pathMap: {}, folders });
    expect((await marks()).length).toBeGreaterThan(0);

    // The same in the project's configuration, after the next start.
    await client.stop();
    const configuration = `version: 1\nprogram: gen\nranks: 4\nrun: { command: [gen] }\npathMap: { "${learnt.remote}": other }\n`;
    writeFileSync(join(folder, 'trimtab.yaml'), configuration);
    client = await EngineClient.start(bundle.engine, [folder]);
    expect((await send(client.connection, 'trimtab/lineMarks', { uri: uriOf(other) })).length).toBeGreaterThan(0);
  });

  it('keeps an experiment, selects it and puts marks into the local copy of the source', async () => {
    const source = join(folder, 'tests', 'generators', 'gen_mpi.c');
    mkdirSync(join(source, '..'), { recursive: true });
    const text = Array.from({ length: 120 }, (_, index) => `/* ${index} */\n`).join('');
    writeFileSync(source, text);
    const { experiment } = await send(client.connection, 'trimtab/openTrace', { task: 'j', path: CHAIN ?? '' });

    const [listed] = await allExperiments(client.connection);
    expect(listed).toMatchObject({ id: experiment, state: 'complete', processes: 4 });
    const progress = client.heard.flatMap((heard) => (heard.method === 'trimtab/progress' ? [heard.params] : []));
    expect(progress[0]).toMatchObject({ task: 'j', stage: 'analyze', fraction: 0 });
    expect(client.heard).toContainEqual({
      method: 'trimtab/experimentsChanged',
      params: { selected: experiment },
    });

    const report = (await send(client.connection, 'trimtab/report', null))?.report;
    const worst = report?.findings[0];
    if (worst?.place === undefined) throw new Error('the trace is known to hold findings with a source line');
    const line = worst.place.line - 1;
    expect(await send(client.connection, 'trimtab/locate', { finding: worst })).toEqual({ path: source, line });
    const marks = await send(client.connection, 'trimtab/lineMarks', { uri: uriOf(source) });
    expect(marks.find((mark) => mark.line === line)).toMatchObject({ level: 'critical', stale: false });
    const hover = await client.connection.sendRequest<Hover>('textDocument/hover', {
      textDocument: { uri: uriOf(source) },
      position: { line, character: 0 },
    });
    expect(JSON.stringify(hover.contents)).toContain('Late Sender');

    // The measured text was not kept; marks still move with the lines of the file as it was found.
    await client.open(source, text);
    await client.edit(source, 2, 0, 0, '// new\n');
    expect((await send(client.connection, 'trimtab/locate', { finding: worst }))?.line).toBe(line + 1);
  });

  it('finds a source that appears after the trace was opened', async () => {
    await send(client.connection, 'trimtab/openTrace', { task: 'j', path: CHAIN ?? '' });
    const source = join(folder, 'gen_mpi.c');
    const marks = () => send(client.connection, 'trimtab/lineMarks', { uri: uriOf(source) });
    expect(await marks()).toEqual([]);
    writeFileSync(source, '\n'.repeat(120));
    expect(await marks()).not.toEqual([]);
  });
});

describe('openTrace on a profile', () => {
  /** Creates a profile as Trimtab itself writes it, without the trace. */
  function profileAt(name: string): string {
    const path = join(folder, name);
    const trace = openArchive(join('examples', 'heat2d-mpi', 'recorded', 'traces.otf2'));
    const { space } = analyzeTrace(trace, { program: 'heat2d' });
    writeFileSync(path, Buffer.concat([...encodeCube(space, trace.definitions, { creator: 'test' })]));
    return path;
  }

  it('gives an experiment that is listed, marked, compared and exported as one of a trace', async () => {
    const path = profileAt('heat2d.cubex');
    const { connection } = client;
    const { experiment } = await send(connection, 'trimtab/openTrace', { task: 'j', path });
    const [listed] = await allExperiments(connection);
    expect(listed).toMatchObject({ id: experiment, state: 'complete', name: 'heat2d (opened profile)', processes: 4 });
    const report = (await send(connection, 'trimtab/report', null))?.report;
    expect(report).toMatchObject({ measurement: 'profile', events: 0 });
    const worst = report?.findings[0];
    if (worst?.place === undefined) throw new Error('the profile is known to hold findings with a source line');
    expect(worst).not.toHaveProperty('worst');

    const source = join(folder, basename(worst.place.file));
    writeFileSync(source, '\n'.repeat(400));
    const marks = await send(connection, 'trimtab/lineMarks', { uri: uriOf(source) });
    expect(marks.map(({ line }) => line)).toContain(worst.place.line - 1);

    const again = await send(connection, 'trimtab/openTrace', { task: 'k', path });
    const groups = [[experiment], [again.experiment]];
    const { rows } = await send(connection, 'trimtab/compare', {
      groups,
      view: { ...largestFirst, kind: 'properties' },
    });
    expect(rows.length).toBeGreaterThan(0);
    for (const { absolute } of rows) expect(absolute).toBe(0);
    const { text } = await send(connection, 'trimtab/exportComparison', { groups, format: 'markdown' });
    expect(text).toContain('heat2d (opened profile)');
    const { text: page } = await send(connection, 'trimtab/exportComparison', { groups, format: 'html' });
    expect(page).toMatch(/^<!DOCTYPE html>/);
    // The flame graph of the change.
    expect(page).toContain('<svg');
    expect(page).toContain('exchange_halo');
    expect(page).not.toContain('<script');
  });

  it('is read once, until the file changes, where a click only wants to see it', async () => {
    const path = profileAt('heat2d.cubex');
    const open = () => send(client.connection, 'trimtab/openTrace', { task: 'j', path, reuse: true });
    const { experiment } = await open();
    await send(client.connection, 'trimtab/selectExperiment', { id: null });
    expect((await open()).experiment).toBe(experiment);
    expect((await send(client.connection, 'trimtab/report', null))?.id).toBe(experiment);
    utimesSync(path, new Date(), new Date(Date.now() + 60_000));
    expect((await open()).experiment).not.toBe(experiment);
  });

  it('that was made to fill the memory is refused with a sentence, and the engine lives', async () => {
    const path = join(folder, 'bomb.cubex');
    writeFileSync(path, longAnchor('<cnode id="0" calleeId="0"/>', 5_400_000));
    const refused = send(client.connection, 'trimtab/openTrace', { task: 'j', path });
    await expect(refused).rejects.toThrow(/bomb\.cubex has an anchor\.xml that unpacks to more than 134217728 bytes/);
    expect(await allExperiments(client.connection)).toEqual([]);
    expect(await send(client.connection, 'trimtab/formats', null)).toContainEqual({
      title: 'CUBE profile',
      extensions: ['cubex'],
    });
  });
});

describe('openTrace', () => {
  it('refuses what is no archive in a sentence', async () => {
    const path = join(folder, 'traces.otf2');
    writeFileSync(path, 'this is no archive');
    const empty = mkdtempSync(join(folder, 'empty-'));
    for (const wrong of [path, folder.concat('/none'), empty]) {
      const error: unknown = await send(client.connection, 'trimtab/openTrace', { task: 'j', path: wrong }).catch(
        (reason: unknown) => reason,
      );
      expect(error).toMatchObject({ code: -32803, data: { kind: 'problem' } });
      expect(String(error)).toMatch(/\.$/);
    }
    expect(await allExperiments(client.connection)).toEqual([]);
  });

  it.skipIf(LARGE === undefined)('is cancelled while it reads, and keeps nothing', async () => {
    const source = new CancellationTokenSource();
    const work = send(client.connection, 'trimtab/openTrace', { task: 'j', path: LARGE ?? '' }, source.token);
    const settled = expect(work).rejects.toMatchObject({ code: -32800 });
    await client.until(({ method, params }) => method === 'trimtab/progress' && (params.fraction ?? 0) > 0);
    const again = send(client.connection, 'trimtab/openTrace', { task: 'k', path: LARGE ?? '' });
    await expect(again).rejects.toThrow('is already being analyzed');
    source.cancel();
    await settled;
    expect(await allExperiments(client.connection)).toEqual([]);
    expect(await send(client.connection, 'trimtab/report', null)).toBeNull();
  });
});
