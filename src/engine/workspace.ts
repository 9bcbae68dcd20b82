import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ExperimentStore, isIdentifier, pathInside, type ExperimentSummary } from '../experiments/index.js';
import { TrimtabError } from '../model/problem.js';
import { uriToPath } from './sources/paths.js';

/** The workspace folders, each with its store of experiments. The first folder that contains a path is the path's. */
export class Workspace {
  private stores: ExperimentStore[] = [];

  /** @param log told of a store that cannot be listed, once per listing */
  constructor(private readonly log: (text: string) => void) {}

  /** Takes over the folders of the window; folders that are not local files are left out. */
  setFolders(uris: readonly string[]): void {
    this.stores = [];
    this.changeFolders(uris, []);
  }

  /** Adds and removes folders while the window is open. */
  changeFolders(added: readonly string[], removed: readonly string[]): void {
    const gone = new Set(removed.map(uriToPath));
    const kept = this.stores.filter((store) => !gone.has(store.project));
    const fresh = added
      .map(uriToPath)
      .filter((path) => path !== undefined)
      .filter((path) => kept.every((store) => store.project !== path))
      .map((path) => new ExperimentStore(path));
    this.stores = [...kept, ...fresh];
  }

  get folders(): readonly string[] {
    return this.stores.map((store) => store.project);
  }

  get allStores(): readonly ExperimentStore[] {
    return this.stores;
  }

  /**
   * Where an experiment about `path` is kept: the workspace folder that contains it, else the first one; in a window
   * without folders the one that holds the file, which then counts as a folder of the window.
   */
  storeFor(path: string): ExperimentStore {
    const containing = this.stores.find((store) => contains(store.project, path)) ?? this.stores.at(0);
    if (containing !== undefined) return containing;
    const store = new ExperimentStore(dirname(resolve(path)));
    this.stores.push(store);
    return store;
  }

  /** All experiments, newest first. A store that cannot be read is left out and logged. */
  list(): ExperimentSummary[] {
    return this.stores
      .flatMap((store) => {
        try {
          return store.list();
        } catch (error) {
          if (!(error instanceof TrimtabError)) throw error;
          this.log(error.message);
          return [];
        }
      })
      .sort((a, b) => Date.parse(b.created) - Date.parse(a.created) || b.id.localeCompare(a.id));
  }

  /**
   * The store that holds an experiment.
   * @throws TrimtabError when no store has it
   */
  storeOf(id: string): ExperimentStore {
    const store = isIdentifier(id) ? this.stores.find((candidate) => this.has(candidate, id)) : undefined;
    if (store !== undefined) return store;
    throw new TrimtabError(
      `There is no experiment ${id} in this workspace; it may have been deleted: refresh the list.`,
    );
  }

  private has(store: ExperimentStore, id: string): boolean {
    return existsSync(join(store.folder, id));
  }
}

function contains(folder: string, path: string): boolean {
  return folder === path || pathInside(folder, path) !== undefined;
}
