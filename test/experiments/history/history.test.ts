import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { ExperimentStore, History } from '../../../src/experiments/index.js';
import { fill, temporaryFolder } from '../support.js';
import { rounds } from '../../support/matrix.js';
import { smallDisk } from '../../support/smallDisk.js';
import { add, storeWith } from './support.js';

const run = promisify(execFile);

describe('History', () => {
  it('lists the contents of the folders, newest first, with sizes', async () => {
    const { store, ids } = storeWith(['heat2d', 'lu', 'heat2d']);
    const page = await new History(store).list();
    expect(page.problems).toEqual([]);
    expect(page.entries.map(({ id }) => id)).toEqual([...ids].reverse());
    expect(page).toMatchObject({ matching: 3, all: 3, programs: ['heat2d', 'lu'], targets: ['local'], tags: [] });
    expect(page.entries[0]).toMatchObject({
      program: 'heat2d',
      ranks: 4,
      state: 'complete',
      totalTime: 10,
      span: 2.5,
      worst: { property: 'mpi_wait_nxn', title: 'Wait at N×N', severity: 0.21 },
      traceSize: 1000,
      baseline: false,
    });
    expect(page.entries[0]?.size).toBeGreaterThan(1000);
  });

  it('lists the same from the index as from the folders, and writes nothing if nothing exists', async () => {
    const { store } = storeWith(['a', 'b', 'c']);
    const first = await new History(store).list();
    const history = new History(store);
    expect(existsSync(history.index)).toBe(true);
    expect((await history.list()).entries).toEqual(first.entries);
    expect((await history.rebuild()).entries).toEqual(first.entries);
    const empty = new History(new ExperimentStore(temporaryFolder()));
    expect((await empty.list()).entries).toEqual([]);
    expect(existsSync(dirname(empty.index))).toBe(false);
  });

  it('notices new, changed, deleted, damaged and repaired experiments of other windows', async () => {
    const { store, ids } = storeWith(['a', 'b', 'c']);
    const history = new History(store);
    await history.list();
    const other = new ExperimentStore(store.project);
    other.update(elementAt(ids, 0), { tags: ['good', ' good ', ''], baseline: true, note: 'keep' });
    other.delete(elementAt(ids, 1));
    const added = add(other, 'd', new Date(2026, 5, 1));
    const manifest = join(store.folder, elementAt(ids, 2), 'manifest.yaml');
    const text = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, 'a: [');
    const { entries } = await history.list();
    expect(entries.map(({ id, state }) => [id, state])).toEqual([
      [added, 'complete'],
      [ids[2], 'damaged'],
      [ids[0], 'complete'],
    ]);
    expect(entries[2]).toMatchObject({ tags: ['good'], baseline: true, note: 'keep' });
    writeFileSync(manifest, text);
    expect((await history.list()).entries[1]?.state).toBe('complete');
    expect((await new History(store).list()).entries).toEqual((await history.list()).entries);
  });

  it('shows the index at once, and reports whether the folders differ', async () => {
    const { store, ids } = storeWith(['a', 'b', 'c']);
    const { entries } = await new History(store).list();
    const same = new History(store);
    expect((await same.glance())?.entries).toEqual(entries);
    // Once the rows are known, only a list that is compared with the folders is given.
    expect(await same.glance()).toBeUndefined();
    expect(await same.verify()).toBe(false);
    store.delete(elementAt(ids, 0));
    store.update(elementAt(ids, 1), { note: 'new' });
    const other = new History(store);
    expect((await other.glance())?.entries).toEqual(entries);
    expect(await other.verify()).toBe(true);
    expect((await other.list()).entries).toEqual((await new History(store).rebuild()).entries);
    expect(await other.verify()).toBe(false);
    // Nothing to show: no index, or one that lies.
    expect(await new History(new ExperimentStore(temporaryFolder())).glance()).toBeUndefined();
    writeFileSync(other.index, 'no database');
    expect(await new History(store).glance()).toBeUndefined();
  });

  it('follows a run that is in progress', async () => {
    const { store } = storeWith([]);
    const recorder = store.create({ program: 'x', target: 'local' });
    const history = new History(store);
    expect((await history.list()).entries[0]?.state).toBe('running');
    rmSync(join(recorder.folder, 'running.json'));
    expect((await history.list()).entries[0]?.state).toBe('failed');
  });

  it('searches, filters, sorts, pages and groups', async () => {
    const { store, ids } = storeWith(['heat2d', 'lu', 'heat2d', 'cg']);
    store.update(elementAt(ids, 0), { tags: ['nightly', 'halo'], note: 'Überlappung of halo exchange' });
    store.update(elementAt(ids, 3), { baseline: true, name: 'reference' });
    const history = new History(store);
    const found = async (filter: Parameters<History['list']>[0]) =>
      (await history.list(filter)).entries.map(({ id }) => ids.indexOf(id));
    expect(await found({ search: ' HALO überl ' })).toEqual([0]);
    expect(await found({ search: 'wait at n×n' })).toEqual([3, 2, 1, 0]);
    expect(await found({ programs: ['heat2d'] })).toEqual([2, 0]);
    expect(await found({ tags: ['halo', 'nightly'] })).toEqual([0]);
    expect(await found({ tags: ['halo', 'other'] })).toEqual([]);
    expect(await found({ baselines: true })).toEqual([3]);
    expect(await found({ states: ['failed'] })).toEqual([]);
    expect(
      await found({ from: new Date(2026, 0, 2).toISOString(), until: new Date(2026, 0, 4).toISOString() }),
    ).toEqual([2, 1]);
    expect(await found({ sort: { by: 'name', descending: false } })).toEqual([2, 0, 1, 3]);
    expect(await found({ offset: 1, limit: 2 })).toEqual([2, 1]);
    expect((await history.list({ offset: 1, limit: 2 })).matching).toBe(4);
  });

  it.each([
    ['is no database', (index: string) => writeFileSync(index, 'x'.repeat(5000))],
    ['is cut off', (index: string) => writeFileSync(index, readFileSync(index).subarray(0, 5000))],
    [
      'has damaged pages',
      (index: string) => {
        const bytes = readFileSync(index);
        writeFileSync(index, bytes.fill(0xa5, 4096, bytes.length));
      },
    ],
  ])('sets an index aside that %s, and makes it again', async (_, damage) => {
    const { store, ids } = storeWith(Array.from({ length: rounds(12, 30) }, (_, index) => `program${index}`));
    const { index } = new History(store);
    await new History(store).list();
    damage(index);
    const page = await new History(store).list();
    expect(page.entries.map(({ id }) => id)).toEqual([...ids].reverse());
    expect(page.problems).toMatchObject([{ level: 'information', where: index }]);
    expect(page.problems[0]?.message).toMatch(/was set aside as .*history\.sqlite\.damaged and is made again/);
    expect(existsSync(`${index}.damaged`)).toBe(true);
    expect((await new History(store).list()).problems).toEqual([]);
  });

  it('lists correctly, and reports so, when the disk is full', async ({ skip }) => {
    const disk = smallDisk('256k');
    if (disk === undefined) return skip('this user may not mount a small disk');
    const store = new ExperimentStore(disk);
    const ids = [1, 2].map((day) => add(store, 'a', new Date(2026, 0, day), 10));
    fill(disk);
    const history = new History(store);
    const page = await history.list();
    expect(page.entries.map(({ id }) => id)).toEqual([...ids].reverse());
    expect(page.problems).toMatchObject([{ level: 'warning', where: history.index }]);
    expect(page.problems[0]?.message).toMatch(/the list is right, but it takes longer/);
    rmSync(join(disk, 'filler'));
    expect((await history.list()).problems).toEqual([]);
    expect((await new History(store).list()).entries).toEqual(page.entries);
  });

  it('takes over from a process that was killed while it wrote', async () => {
    const { store, ids } = storeWith(['a', 'b']);
    const history = new History(store);
    await history.list();
    writeFileSync(`${history.index}.owner`, JSON.stringify({ host: hostname(), pid: 2 ** 30 }));
    mkdirSync(`${history.index}.lock`);
    store.update(elementAt(ids, 0), { note: 'changed' });
    expect((await history.list()).problems).toEqual([]);
    expect(existsSync(`${history.index}.owner`)).toBe(false);
    expect((await new History(store).list()).entries[1]?.note).toBe('changed');
  });

  it('keeps an index that several processes use at once', async () => {
    const { store, ids } = storeWith(Array.from({ length: 12 }, (_, index) => `program${index}`));
    const folder = temporaryFolder();
    const turns = rounds(5, 15);
    const program = join(folder, 'window.cjs');
    await build({
      stdin: {
        contents: `
          import { ExperimentStore, History } from './src/experiments/index.ts';
          const [project, name, ...ids] = process.argv.slice(2);
          const store = new ExperimentStore(project);
          const history = new History(store);
          (async () => {
            for (let round = 0; round < ${turns}; round++) {
              for (const id of ids) store.update(id, { note: name + ' ' + round });
              const { entries, problems } = await history.list();
              if (entries.length !== 12 || problems.length > 0) throw new Error(entries.length + JSON.stringify(problems));
            }
          })();`,
        resolveDir: join(import.meta.dirname, '../../..'),
        loader: 'ts',
      },
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      logLevel: 'error',
    });
    const library = createRequire(import.meta.url)
      .resolve('node-sqlite3-wasm')
      .replace(/\.js$/, '.wasm');
    cpSync(library, join(folder, 'node-sqlite3-wasm.wasm'));
    const windows = [0, 1, 2].map((window) =>
      run(process.execPath, [program, store.project, `window ${window}`, ...ids.slice(window * 4, window * 4 + 4)]),
    );
    await Promise.all(windows);
    const page = await new History(store).list();
    expect(page.problems).toEqual([]);
    expect(existsSync(`${new History(store).index}.damaged`)).toBe(false);
    expect(page.entries.map(({ note }) => note).sort()).toEqual(
      [0, 1, 2].flatMap((window) => Array.from({ length: 4 }, () => `window ${window} ${turns - 1}`)),
    );
  });

  it('finds a copied project’s experiments in the copy', async () => {
    const { store } = storeWith(['a']);
    await new History(store).list();
    const copy = join(temporaryFolder(), 'copy');
    cpSync(store.project, copy, { recursive: true, preserveTimestamps: true });
    const { entries } = await new History(new ExperimentStore(copy)).list();
    expect(entries[0]?.folder.startsWith(copy)).toBe(true);
  });
});
