import { execFileSync } from 'node:child_process';
import { readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import { describe, expect, it } from 'vitest';
import { ExperimentStore, History, INDEX } from '../../../src/experiments/index.js';
import { temporaryFolder } from '../support.js';

/** A project with two experiments and an index of them. */
async function project(): Promise<{ store: ExperimentStore; index: string }> {
  const store = new ExperimentStore(temporaryFolder());
  for (const name of ['one', 'two']) store.create({ program: 'x', target: 'local', name }).finish('complete');
  await new History(store).list();
  return { store, index: join(store.folder, '..', INDEX) };
}

function change(index: string, ...statements: string[]): void {
  const database = new sqlite.Database(index);
  for (const statement of statements) database.exec(statement);
  database.close();
}

async function listed(store: ExperimentStore) {
  const { entries, problems } = await new History(store).list();
  return { names: entries.map(({ name }) => name).sort(), problems: problems.map(({ message }) => message) };
}

const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i';

describe('an untrusted index', () => {
  it('with a view in the place of its table is never asked', async () => {
    const { store, index } = await project();
    change(
      index,
      'DROP TABLE entries',
      `CREATE VIEW entries AS ${endless} AS id, i AS mtime, i AS size, '{}' AS entry FROM n`,
    );
    expect(await listed(store)).toEqual({ names: ['one', 'two'], problems: [expect.stringMatching(/set aside/)] });
    expect(await listed(store)).toEqual({ names: ['one', 'two'], problems: [] });
  });

  it('with a trigger is never written to', async () => {
    const { store, index } = await project();
    change(
      index,
      'CREATE TABLE t (i)',
      `CREATE TRIGGER grow AFTER INSERT ON entries BEGIN INSERT INTO t ${endless} FROM n; END`,
    );
    store.create({ program: 'x', target: 'local', name: 'three' }).finish('complete');
    expect(await listed(store)).toEqual({
      names: ['one', 'three', 'two'],
      problems: [expect.stringMatching(/set aside/)],
    });
  });

  it.each([
    ["UPDATE entries SET entry = '[]'"],
    ["UPDATE entries SET entry = 'no JSON'"],
    ['UPDATE entries SET entry = zeroblob(100)'],
    ["UPDATE entries SET entry = '{}' || ']],[1,2,' || entry"],
    ["UPDATE entries SET mtime = 'x'"],
    ["UPDATE entries SET entry = json_set(entry, '$.tags', json('[1]'))"],
    ["UPDATE entries SET entry = json_set(entry, '$.worst', json('{\"title\": 1}'))"],
    ["UPDATE entries SET entry = json_set(entry, '$.id', '../../elsewhere')"],
    ["UPDATE entries SET entry = json_set(entry, '$.state', 'odd')"],
    ["UPDATE entries SET entry = json_set(entry, '$.note', hex(zeroblob(1000000)))"],
  ])('with rows of other types reads these from their folders: %s', async (statement) => {
    const { store, index } = await project();
    change(index, statement);
    expect(await listed(store)).toEqual({ names: ['one', 'two'], problems: [] });
    const glanced = await new History(store).glance();
    expect(glanced?.entries.map(({ name }) => name).sort()).toEqual(['one', 'two']);
  });

  it.each<[string, (index: string) => void]>([
    ['a FIFO', (path) => execFileSync('mkfifo', [path])],
    ['a link', (path) => symlinkSync('/dev/zero', path)],
    [
      'an endless file',
      (path) => {
        writeFileSync(path, 'SQLite format 3\0');
        truncateSync(path, 2 ** 40);
      },
    ],
  ])('that is %s is set aside', async (_, make) => {
    const { store, index } = await project();
    execFileSync('rm', [index]);
    make(index);
    expect((await listed(store)).names).toEqual(['one', 'two']);
    expect(await listed(store)).toEqual({ names: ['one', 'two'], problems: [] });
    expect(readdirSync(join(store.folder, '..'))).toContain(`${INDEX}.damaged`);
  });
});
