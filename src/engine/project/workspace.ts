import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isInside } from '../../base/files/inside.js';
import { ExperimentStore, isIdentifier, type ExperimentSummary } from '../../experiments/index.js';
import { TrimtabError } from '../../base/problem.js';
import { projectsBelow } from './projectsBelow.js';
import { ShownExperiment } from './shownExperiment.js';
import type { PathMaps } from '../sources/pathMaps.js';
import { uriToPath } from '../sources/paths.js';

/**
 * The workspace folders, each with its store of experiments, and the stores of projects below them. The innermost folder
 * that contains a path is the path's.
 */
export class Workspace {
  private roots: readonly string[] = [];
  private stores: ExperimentStore[] = [];

  /**
   * @param log receives a message about a store that cannot be listed, once per listing
   * @param pathMaps path mappings set by the user
   */
  constructor(
    private readonly log: (text: string) => void,
    private readonly pathMaps: Pick<PathMaps, 'of'>,
  ) {}

  /** Sets the folders of the window; folders that are not local files are ignored. */
  setFolders(uris: readonly string[]): void {
    [this.roots, this.stores] = [[], []];
    this.changeFolders(uris, []);
  }

  /** Adds and removes folders while the window is open. */
  changeFolders(added: readonly string[], removed: readonly string[]): void {
    const gone = new Set(removed.map(uriToPath));
    const kept = this.roots.filter((root) => !gone.has(root));
    const fresh = added.map(uriToPath).filter((path) => path !== undefined);
    this.roots = [...new Set([...kept, ...fresh])];
    const known = this.stores.filter(({ project }) => this.roots.some((root) => isInside(root, project)));
    const own = this.roots.map((root) => this.storeAt(root));
    this.stores = [...own, ...known.filter((store) => !own.includes(store))];
    this.discover();
  }

  /** Takes up the stores of projects below the folders that are not known yet. */
  private discover(): void {
    for (const project of this.roots.flatMap(projectsBelow)) this.added(project);
  }

  private storeAt(project: string): ExperimentStore {
    return this.stores.find((store) => store.project === project) ?? new ExperimentStore(project);
  }

  get folders(): readonly string[] {
    return this.roots;
  }

  get allStores(): readonly ExperimentStore[] {
    return this.stores;
  }

  /**
   * Returns the store for an experiment about `path`: the innermost folder with a store that contains it, else the
   * first one. In a window without folders, it is the one that contains the file, which then counts as a folder of the
   * window.
   */
  storeFor(path: string): ExperimentStore {
    const containing = this.stores
      .filter((store) => isInside(store.project, path))
      .sort((a, b) => b.project.length - a.project.length);
    const store = containing.at(0) ?? this.stores.at(0);
    if (store !== undefined) return store;
    const folder = dirname(resolve(path));
    this.roots = [folder];
    return this.added(folder);
  }

  /**
   * Returns the store of a project, which is next to its configuration. @param configuration path of its `trimtab.yaml`
   */
  storeNextTo(configuration: string): ExperimentStore {
    const folder = dirname(resolve(configuration));
    return this.roots.some((root) => isInside(root, folder)) ? this.added(folder) : this.storeFor(configuration);
  }

  private added(project: string): ExperimentStore {
    const store = this.storeAt(project);
    if (!this.stores.includes(store)) this.stores.push(store);
    return store;
  }

  /** Returns all experiments, newest first. A store that cannot be read is skipped and logged. */
  list(): ExperimentSummary[] {
    this.discover();
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
   * The store that holds an experiment, or a predicted run.
   * @throws TrimtabError when no store has it
   */
  storeOf(id: string): ExperimentStore {
    if (isIdentifier(id)) {
      const isOwner = (candidate: ExperimentStore): boolean => this.has(candidate, id);
      const store = this.stores.find(isOwner) ?? this.predictions.find(isOwner);
      if (store !== undefined) return store;
    }
    throw new TrimtabError(
      `There is no experiment ${id} in this workspace; it may have been deleted: refresh the list.`,
    );
  }

  /**
   * An experiment to be shown.
   * @throws TrimtabError when there is none of this identifier, or it has no readable results
   */
  shown(id: string): ShownExperiment {
    const store = this.storeOf(id);
    const experiment = store.get(id);
    return new ShownExperiment(experiment, store.project, this.pathMaps.of(store.project, experiment.manifest.target));
  }

  /** Stores of predicted runs, which no list contains. */
  private get predictions(): ExperimentStore[] {
    return this.stores.map(({ predictedRuns }) => predictedRuns);
  }

  private has(store: ExperimentStore, id: string): boolean {
    return existsSync(join(store.folder, id));
  }
}
