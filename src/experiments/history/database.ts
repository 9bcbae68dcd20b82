/**
 * The index on disk: an SQLite file with one row per experiment. All its contents can be read from the folders again.
 */
import { rmSync } from 'node:fs';
import { sep } from 'node:path';
import type * as sqliteModule from 'node-sqlite3-wasm';
import { keepPrivate, lstatOf } from '../../base/files/index.js';
import type { HistoryEntry } from './entry.js';
import { isRow, type KeptEntry } from './rowCheck.js';
import type { Stamp } from './readEntry.js';

/** Raised whenever rows change their form: an index of another version is made again. */
const VERSION = 4;
/** Rows are read all at once: large pages mean few reads. Bytes. */
const PAGE = 65_536;

/** A row of the index. */
export interface IndexRow {
  /** Of the manifest when the row was made. */
  readonly stamp: Stamp;
  readonly entry: HistoryEntry;
}

/** Bytes of an index of a hundred thousand experiments, some times over; more was not written by Trimtab. */
const LARGEST = 256 << 20;
/** Characters of an entry; a longer one is read from its folder each time. */
const LONGEST_ENTRY = 64 << 10;

const SCHEMA = `CREATE TABLE entries (
  id TEXT PRIMARY KEY, mtime INTEGER NOT NULL, size INTEGER NOT NULL, program TEXT NOT NULL, target TEXT NOT NULL, date TEXT NOT NULL,
  state TEXT NOT NULL, total_time REAL, span REAL, entry TEXT NOT NULL
) WITHOUT ROWID`;

type Sqlite = typeof sqliteModule;

/** Loads SQLite when first needed: it costs time and memory that most commands do not need. */
async function sqlite(): Promise<Sqlite> {
  const loaded: Sqlite & { default?: Sqlite } = await import('node-sqlite3-wasm');
  return loaded.default ?? loaded;
}

type Database = InstanceType<Sqlite['Database']>;

/**
 * The caller holds the lock, so what the library uses for one was left by a process that was killed.
 * @throws Error when it cannot be an index of Trimtab's
 */
async function open(path: string): Promise<Database> {
  const facts = lstatOf(path);
  if (facts !== undefined && !facts.isFile()) throw new Error('it is no regular file');
  if (facts !== undefined && facts.size > LARGEST)
    throw new Error(`it has ${facts.size} bytes, and at most ${LARGEST} are read`);
  rmSync(`${path}.lock`, { recursive: true, force: true });
  const { Database } = await sqlite();
  return new Database(path);
}

/**
 * Whether rows can be read or written: nothing is asked of tables that are views, and nothing changed where triggers
 * would act.
 * @returns false for an empty file and an index of another version @throws Error when it holds something else
 */
function isIndex(database: Database): boolean {
  database.exec('PRAGMA trusted_schema = OFF');
  if (database.get('PRAGMA user_version')?.user_version !== VERSION) return false;
  const parts = database.all('SELECT type, name, sql FROM sqlite_master LIMIT 2');
  const only = parts.at(0);
  if (parts.length === 1 && only?.type === 'table' && only.name === 'entries' && only.sql === SCHEMA) return true;
  throw new Error('it holds something else than experiments');
}

/**
 * Reads all rows; none when there is no index or one of another version. Rows that are not of the right types are left
 * out, and so made again from their folders.
 * @param folder that holds the experiments
 * @throws Error when the file is damaged
 */
export async function readRows(path: string, folder: string): Promise<Map<string, IndexRow>> {
  const database = await open(path);
  try {
    if (!isIndex(database)) return new Map();
    // One string for all rows: a call per row costs more than its content.
    const list = database.get(
      `SELECT '[' || coalesce(group_concat('[' || mtime || ',' || size || ',' || entry || ']', ','), '') || ']' AS list
       FROM entries
       WHERE typeof(mtime) = 'integer' AND typeof(size) = 'integer' AND typeof(entry) = 'text'
         AND length(entry) <= ${LONGEST_ENTRY} AND json_valid(entry)`,
    )?.list;
    const rows: unknown = JSON.parse(typeof list === 'string' ? list : '[]');
    if (!Array.isArray(rows)) return new Map();
    return new Map(
      rows.filter(isRow).map(([mtime, size, kept]): [string, IndexRow] => {
        const entry: HistoryEntry = Object.assign(kept, { folder: `${folder}${sep}${kept.id}` });
        return [entry.id, { stamp: { mtime, size }, entry }];
      }),
    );
  } finally {
    database.close();
  }
}

/** Changes to be written. */
export interface IndexChange {
  readonly rows: Iterable<IndexRow>;
  /** Identifiers of experiments that are gone. */
  readonly removed: Iterable<string>;
}

/** An index of this version: a new one in the place of another version's. */
async function openForWriting(path: string): Promise<Database> {
  const old = await open(path);
  try {
    if (isIndex(old)) return old;
  } catch (error) {
    old.close();
    throw error;
  }
  old.close();
  rmSync(path, { force: true });
  const database = await open(path);
  database.exec(`PRAGMA page_size = ${PAGE}; VACUUM; ${SCHEMA}; PRAGMA user_version = ${VERSION};`);
  keepPrivate(path);
  return database;
}

/**
 * Changes rows in one transaction.
 * @throws Error when the file is damaged, or the disk does not take it
 */
export async function writeRows(path: string, { rows, removed }: IndexChange): Promise<void> {
  const database = await openForWriting(path);
  try {
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
