import {
  applyRetention,
  type ExperimentStore,
  History,
  type HistoryEntry,
  type HistoryPage,
  type JudgedPrediction,
  judgedPredictions,
  previewRetention,
  type RetentionPreview,
  type RetentionResult,
  type RetentionRule,
} from '../../experiments/index.js';
import { endedRuns, type EndedRuns, removeRuns } from '../../workflows/runs/endedRuns.js';
import { leftFolders, removeLeft } from '../../workflows/runs/leftJobs.js';
import type { Bytes } from '../../base/units.js';
import type { Workspace } from '../project/workspace.js';

/** Until the list that was asked for is on its way, in milliseconds. */
const ANSWERED = 20;

interface HistoryList {
  readonly entries: readonly HistoryEntry[];
  /** Reasons why the list is incomplete. */
  readonly problems: readonly string[];
}

function listOf(pages: readonly HistoryPage[]): HistoryList {
  return {
    entries: pages.flatMap(({ entries }) => entries).sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0)),
    problems: pages.flatMap(({ problems }) => problems.map(({ message }) => message)),
  };
}

/** Effect of a rule on the experiments, and on the records of workflow runs. */
interface WholePreview {
  readonly experiments: RetentionPreview;
  readonly runs: Omit<EndedRuns, 'items'> & { readonly count: number };
}

/** The histories of all folders of the workspace as one. */
export class Histories {
  private readonly known = new Map<ExperimentStore, History>();

  /** @param onDifferent called when a list that `glance` gave has turned out to be older than the folders */
  constructor(
    private readonly workspace: Workspace,
    private readonly onDifferent: () => void,
  ) {}

  /**
   * As list, but the first time from the indices at once; folders are looked at afterwards. For showing only: what is
   * done to experiments needs `list`.
   */
  async glance(): Promise<HistoryList> {
    return listOf(
      await Promise.all(
        this.workspace.allStores.map(async (store) => {
          const history = this.of(store);
          const page = await history.glance();
          if (page !== undefined) this.verifyLater(history);
          return page ?? history.list();
        }),
      ),
    );
  }

  private verifyLater(history: History): void {
    setTimeout(() => {
      history.verify().then(
        (different) => {
          if (different) this.onDifferent();
        },
        // The next listing reports the problem.
        () => this.onDifferent(),
      );
    }, ANSWERED);
  }

  /** Kept predictions, compared with the runs that followed. @param entries of all folders */
  predictions(entries: readonly HistoryEntry[]): JudgedPrediction[] {
    return this.workspace.allStores
      .flatMap((store) =>
        judgedPredictions(
          store,
          entries.filter(({ folder }) => folder.startsWith(`${store.folder}/`)),
        ),
      )
      .toSorted((one, other) => other.created.localeCompare(one.created));
  }

  /** All experiments, newest first, and what makes the list less than it could be. */
  async list(): Promise<HistoryList> {
    return listOf(await Promise.all(this.workspace.allStores.map((store) => this.of(store).list())));
  }

  /** Returns the effect of a rule, also on ended workflow runs, and the obsolete data of jobs. */
  async previewRetention(rule: RetentionRule): Promise<WholePreview> {
    const { entries } = await this.list();
    const now = new Date();
    const each = this.workspace.allStores.map((store) => {
      const runs = endedRuns(store, entries, rule, now);
      return { runs, left: leftFolders(store, new Set(runs.items.map(({ id }) => id))) };
    });
    const sum = (sizes: readonly { readonly bytes: Bytes }[]): Bytes =>
      sizes.reduce((all, { bytes }) => all + bytes, 0);
    const items = each.flatMap(({ runs }) => runs.items);
    return {
      experiments: previewRetention(entries, rule, now, sum(each.flatMap(({ left }) => left))),
      runs: { count: items.length, bytes: sum(items), unclear: each.flatMap(({ runs }) => runs.unclear) },
    };
  }

  /** Applies a rule as previewed: a program's newest experiments are counted over all folders. */
  async applyRetention(rule: RetentionRule): Promise<RetentionResult> {
    const { entries } = await this.list();
    const now = new Date();
    const preview = previewRetention(entries, rule, now);
    const results = this.workspace.allStores.flatMap((store) => {
      const items = preview.items.filter(({ entry }) => entry.folder.startsWith(`${store.folder}/`));
      // Determined first: afterwards, runs that lost their experiments through this rule cannot be recognized.
      const runs = endedRuns(store, entries, rule, now);
      const experiments = applyRetention(store, { ...preview, items });
      return [experiments, removeRuns(store, runs, new Set(experiments.failed.map(({ id }) => id)))];
    });
    const left = this.workspace.allStores.map((store) => removeLeft(store, leftFolders(store)));
    return {
      done: results.flatMap(({ done }) => done),
      failed: results.flatMap(({ failed }) => failed),
      bytes: [...results.map(({ bytes }) => bytes), ...left].reduce((sum, bytes) => sum + bytes, 0),
    };
  }

  private of(store: ExperimentStore): History {
    const history = this.known.get(store) ?? new History(store);
    this.known.set(store, history);
    return history;
  }
}
