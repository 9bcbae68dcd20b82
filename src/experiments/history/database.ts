/** The index on disk: an SQLite file with one row per experiment. Whatever it says can be read from the folders again. */
import { rmSync } from 'node:fs';
import { sep } from 'node:path';
import type * as sqliteModule from 'node-sqlite3-wasm';
import type { HistoryEntry } from './entry.js';
import type { Stamp } from './readEntry.js';

/** Raised whenever rows change their form: an index of another version is made again. */
const VERSION = 2;
/** Rows are read all at once: large pages mean few reads. Bytes. */
const PAGE = 65_536;

/** A row of the index. */
export interface IndexRow {
  /** Of the manifest when the row was made. */
  readonly stamp: Stamp;
  readonly entry: HistoryEntry;
}

type Shape = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Shape => typeof value === 'object' && value !== null;
const has = (entry: Shape, keys: readonly string[], type: string): boolean =>
  keys.every((key) => typeof entry[key] === type);

const TEXTS = ['id', 'name', 'program', 'target', 'date', 'state'];
const NUMBERS = ['ranks', 'size', 'traceSize'];

/** An entry as it is kept: without its folder, which follows from where the index lies. */
type KeptEntry = Omit<HistoryEntry, 'folder'>;

/** By hand, since a schema takes longer than all the rest; the rows are our own, and their version is known. */
function isEntry(value: unknown): value is KeptEntry {
  return isObject(value) && has(value, TEXTS, 'string') && has(value, NUMBERS, 'number') && Array.isArray(value.tags);
}

function isRow(value: unknown): value is [mtime: number, size: number, entry: KeptEntry] {
  return Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'number' && isEntry(value[2]);
}

type Sqlite = typeof sqliteModule;

/** Loaded when it is first needed: it takes time and memory that most commands do not have to spend. */
async function sqlite(): Promise<Sqlite> {
  const loaded: Sqlite & { default?: Sqlite } = await import('node-sqlite3-wasm');
  return loaded.default ?? loaded;
}

/** The caller holds the lock, so what the library uses for one was left by a process that was killed. */
async function open(path: string): Promise<InstanceType<Sqlite['Database']>> {
  rmSync(`${path}.lock`, { recursive: true, force: true });
  const { Database } = await sqlite();
  return new Database(path);
}

/**
 * Reads all rows; none when there is no index or one of another version.
 * @param folder that holds the experiments
 * @throws Error when the file is damaged
 */
export async function readRows(path: string, folder: string): Promise<Map<string, IndexRow>> {
  const database = await open(path);
  try {
    if (database.get('PRAGMA user_version')?.user_version !== VERSION) return new Map();
    // One string for all rows: a call per row costs more than its content.
    const list = database.get(
      `SELECT '[' || coalesce(group_concat('[' || mtime || ',' || size || ',' || entry || ']', ','), '') || ']' AS list
       FROM entries`,
    )?.list;
    const rows: unknown = JSON.parse(typeof list === 'string' ? list : '[]');
    if (!Array.isArray(rows) || !rows.every(isRow)) throw new Error('a row has not the form of an experiment');
    return new Map(
      rows.map(([mtime, size, kept]): [string, IndexRow] => {
        const entry: HistoryEntry = Object.assign(kept, { folder: `${folder}${sep}${kept.id}` });
        return [entry.id, { stamp: { mtime, size }, entry }];
      }),
    );
  } finally {
    database.close();
  }
}

/** What is to be written. */
export interface IndexChange {
  readonly rows: Iterable<IndexRow>;
  /** Identifiers of experiments that are gone. */
  readonly removed: Iterable<string>;
}

/**
 * Changes rows in one transaction.
 * @throws Error when the file is damaged, or the disk does not take it
 */
export async function writeRows(path: string, { rows, removed }: IndexChange): Promise<void> {
  const database = await open(path);
  try {
    if (database.get('PRAGMA user_version')?.user_version !== VERSION)
      database.exec(
        `DROP TABLE IF EXISTS entries;
         PRAGMA page_size = ${PAGE};
         VACUUM;
         CREATE TABLE entries (
           id TEXT PRIMARY KEY, mtime INTEGER NOT NULL, size INTEGER NOT NULL, program TEXT NOT NULL, target TEXT NOT NULL, date TEXT NOT NULL,
           state TEXT NOT NULL, total_time REAL, span REAL, entry TEXT NOT NULL
         ) WITHOUT ROWID;
         PRAGMA user_version = ${VERSION};`,
      );
    database.exec('BEGIN IMMEDIATE');
    const insert = database.prepare('REPLACE INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
    for (const { stamp, entry } of rows) {
      const kept: KeptEntry & { folder?: string } = { ...entry };
      delete kept.folder;
      const { id, program, target, date, state, totalTime = null, span = null } = kept;
      const { mtime, size } = stamp;
      insert.run([id, mtime, size, program, target, date, state, totalTime, span, JSON.stringify(kept)]);
    }
    insert.finalize();
    const remove = database.prepare('DELETE FROM entries WHERE id = ?');
    for (const id of removed) remove.run([id]);
    remove.finalize();
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}
