/** The history of a project: rows of all its experiments, read from their folders once and kept in an index. */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { CancelledError, TrimtabError, type Problem } from '../../base/problem.js';
import type { Fraction } from '../../base/units.js';
import { errorCode, lstatOf } from '../../base/files/index.js';
import type { ExperimentStore } from '../store/store.js';
import { readRows, writeRows, type IndexRow } from './database.js';
import type { HistoryFilter, HistoryPage } from './entry.js';
import { lock } from './lock.js';
import { select } from './query.js';
import { readEntry, stampOf, type Stamp } from './readEntry.js';

/** File name of the index, next to the folder of the experiments. */
export const INDEX = 'history.sqlite';

export interface HistoryOptions {
  readonly signal?: AbortSignal;
  /** Called while many folders are read for the first time. */
  readonly onProgress?: (fraction: Fraction) => void;
}

/** How long to wait for another window that uses the index, in milliseconds. */
const PATIENCE = { read: 1000, write: 300 };
/** Folders read in one go, and how many may be lost when the process is killed while it reads many. */
const SLICE = 20;
const KEEP_EVERY = 1000;

/** Rows are right whatever happens to the index: they are compared with the folders each time. */
export class History {
  /** Absolute path of the index. */
  readonly index: string;
  private rows: Map<string, IndexRow> | undefined;
  /** Changes not in the index yet. */
  private readonly changed = new Set<string>();
  private problems: Problem[] = [];
  /** How many rows were found to differ from their folders so far. */
  private differences = 0;
  private refreshing: Promise<void> | undefined;

  constructor(private readonly store: ExperimentStore) {
    this.index = join(store.folder, '..', INDEX);
  }

  /**
   * Rows that a filter asks for. Only folders whose manifest has changed are read.
   * @throws CancelledError; TrimtabError when the experiments cannot be listed
   */
  async list(filter: HistoryFilter = {}, options: HistoryOptions = {}): Promise<HistoryPage> {
    await (this.refreshing ??= this.refresh(options).finally(() => (this.refreshing = undefined)));
    return this.page(filter);
  }

  /**
   * Returns the contents of the index, without reading the folders: for an immediate first list, which `verify`
   * compares with the folders afterwards.
   * @returns undefined if the index is empty, or the rows are known already
   */
  async glance(filter: HistoryFilter = {}): Promise<HistoryPage | undefined> {
    if (this.known()) return undefined;
    const rows = await this.load();
    // Another caller may have requested the list meanwhile.
    if (this.known() || rows.size === 0) return undefined;
    this.rows = rows;
    return this.page(filter);
  }

  /** Compares with the folders. @returns whether any row was different @throws as `list` does */
  async verify(options: HistoryOptions = {}): Promise<boolean> {
    const { differences } = this;
    await this.list({ limit: 0 }, options);
    return this.differences !== differences;
  }

  private known(): boolean {
    return this.rows !== undefined || this.refreshing !== undefined;
  }

  private page(filter: HistoryFilter): HistoryPage {
    const entries = Array.from(this.rows?.values() ?? [], ({ entry }) => entry);
    return { ...select(entries, filter), problems: this.problems };
  }

  /** Discards the data in memory and reads all folders again; the index is rebuilt. */
  async rebuild(options: HistoryOptions = {}): Promise<HistoryPage> {
    await this.refreshing;
    this.rows = new Map();
    return this.list({}, options);
  }

  private async refresh({ signal, onProgress }: HistoryOptions): Promise<void> {
    const names = this.store.folders();
    this.problems = [];
    const rows = (this.rows ??= names.length === 0 ? new Map<string, IndexRow>() : await this.load());
    const present = new Set(names);
    for (const id of rows.keys())
      if (!present.has(id)) {
        rows.delete(id);
        this.noteChange(id);
      }
    const outdated = names.flatMap((name) => {
      const stamp = stampOf(`${this.store.folder}/${name}`);
      return isCurrent(rows.get(name), stamp) ? [] : [{ name, stamp }];
    });
    for (const [position, { name, stamp }] of outdated.entries()) {
      if (signal?.aborted === true) throw new CancelledError();
      this.take(name, { stamp, entry: readEntry(this.store, name) });
      if (position % SLICE === SLICE - 1) {
        onProgress?.(position / outdated.length);
        await breathe();
      }
      if (position % KEEP_EVERY === KEEP_EVERY - 1) await this.save();
    }
    await this.save();
  }

  private take(name: string, row: IndexRow): void {
    const old = this.rows?.get(name);
    this.rows?.set(name, row);
    if (old === undefined || JSON.stringify(old) !== JSON.stringify(row)) this.noteChange(name);
  }

  private noteChange(id: string): void {
    this.changed.add(id);
    this.differences++;
  }

  /** The rows of the index; none when there is none, or it is damaged or in use. */
  private async load(): Promise<Map<string, IndexRow>> {
    // A dangling link also exists: nothing is written through it.
    if (lstatOf(this.index) === undefined) return new Map();
    const release = await this.locked(PATIENCE.read);
    if (release === undefined) return new Map();
    try {
      return await readRows(this.index, this.store.folder);
    } catch (error) {
      if (isRefusal(error)) this.complain(`The index ${this.index} could not be read (${reasonOf(error)})`);
      else this.setAside(error);
      return new Map();
    } finally {
      release();
    }
  }

  private async save(): Promise<void> {
    if (this.changed.size === 0 || this.rows === undefined) return;
    const release = await this.locked(PATIENCE.write);
    if (release === undefined) return; // another window writes; these changes are found again, or written next time
    const rows = this.rows;
    const changed = [...this.changed];
    try {
      await writeRows(this.index, {
        rows: changed.map((id) => rows.get(id)).filter((row) => row !== undefined),
        removed: changed.filter((id) => !rows.has(id)),
      });
      this.changed.clear();
    } catch (error) {
      if (isRefusal(error)) this.complain(`The index ${this.index} could not be written (${reasonOf(error)})`);
      else this.setAside(error);
    } finally {
      release();
    }
  }

  /** Acquires the lock of the index; undefined, with a reported problem, when it is unavailable. */
  private async locked(patience: number): Promise<(() => void) | undefined> {
    try {
      return await lock(`${this.index}.owner`, patience);
    } catch (error) {
      this.complain(error instanceof TrimtabError ? error.message.replace(/\.$/, '') : String(error));
      return undefined;
    }
  }

  private complain(what: string): void {
    const message = `${what}; the list is right, but it takes longer until the index can be kept again.`;
    this.problems = [...this.problems, { level: 'warning', message, where: this.index }];
  }

  /** Keeps a damaged index for a look, and begins a new one with the next write. */
  private setAside(error: unknown): void {
    const aside = `${this.index}.damaged`;
    try {
      renameSync(this.index, aside);
      for (const id of this.rows?.keys() ?? []) this.changed.add(id);
      const message = `The index was damaged (${reasonOf(error)}); it was set aside as ${aside} and is made again from the experiments.`;
      this.problems = [...this.problems, { level: 'information', message, where: this.index }];
    } catch (second) {
      if (errorCode(second) !== 'ENOENT')
        this.complain(`The index ${this.index} is damaged and could not be set aside (${reasonOf(second)})`);
    }
  }
}

/**
 * Reports whether a row is current. A run in progress changes outside its manifest, and a damaged one may have been
 * repaired there.
 */
function isCurrent(row: IndexRow | undefined, { mtime, size }: Stamp): boolean {
  if (row === undefined || row.entry.state === 'running' || row.entry.state === 'damaged') return false;
  return row.stamp.mtime === mtime && row.stamp.size === size;
}

function reasonOf(error: unknown): string {
  return errorCode(error) ?? (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}

/** Reports whether SQLite failed because of the disk, the memory or the system, not because of the file. */
function isRefusal(error: unknown): boolean {
  return (
    errorCode(error) !== undefined ||
    /unable to open|busy|locked|readonly|I\/O|full|out of memory|alloc|memory access/i.test(reasonOf(error))
  );
}
