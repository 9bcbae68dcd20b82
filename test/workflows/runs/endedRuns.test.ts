/** Workflow runs that a retention rule removes, and those that stay under any rule. */
import { appendFileSync, existsSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { programOf } from '../../../src/formats/registry.js';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { elementAt } from '../../../src/base/elements.js';
import { folderSize } from '../../../src/base/files/index.js';
import {
  claim,
  ExperimentStore,
  History,
  type HistoryEntry,
  release,
  type RetentionRule,
} from '../../../src/experiments/index.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { type EndedRuns, endedRuns, removeRuns, unclearSentence } from '../../../src/workflows/runs/endedRuns.js';
import { jobsFolder, leftFolders, removeLeft } from '../../../src/workflows/runs/leftJobs.js';
import { readRuns, startRun, type Surroundings } from '../../../src/workflows/runner/index.js';
import { RunFile } from '../../../src/workflows/runs/runFile.js';
import { runsFolder } from '../../../src/workflows/runs/runRecord.js';
import { project, resumed, surroundingsOf, whole } from '../runner/support.js';

const DAY = 24 * 3600 * 1000;
const later = new Date(Date.now() + 10 * DAY);
const old: RetentionRule = { action: 'delete', olderThanDays: 5 };

const SUCCEEDS = 'steps:\n  - shell: { command: [echo, hello] }\n';
const FAILS = 'steps:\n  - shell: { command: [test, -e, fixed] }\n';
const MEASURES = 'steps:\n  - run: { ranks: 4 }\n  - fetch: {}\n  - analyze: {}\n';
const TRACE = resolve('examples/heat2d-mpi/recorded');

/** A project whose workflow run measured an experiment: a recorded one. */
async function measured(): Promise<{ folder: string; id: string }> {
  const folder = project(MEASURES, `[sh, -c, 'cp -r "${TRACE}/." "$TRIMTAB_EXPERIMENT_DIR"']`);
  const analyze: Surroundings['analyzeArchive'] = (archive, { program = programOf(archive) }) =>
    Promise.resolve(analyzeTrace(openArchive(archive), { program }));
  const surroundings = { ...surroundingsOf(folder), analyzeArchive: analyze };
  const { state } = await startRun('w.yaml', {}, surroundings, { signal: new AbortController().signal }).ended;
  expect(state.state).toBe('succeeded');
  return { folder, id: state.id };
}

async function entriesOf(store: ExperimentStore): Promise<readonly HistoryEntry[]> {
  return (await new History(store).list()).entries;
}

async function chosen(folder: string, rule = old, now = later): Promise<EndedRuns> {
  const store = new ExperimentStore(folder);
  return endedRuns(store, await entriesOf(store), rule, now);
}

const idsOf = ({ items }: EndedRuns): string[] => items.map(({ id }) => id);
const stateFile = (folder: string, id: string): string => join(runsFolder(folder), id, 'state.yaml');

describe('workflow runs that a rule removes', () => {
  it('are those that ended before its days, with what they take', async () => {
    const folder = project(SUCCEEDS);
    const { id } = await whole(folder);
    expect(await chosen(folder)).toEqual({
      items: [{ id, name: 'test', bytes: folderSize(join(runsFolder(folder), id)), experiments: [] }],
      bytes: folderSize(runsFolder(folder)),
      unclear: [],
    });
    expect(idsOf(await chosen(folder, { action: 'drop traces', olderThanDays: 5 }))).toEqual([id]);
    expect(idsOf(await chosen(folder, old, new Date()))).toEqual([]);
    expect(idsOf(await chosen(folder, { action: 'delete', keepNewest: 0 }))).toEqual([]);
    expect(idsOf(await chosen(folder, { ...old, ids: [] }))).toEqual([]);
  });

  it('are those whose experiments it deletes, whatever their age, and never those of one that stays', async () => {
    const { folder, id } = await measured();
    const store = new ExperimentStore(folder);
    const experiment = elementAt(store.list(), 0);
    const all: RetentionRule = { action: 'delete', keepNewest: 0 };
    expect((await chosen(folder, all, new Date())).items).toMatchObject([{ id, experiments: [experiment.id] }]);
    expect(idsOf(await chosen(folder, { ...all, action: 'drop traces' }, new Date()))).toEqual([]);
    expect(idsOf(await chosen(folder, { action: 'delete', ids: [experiment.id] }))).toEqual([id]);
    expect(idsOf(await chosen(folder, { ...old, keepNewest: 1 }))).toEqual([]);
    store.update(experiment.id, { baseline: true });
    expect(idsOf(await chosen(folder, all))).toEqual([]);
    expect(idsOf(await chosen(folder, old))).toEqual([]);
  });

  it('are gone afterwards with what their jobs left, and the others are as they were', async () => {
    const { folder, id } = await measured();
    const store = new ExperimentStore(folder);
    const runs = await chosen(folder);
    const left = leftFolders(store, new Set(idsOf(runs)));
    expect([leftFolders(store), left.map(({ orphaned }) => orphaned)]).toEqual([[], [true]]);
    expect(removeRuns(store, runs)).toEqual({ done: [id], failed: [], bytes: runs.bytes });
    expect(leftFolders(store)).toEqual(left);
    removeLeft(store, left);
    expect([readdirSync(runsFolder(folder)), readdirSync(jobsFolder(folder)), store.list().length]).toEqual([
      [],
      [],
      1,
    ]);
  });

  it('stay when an experiment of theirs could not be deleted', async () => {
    const { folder } = await measured();
    const store = new ExperimentStore(folder);
    const { id } = elementAt(store.list(), 0);
    expect(removeRuns(store, await chosen(folder), new Set([id]))).toEqual({ done: [], failed: [], bytes: 0 });
    expect(readRuns(folder)).toHaveLength(1);
  });
});

describe('a workflow run that can go on', () => {
  it('stays when it failed, and can be resumed afterwards', async () => {
    const folder = project(FAILS);
    const { id, state } = await whole(folder);
    expect([state, await chosen(folder)]).toEqual(['failed', { items: [], bytes: 0, unclear: [] }]);
    writeFileSync(join(folder, 'fixed'), '');
    expect((await resumed(folder, id)).state).toBe('succeeded');
    expect(idsOf(await chosen(folder))).toEqual([id]);
  });

  it.each(['running', 'interrupted', 'asking', 'cancelled'] as const)('stays when it is %s', async (state) => {
    const folder = project(SUCCEEDS);
    const draft = { name: 'test', workflow: 'w.yaml', configuration: join(folder, 'trimtab.yaml'), inputs: {} };
    const file = RunFile.create(folder, draft, 'version: 1\nname: test\nsteps: []\n');
    if (state === 'cancelled') file.finish(state);
    if (state === 'asking') {
      const begun = { key: 'ask', id: 'ask', kind: 'ask', title: 'Ask', attempt: 1, began: new Date().toISOString() };
      file.put({ ...begun, state: 'asking', question: { text: 'Go on?', choices: [] } });
    }
    if (state === 'interrupted') file.release();
    expect(readRuns(folder).map((run) => run.state)).toEqual([state]);
    expect(await chosen(folder)).toEqual({ items: [], bytes: 0, unclear: [] });
    file.release();
  });

  it('stays when another process took it up after the preview', async () => {
    const folder = project(SUCCEEDS);
    const { id } = await whole(folder);
    const runs = await chosen(folder);
    const run = join(runsFolder(folder), id);
    claim(run);
    const { done, failed } = removeRuns(new ExperimentStore(folder), runs);
    expect([done, failed.map(({ problem }) => problem)]).toEqual([
      [],
      [`The workflow run ${id} is being executed again and stays.`],
    ]);
    release(run);
    appendFileSync(stateFile(folder, id), '# changed\n');
    expect(removeRuns(new ExperimentStore(folder), runs).failed).toEqual([
      { id, problem: `The workflow run ${id} was changed since and stays.` },
    ]);
    expect(readdirSync(run)).not.toContain('running.json');
  });
});

describe('a workflow run that cannot be read', () => {
  it.each([
    ['state', (path: string) => writeFileSync(path, 'format: [')],
    ['seal', (path: string) => appendFileSync(path, '# changed\n')],
  ])('for its %s stays, which is reported in one sentence', async (_, change) => {
    const folder = project(SUCCEEDS);
    const { id } = await whole(folder);
    change(stateFile(folder, id));
    const { items, unclear } = await chosen(folder);
    expect([items, unclear]).toEqual([[], [id]]);
    expect((await chosen(folder, { action: 'drop traces', keepNewest: 1 })).unclear).toEqual([]);
    expect(unclearSentence(unclear)).toBe(`1 workflow run stays, since its state or seal cannot be read: ${id}.`);
  });

  it('is named among few of many', () => {
    expect(unclearSentence([])).toBeUndefined();
    expect(unclearSentence(['a', 'b', 'c', 'd'])).toBe(
      '4 workflow runs stay, since their state or seal cannot be read: a, b, c, ….',
    );
  });

  it('is not looked for where a link leads', async () => {
    const folder = project(SUCCEEDS);
    await whole(folder);
    const moved = `${runsFolder(folder)}-elsewhere`;
    renameSync(runsFolder(folder), moved);
    symlinkSync(moved, runsFolder(folder));
    expect(await chosen(folder)).toEqual({ items: [], bytes: 0, unclear: [] });
    expect(existsSync(moved)).toBe(true);
  });
});
