import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CodeLens, Hover } from 'vscode-languageserver-protocol/node';
import { ExperimentStore } from '../../src/experiments/index.js';
import type { FindingsReport } from '../../src/model/findings/findings.js';
import type { PerformanceSpace } from '../../src/model/performanceSpace.js';
import { largestFirst } from '../../src/protocol/pages/compare.js';
import { send } from '../../src/protocol/requests.js';
import { finding, report } from './presentation/fixtures.js';
import { bundleEngine, type EngineBundle } from './support/bundle.js';
import { allExperiments, EngineClient, uriOf } from './support/client.js';

const TEXT = Array.from({ length: 12 }, (_, index) => `/* line ${index + 1} */\n`).join('');
const EMPTY_SPACE: PerformanceSpace = {
  metrics: [],
  callTree: { size: 0, parent: new Int32Array(), region: new Uint32Array(), site: new Uint32Array() },
  locationCount: 4,
  severities: new Map(),
};

let bundle: EngineBundle;
beforeAll(async () => (bundle = await bundleEngine()));
afterAll(() => bundle.remove());

let folder: string;
let source: string;
let client: EngineClient | undefined;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'trimtab-engine-')));
  mkdirSync(join(folder, 'src'));
  source = join(folder, 'src', 'heat.c');
  writeFileSync(source, TEXT);
});
afterEach(async () => {
  if (client?.process.exitCode === null && client.process.signalCode === null) await client.stop();
  client = undefined;
  rmSync(folder, { recursive: true, force: true });
});

async function start(...folders: string[]): Promise<EngineClient> {
  client = await EngineClient.start(bundle.engine, folders.length === 0 ? [folder] : folders);
  return client;
}

/** Keeps an experiment about src/heat.c, with the text that was measured. */
function keep(program: string, moment: Date, change: Partial<FindingsReport> = {}): string {
  const recorder = new ExperimentStore(folder).create({ program, target: 'local', ranks: 4 }, moment);
  const copy = 'sources/src/heat.c';
  mkdirSync(join(recorder.folder, 'sources', 'src'), { recursive: true });
  writeFileSync(join(recorder.folder, copy), TEXT);
  recorder.update({ sources: [{ measured: '/src/heat.c', copy, project: 'src/heat.c' }] });
  recorder.storeResults(report({ program, ...change }), EMPTY_SPACE);
  recorder.finish('complete');
  return recorder.id;
}

const marks = (engine: EngineClient) => send(engine.connection, 'trimtab/lineMarks', { uri: uriOf(source) });
const lenses = (engine: EngineClient) =>
  engine.connection.sendRequest<CodeLens[]>('textDocument/codeLens', { textDocument: { uri: uriOf(source) } });
const hover = (engine: EngineClient, line: number) =>
  engine.connection.sendRequest<Hover | null>('textDocument/hover', {
    textDocument: { uri: uriOf(source) },
    position: { line, character: 3 },
  });

describe('experiments', () => {
  it('are listed newest first, damaged ones with their reason, and the rest works', async () => {
    const old = keep('old', new Date('2026-01-01T10:00:00Z'));
    const bad = keep('bad', new Date('2026-01-02T10:00:00Z'));
    const fresh = keep('fresh', new Date('2026-01-03T10:00:00Z'));
    writeFileSync(join(folder, '.trimtab', 'experiments', bad, 'findings.json'), '{');
    const engine = await start();
    const listed = await allExperiments(engine.connection);
    expect(listed.map(({ id, state }) => [id, state])).toEqual([
      [fresh, 'complete'],
      [bad, 'damaged'],
      [old, 'complete'],
    ]);
    await expect(send(engine.connection, 'trimtab/selectExperiment', { id: bad })).rejects.toMatchObject({
      code: -32803,
      data: { kind: 'problem' },
    });
    await send(engine.connection, 'trimtab/selectExperiment', { id: old });
    expect((await send(engine.connection, 'trimtab/report', null))?.report.program).toBe('old');
  });

  it('are renamed, annotated and deleted, and clients are notified', async () => {
    const id = keep('heat', new Date());
    const engine = await start();
    await send(engine.connection, 'trimtab/selectExperiment', { id });
    await send(engine.connection, 'trimtab/renameExperiment', { id, name: 'before the change' });
    await send(engine.connection, 'trimtab/annotateExperiment', { id, note: 'slow network' });
    const [listed] = await allExperiments(engine.connection);
    expect(listed).toMatchObject({ name: 'before the change', note: 'slow network' });
    expect(JSON.stringify(await hover(engine, 9))).toContain('Run before the change');
    await send(engine.connection, 'trimtab/deleteExperiment', { id });
    await engine.until(({ method, params }) => method === 'trimtab/experimentsChanged' && params.selected === null);
    expect(await allExperiments(engine.connection)).toEqual([]);
    expect(await marks(engine)).toEqual([]);
  });

  it('that still run are refused wherever experiments are compared', async () => {
    const done = keep('heat', new Date('2026-01-01T10:00:00Z'));
    const { id } = new ExperimentStore(folder).create({ program: 'heat', target: 'local', ranks: 8 });
    const engine = await start();
    const ask = engine.connection;
    const ids = [done, id];
    const groups = [[done], [id]];
    for (const attempt of [
      () => send(ask, 'trimtab/groupRepeats', { ids }),
      () => send(ask, 'trimtab/compare', { groups, view: largestFirst }),
      () => send(ask, 'trimtab/exportComparison', { groups, format: 'csv' }),
      () => send(ask, 'trimtab/showChanges', { sides: { before: [done], after: [id] } }),
      () => send(ask, 'trimtab/showGrowth', { ids }),
      () => send(ask, 'trimtab/scalability', { ids }),
      () => send(ask, 'trimtab/starExperiment', { id, on: true }),
    ])
      await expect(attempt()).rejects.toMatchObject({
        message: `Experiment ${id} is still running; wait until it has ended before you compare it.`,
        data: { kind: 'problem' },
      });
  });

  it('with too few rank counts put no growth on the lines, in a sentence', async () => {
    const ids = [1, 2, 4, 8].map((processes) => keep('heat', new Date(Date.UTC(2026, 0, processes)), { processes }));
    const engine = await start();
    await expect(send(engine.connection, 'trimtab/showGrowth', { ids })).rejects.toMatchObject({
      message: expect.stringContaining('at least 5 rank counts, and these have 4: 1, 2, 4, 8') as string,
    });
    expect(await send(engine.connection, 'trimtab/shownOnLines', null)).toBeNull();
    expect(await send(engine.connection, 'trimtab/showGrowth', { ids: null })).toBeNull();
  });

  it('leave nothing hidden when their process was killed', async () => {
    const store = new ExperimentStore(folder);
    const inUse = store.scratch();
    const abandoned = join(store.folder, '.scratch-abandoned');
    mkdirSync(join(abandoned, 'project'), { recursive: true });
    client = await EngineClient.start(bundle.engine, [folder], { trusted: true, probeFolder: folder });
    await expect.poll(() => [abandoned, inUse].map((path) => existsSync(path))).toEqual([false, true]);
  });

  it('that do not exist are refused in a sentence, and so are paths in disguise', async () => {
    const engine = await start();
    for (const id of ['20260101-100000-none-abcd', '../../etc']) {
      await expect(send(engine.connection, 'trimtab/deleteExperiment', { id })).rejects.toMatchObject({
        message: `There is no experiment ${id} in this workspace; it may have been deleted: refresh the list.`,
      });
    }
  });
});

describe('a selected experiment', () => {
  it('gives marks, lenses, hovers and places', async () => {
    const id = keep('heat', new Date());
    const engine = await start();
    await send(engine.connection, 'trimtab/selectExperiment', { id: null });
    await engine.until(({ method, params }) => method === 'trimtab/marksChanged' && params.uris === null);
    expect(await marks(engine)).toEqual([]);
    expect(await lenses(engine)).toEqual([]);
    expect(await hover(engine, 9)).toBeNull();
    const before = engine.heard.length;
    const refreshes = engine.lensRefreshes;
    await send(engine.connection, 'trimtab/selectExperiment', { id });
    await engine.until(({ method, params }) => method === 'trimtab/marksChanged' && params.uris === null, before);
    expect(await marks(engine)).toEqual([
      { line: 9, level: 'critical', text: '12.1 % Late Sender · 2 of 4 ranks', stale: false },
    ]);
    expect((await lenses(engine)).map(({ range, command }) => [range.start.line, command?.title])).toEqual([
      [2, 'time 38.2 % · exclusive 5.0 % · Late Sender 12.1 % · Wait at N×N 2.0 %'],
    ]);
    expect(engine.lensRefreshes).toBe(refreshes + 1);
    expect(await hover(engine, 9)).toMatchObject({ contents: { kind: 'markdown' } });
    expect(await hover(engine, 5)).toBeNull();
    const located = await send(engine.connection, 'trimtab/locate', { finding: finding() });
    expect(located).toEqual({ path: source, line: 9 });
    const elsewhere = finding({ place: { file: '/not/here.c', line: 1 } });
    expect(await send(engine.connection, 'trimtab/locate', { finding: elsewhere })).toBeNull();
  });

  it('is the newest complete one where nothing was chosen yet', async () => {
    keep('old', new Date(Date.now() - 60_000));
    keep('new', new Date());
    const engine = await start();
    expect(await marks(engine)).toHaveLength(1);
    await send(engine.connection, 'trimtab/selectExperiment', { id: null });
    await engine.stop();
    expect(await marks(await start())).toEqual([]);
  });

  it('keeps its marks on their lines while the document is edited', async () => {
    const id = keep('heat', new Date());
    const engine = await start();
    await send(engine.connection, 'trimtab/selectExperiment', { id });
    await engine.open(source, TEXT);
    const before = engine.heard.length;
    await engine.edit(source, 2, 0, 0, '// new\n// new\n');
    const told = await engine.until(({ method }) => method === 'trimtab/marksChanged', before);
    expect(told.params).toEqual({ uris: [uriOf(source)] });
    expect(await marks(engine)).toMatchObject([{ line: 11, stale: false }]);
    expect((await lenses(engine))[0]?.range.start.line).toBe(4);
    expect((await send(engine.connection, 'trimtab/locate', { finding: finding() }))?.line).toBe(11);
    await engine.edit(source, 3, 11, 12, 'another();\n');
    expect(await marks(engine)).toMatchObject([{ line: 11, stale: true }]);
    expect(JSON.stringify(await hover(engine, 11))).toContain('changed since the run');
    await engine.edit(source, 4, 11, 12, '/* line 10 */\n');
    expect(await marks(engine)).toMatchObject([{ line: 11, stale: false }]);
  });

  it('is known again after the process was killed', async () => {
    const id = keep('heat', new Date());
    const first = await start();
    await send(first.connection, 'trimtab/selectExperiment', { id });
    await first.kill();
    const second = await start();
    expect((await send(second.connection, 'trimtab/report', null))?.id).toBe(id);
    expect(await marks(second)).toHaveLength(1);
    await send(second.connection, 'trimtab/selectExperiment', { id: null });
    await second.kill();
    expect(await send((await start()).connection, 'trimtab/report', null)).toBeNull();
  });

  it('that is damaged when the engine starts is logged and not shown', async () => {
    const id = keep('heat', new Date());
    const first = await start();
    await send(first.connection, 'trimtab/selectExperiment', { id });
    await first.stop();
    writeFileSync(join(folder, '.trimtab', 'experiments', id, 'findings.json'), 'x');
    const second = await start();
    expect(await send(second.connection, 'trimtab/report', null)).toBeNull();
    expect(await marks(second)).toEqual([]);
    expect(second.log).toContain('findings.json');
    writeFileSync(join(folder, '.trimtab', 'state.json'), 'no state');
    await second.stop();
    const third = await start();
    expect(await send(third.connection, 'trimtab/report', null)).toBeNull();
    expect(third.log).toContain('state.json is damaged');
    expect(readFileSync(join(folder, '.trimtab', 'state.json'), 'utf8')).toBe('no state');
  });

  it('measured elsewhere is found by the tail of its path, in whichever folder of the window', async () => {
    const id = keep('heat', new Date(), { findings: [finding({ place: { file: '/gone/src/heat.c', line: 2 } })] });
    const empty = realpathSync(mkdtempSync(join(tmpdir(), 'trimtab-empty-')));
    const engine = await start(empty, folder);
    await send(engine.connection, 'trimtab/selectExperiment', { id });
    expect(await marks(engine)).toMatchObject([{ line: 1, stale: false }]);
    rmSync(empty, { recursive: true });
  });
});

describe('what is selected in all views', () => {
  it('is announced to all clients with its origin, leads back to other experiments, and is refused if it does not exist', async () => {
    const old = keep('old', new Date('2026-01-01T10:00:00Z'));
    const fresh = keep('fresh', new Date('2026-01-02T10:00:00Z'));
    const engine = await start();
    const state = () => send(engine.connection, 'trimtab/selection', null);
    const step = (to: 'back' | 'forward') => send(engine.connection, 'trimtab/stepSelection', { to });
    expect(await state()).toEqual({ selection: { experiment: fresh }, canGoBack: false, canGoForward: false });
    expect(await step('back')).toEqual({ moved: false });

    const selection = { experiment: fresh, property: 'mpi_latesender', nodes: [3], locations: [0, 3] };
    await send(engine.connection, 'trimtab/select', { selection, origin: 'findings' });
    const told = await engine.until(({ method }) => method === 'trimtab/selectionChanged');
    expect(told.params).toEqual({ selection, canGoBack: true, canGoForward: false, origin: 'findings' });

    // Another experiment is shown with what is selected of it, and left again on the way back.
    const place = { file: '/src/heat.c', line: 6 };
    await send(engine.connection, 'trimtab/select', { selection: { experiment: old, place }, origin: 'explorer' });
    expect((await send(engine.connection, 'trimtab/report', null))?.id).toBe(old);
    expect(await step('back')).toEqual({ moved: true });
    expect(await state()).toEqual({ selection, canGoBack: true, canGoForward: true });
    expect((await send(engine.connection, 'trimtab/report', null))?.id).toBe(fresh);

    const refused = [
      { selection: { experiment: fresh, locations: [4] }, sentence: /There is no location 4 among the 4 locations/ },
      { selection: { experiment: 'gone' }, sentence: /There is no experiment gone/ },
      { selection: { experiment: old, locations: [4] }, sentence: /There is no location 4/ },
      { selection: { experiment: fresh, window: { from: 2, to: 1 } }, sentence: /it ends before it begins/ },
      { selection: { experiment: fresh, nodes: [-1] }, sentence: /selection\.nodes\.0/ },
    ];
    for (const { selection: wrong, sentence } of refused)
      await expect(send(engine.connection, 'trimtab/select', { selection: wrong, origin: 'explorer' })).rejects.toThrow(
        sentence,
      );
    expect(await state()).toEqual({ selection, canGoBack: true, canGoForward: true });

    // Deleted experiments are dropped on the way.
    await send(engine.connection, 'trimtab/deleteExperiment', { id: old });
    expect(await step('forward')).toEqual({ moved: false });
    await send(engine.connection, 'trimtab/selectExperiment', { id: null });
    expect((await state()).selection).toBeNull();
    expect(await step('back')).toEqual({ moved: true });
    expect((await state()).selection).toEqual(selection);
  });
});

describe('workspace folders', () => {
  it('bring their experiments and selection when they are added, and take them along when removed', async () => {
    const id = keep('heat', new Date());
    const first = await start();
    await send(first.connection, 'trimtab/selectExperiment', { id });
    await first.stop();
    const empty = realpathSync(mkdtempSync(join(tmpdir(), 'trimtab-empty-')));
    const engine = await start(empty);
    expect(await allExperiments(engine.connection)).toEqual([]);
    const change = (event: 'added' | 'removed') =>
      engine.connection.sendNotification('workspace/didChangeWorkspaceFolders', {
        event: { added: [], removed: [], [event]: [{ uri: uriOf(folder), name: 'project' }] },
      });
    const told = (selected: string | null, since: number) =>
      engine.until(
        ({ method, params }) => method === 'trimtab/experimentsChanged' && params.selected === selected,
        since,
      );
    await change('added');
    await told(id, 0);
    expect(await allExperiments(engine.connection)).toHaveLength(1);
    expect(await marks(engine)).toHaveLength(1);
    const since = engine.heard.length;
    await change('removed');
    await told(null, since);
    expect(await allExperiments(engine.connection)).toEqual([]);
    expect(await marks(engine)).toEqual([]);
    rmSync(empty, { recursive: true });
  });
});

describe('configurations', () => {
  it('are proposed, adjusted, checked and found', async () => {
    const engine = await start();
    writeFileSync(source, '#include <mpi.h>\nint main(int argc, char **argv) { return MPI_Init(&argc, &argv); }\n');
    expect(await send(engine.connection, 'trimtab/findConfiguration', { path: source })).toBeNull();
    const proposal = await send(engine.connection, 'trimtab/proposeConfiguration', { path: source });
    if (!('text' in proposal)) throw new Error('a choice of programs');
    expect(proposal.text).toContain('mpicc');
    const { path, text } = proposal;
    const adjust = (parts: { path?: string; text?: string; choices?: { ranks?: number; target?: string } }) =>
      send(engine.connection, 'trimtab/adjustConfiguration', { path, text, choices: {}, ...parts });
    expect(await adjust({})).toMatchObject({ text, target: 'local' });
    const adjusted = await adjust({ choices: { ranks: 7, target: 'big' } });
    expect(adjusted).toMatchObject({ ranks: 7, target: 'big' });
    expect(adjusted.text).toMatch(/^ranks: 7$/m);
    expect(adjusted.commands.at(-1)).toMatch(/^Run: .* -n 7 /);
    await expect(adjust({ path: join(folder, '.bashrc') })).rejects.toThrow('trimtab.yaml');
    await expect(adjust({ text: 'version: 99\n' })).rejects.toThrow('line 1');
    writeFileSync(path, text);
    expect(await send(engine.connection, 'trimtab/findConfiguration', { path: source })).toEqual({
      path: proposal.path,
    });
    const script = join(folder, 'src', 'plot.py');
    writeFileSync(script, 'print(1)\n');
    const found = await send(engine.connection, 'trimtab/findConfiguration', { path: script });
    expect(found?.other).toMatchObject({ named: 'plot.py' });
  });

  it('of a folder with several programs are chosen first', async () => {
    const engine = await start();
    const several = join(folder, 'several');
    mkdirSync(several);
    const paths = ['a.c', 'b.c'].map((name) => join(several, name));
    for (const path of paths) writeFileSync(path, 'int main(void) { return 0; }\n');
    const choice = await send(engine.connection, 'trimtab/proposeConfiguration', { path: several });
    if (!('paths' in choice)) throw new Error('no choice of programs');
    expect(choice.paths).toEqual(paths);
    expect(choice.reason).toContain('several main programs');
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    await expect(send(engine.connection, 'trimtab/proposeConfiguration', { path: empty })).rejects.toThrow(
      'no Makefile',
    );
  });
});

describe('requests', () => {
  it('with malformed parameters are refused with the field that is wrong', async () => {
    const engine = await start();
    const wrong = engine.connection.sendRequest('trimtab/lineMarks', { uri: 7 });
    await expect(wrong).rejects.toMatchObject({ code: -32602 });
    await expect(wrong).rejects.toThrow('trimtab/lineMarks: uri:');
    await expect(engine.connection.sendRequest('trimtab/openTrace')).rejects.toMatchObject({ code: -32602 });
  });

  it('of an untrusted workspace run nothing', async () => {
    const engine = await start();
    const running = send(engine.connection, 'trimtab/analyzePerformance', { task: '1', configuration: source });
    await expect(running).rejects.toThrow('only in a trusted workspace');
  });
});
