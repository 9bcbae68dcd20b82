import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ExperimentStore } from '../../src/experiments/index.js';
import type { Selected } from '../../src/model/selection.js';
import { send } from '../../src/protocol/requests.js';
import { spaceOf } from './measurements/support.js';
import { finding, report } from './presentation/fixtures.js';
import { bundleEngine, type EngineBundle } from './support/bundle.js';
import { EngineClient, uriOf } from './support/client.js';

const TEXT = `/* heat */

static void step(void)
{
  MPI_Recv();
}

/* of main */
int main(void) {
  MPI_Init();
  step();
  return 0;
}
`;
const FILE = '/src/heat.c';

/** Its functions: where they begin, 0 where that is unknown. */
const REGIONS = { main: 9, step: 4, MPI_Recv: 0, MPI_Init: 0 } as const;
type RegionName = keyof typeof REGIONS;
const names: readonly RegionName[] = ['main', 'step', 'MPI_Recv', 'MPI_Init'];

/** A call path: its caller, its function, and the line from which it is called. */
type Call = readonly [parent: number, region: RegionName, line: number];
const CALLS: readonly Call[] = [
  [-1, 'main', 0],
  [0, 'MPI_Init', 10],
  [0, 'step', 11],
  [2, 'MPI_Recv', 5],
];

let bundle: EngineBundle;
beforeAll(async () => (bundle = await bundleEngine()));
afterAll(() => bundle.remove());

let folder: string;
let source: string;
let engine: EngineClient;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'trimtab-selection-')));
  mkdirSync(join(folder, 'src'));
  source = join(folder, 'src', 'heat.c');
  writeFileSync(source, TEXT);
});
afterEach(async () => {
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

function spaceWith(calls: readonly Call[], ranks: number) {
  const lines = [...new Set(calls.map(([, , line]) => line))].filter((line) => line > 0);
  const values = calls.map(() => Array.from({ length: ranks }, () => 1));
  const space = spaceOf(calls.map(([parent]) => parent), ranks, new Map([['time', values]])); // prettier-ignore
  const { definitions } = space;
  if (definitions === undefined) throw new Error('there are no definitions');
  const regions = names.map((name) => ({
    ...({ name, canonicalName: name, description: '', paradigm: 'user', role: 'function' } as const),
    ...{ file: REGIONS[name] === 0 ? undefined : FILE, beginLine: REGIONS[name], endLine: 0 },
  }));
  return {
    ...space,
    callTree: {
      ...space.callTree,
      region: Uint32Array.from(calls, ([, region]) => names.indexOf(region)),
      site: Uint32Array.from(calls, ([, , line]) => lines.indexOf(line) + 1),
    },
    definitions: { ...definitions, regions, sourceCodeLocations: lines.map((line) => ({ file: FILE, line })) },
  };
}

/** Keeps an experiment with the text that was measured. */
function keep(program: string, moment: string, calls = CALLS, ranks = 4): string {
  const recorder = new ExperimentStore(folder).create({ program, target: 'local', ranks }, new Date(moment));
  const copy = 'sources/src/heat.c';
  mkdirSync(join(recorder.folder, 'sources', 'src'), { recursive: true });
  writeFileSync(join(recorder.folder, copy), TEXT);
  recorder.update({ sources: [{ measured: FILE, copy, project: 'src/heat.c' }] });
  const functions = (['main', 'step'] as const).map((region) => ({
    ...{ region, place: { file: FILE, line: REGIONS[region] } },
    ...{ visits: 1, inclusive: 1, exclusive: 1, share: 0.1, properties: [] },
  }));
  const locations = Array.from({ length: ranks }, (_, rank) => `MPI Rank ${rank}`);
  const findings = [finding({ locations: [] })];
  recorder.storeResults(report({ program, processes: ranks, locations, findings, functions }), spaceWith(calls, ranks));
  recorder.finish('complete');
  return recorder.id;
}

const start = async () => (engine = await EngineClient.start(bundle.engine, [folder]));
const state = () => send(engine.connection, 'trimtab/selection', null);
const select = (selection: Selected) => send(engine.connection, 'trimtab/select', { selection, origin: 'explorer' });
/** @param line 1-based, as people count */
const follow = (line: number) => send(engine.connection, 'trimtab/followLine', { uri: uriOf(source), line: line - 1 });

describe('following a line', () => {
  it('selects the call paths through it, keeps the property, and changes nothing where there are none', async () => {
    const experiment = keep('heat', '2026-01-01T10:00:00Z');
    await start();
    const about = { experiment, property: 'mpi', locations: [1] };
    await select({ ...about, nodes: [1], instance: { location: 1, from: 0, to: 1 } });
    expect(await follow(11)).toEqual({ selected: true });
    expect((await state()).selection).toEqual({ ...about, nodes: [2], place: { file: FILE, line: 11 } });
    const announced = await engine.until(
      (one) => one.method === 'trimtab/selectionChanged' && one.params.origin === 'lines',
    );
    expect(announced.params).toMatchObject({ selection: { nodes: [2] }, canGoBack: true });
    for (const line of [1, 7, 8, 99]) expect(await follow(line)).toEqual({ selected: false });
    expect((await state()).selection?.nodes).toEqual([2]);
    // The line that names a function, the brace that opens it, and lines in it without calls.
    for (const [line, nodes] of [
      [3, [2]],
      [5, [3]],
      [4, [2]],
      [6, [2]],
      [12, [0]],
    ] as const) {
      expect(await follow(line)).toEqual({ selected: true });
      expect((await state()).selection?.nodes).toEqual(nodes);
    }
    // All lines together are one step.
    await send(engine.connection, 'trimtab/stepSelection', { to: 'back' });
    expect((await state()).selection).toMatchObject({ nodes: [1], instance: { location: 1 } });
  });

  it('finds the measured line of an edited text', async () => {
    keep('heat', '2026-01-01T10:00:00Z');
    await start();
    await engine.open(source, TEXT);
    await engine.edit(source, 2, 4, 5, '  prepare();\n  /* a remark */\n  MPI_Recv();\n');
    expect(await follow(7)).toEqual({ selected: true });
    expect((await state()).selection).toMatchObject({ nodes: [3], place: { line: 5 } });
    // A line that was added belongs to the function around it, and one behind the function to none.
    expect(await follow(6)).toEqual({ selected: true });
    expect((await state()).selection?.nodes).toEqual([2]);
    await engine.edit(source, 3, 8, 8, 'int more;\n');
    expect(await follow(9)).toEqual({ selected: false });
  });

  it('does nothing where no experiment is shown, or in files that were not measured', async () => {
    const id = keep('heat', '2026-01-01T10:00:00Z');
    await start();
    const other = join(folder, 'src', 'other.c');
    writeFileSync(other, TEXT);
    const elsewhere = { uri: uriOf(other), line: 10 };
    expect(await send(engine.connection, 'trimtab/followLine', elsewhere)).toEqual({ selected: false });
    await send(engine.connection, 'trimtab/selectExperiment', { id: null });
    expect(await follow(11)).toEqual({ selected: false });
    await send(engine.connection, 'trimtab/selectExperiment', { id });
    expect((await state()).selection).toEqual({ experiment: id });
  });
});

describe('another experiment', () => {
  /** The same calls in another order, one more function, and no MPI_Init. */
  const others: readonly Call[] = [
    [-1, 'main', 0],
    [0, 'step', 11],
    [1, 'MPI_Recv', 5],
    [1, 'MPI_Recv', 6],
  ];
  const carried = (experiment: string) =>
    engine.until((one) => one.method === 'trimtab/selectionChanged' && one.params.selection?.experiment === experiment);

  it('keeps what it has of the selection, and leads back', async () => {
    const old = keep('heat', '2026-01-01T10:00:00Z');
    const fresh = keep('heat', '2026-01-02T10:00:00Z', others, 2);
    await start();
    const place = { file: FILE, line: 5 };
    const selection = { experiment: old, property: 'mpi', nodes: [1, 3], locations: [1, 3], place };
    await select({ ...selection, window: { from: 0, to: 1 } });
    await send(engine.connection, 'trimtab/selectExperiment', { id: fresh });
    const expected = { experiment: fresh, property: 'mpi', nodes: [2], locations: [1] };
    expect((await carried(fresh)).params).toEqual({
      ...{ selection: expected, origin: 'history', canGoBack: true, canGoForward: false },
    });
    expect((await state()).selection).toEqual(expected);
    await send(engine.connection, 'trimtab/stepSelection', { to: 'back' });
    expect((await state()).selection).toMatchObject(selection);
    expect((await send(engine.connection, 'trimtab/report', null))?.id).toBe(old);
  });

  it('is shown as a whole where nothing was selected, or something else is by then', async () => {
    const old = keep('heat', '2026-01-01T10:00:00Z');
    const fresh = keep('heat', '2026-01-02T10:00:00Z', others);
    await start();
    expect((await state()).selection).toEqual({ experiment: fresh });
    await send(engine.connection, 'trimtab/selectExperiment', { id: old });
    expect((await state()).selection).toEqual({ experiment: old });
    await select({ experiment: old, nodes: [3] });
    // The call paths are looked for while the person selects something.
    await send(engine.connection, 'trimtab/selectExperiment', { id: fresh });
    await select({ experiment: fresh, nodes: [0] });
    expect((await send(engine.connection, 'trimtab/matchCallPaths', { experiment: old, other: fresh })).nodes).toEqual([
      0, -1, 1, 2,
    ]);
    expect((await state()).selection).toEqual({ experiment: fresh, nodes: [0] });
  });
});
