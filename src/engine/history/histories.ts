import {
  applyRetention,
  type ExperimentStore,
  History,
  type HistoryEntry,
  previewRetention,
  type RetentionResult,
  type RetentionRule,
} from '../../experiments/index.js';
import type { Workspace } from '../workspace.js';

/** The histories of all folders of the workspace as one. */
export class Histories {
  private readonly known = new Map<ExperimentStore, History>();

  constructor(private readonly workspace: Workspace) {}

  /** All experiments, newest first, and what makes the list less than it could be. */
  async list(): Promise<{ entries: HistoryEntry[]; problems: string[] }> {
    const pages = await Promise.all(this.workspace.allStores.map((store) => this.of(store).list()));
    return {
      entries: pages.flatMap(({ entries }) => entries).sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0)),
      problems: pages.flatMap(({ problems }) => problems.map(({ message }) => message)),
    };
  }

  /** Does what a rule says, as it was previewed: a program's newest are counted over all folders. */
  async applyRetention(rule: RetentionRule): Promise<RetentionResult> {
    const preview = previewRetention((await this.list()).entries, rule);
    const results = this.workspace.allStores.map((store) => {
      const items = preview.items.filter(({ entry }) => entry.folder.startsWith(`${store.folder}/`));
      return applyRetention(store, { ...preview, items });
    });
    return {
      done: results.flatMap(({ done }) => done),
      failed: results.flatMap(({ failed }) => failed),
      bytes: results.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  }

  private of(store: ExperimentStore): History {
    const history = this.known.get(store) ?? new History(store);
    this.known.set(store, history);
    return history;
  }
}
