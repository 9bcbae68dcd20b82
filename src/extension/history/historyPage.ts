import * as vscode from 'vscode';
import { TrimtabError } from '../../base/problem.js';
import { counted } from '../../base/text.js';
import {
  type HistoryAction,
  type HistoryEntry,
  historyPage,
  type HistoryState,
  type PageRule,
} from '../../protocol/pages/history.js';
import type { Engine } from '../client/engine.js';
import { PagePanel, type PageHome } from '../pages/panel.js';
import type { Results } from '../results.js';
import { askNote, askRename, askTags, confirmDelete } from './questions.js';

/** What the page leads to. */
export interface HistoryLinks {
  /** Shows an experiment's findings and marks. */
  readonly open: (id: string) => Promise<void>;
  readonly compare: (ids: readonly string[]) => Promise<void>;
  readonly scalability: (ids: readonly string[]) => Promise<void>;
  /** Runs an experiment again and compares. */
  readonly reproduce: (id: string) => Promise<void>;
}

/** The page “Experiment History”. */
export class HistoryPage implements vscode.Disposable {
  private readonly panel: PagePanel<HistoryState, HistoryAction>;
  private readonly disposables: vscode.Disposable;
  private trend = { measure: 'totalTime', place: '' };
  private preview: HistoryState['preview'] = null;
  private entries: readonly HistoryEntry[] = [];

  constructor(
    home: PageHome,
    private readonly engine: Engine,
    private readonly results: Results,
    private readonly links: HistoryLinks,
  ) {
    this.panel = new PagePanel(home, {
      ...historyPage,
      handle: (action) => this.handle(action),
      state: () => this.state(),
    });
    this.disposables = vscode.Disposable.from(
      this.panel,
      results.onDidChange(() => this.panel.refresh()),
    );
  }

  show(): Promise<void> {
    return this.panel.show();
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private async state(): Promise<HistoryState> {
    const [{ entries, problems }, trend] = await Promise.all([
      this.engine.request('trimtab/history', null),
      this.engine.request('trimtab/trend', this.trend),
    ]);
    this.entries = entries;
    return {
      entries,
      selected: this.results.state.selected?.id ?? null,
      trend,
      preview: this.preview,
      problems,
      trusted: vscode.workspace.isTrusted,
    };
  }

  private async handle(action: HistoryAction): Promise<void> {
    switch (action.do) {
      case 'open':
        return this.links.open(action.id);
      case 'compare':
        return this.links.compare(action.ids);
      case 'scalability':
        return this.links.scalability(action.ids);
      case 'reproduce':
        return this.links.reproduce(action.id);
      case 'trend':
        this.trend = { measure: action.measure, place: action.place };
        this.panel.refresh();
        return;
      case 'previewRetention':
        this.preview = {
          rule: action.rule,
          result: await this.engine.request('trimtab/previewRetention', { rule: action.rule }),
        };
        this.panel.refresh();
        return;
      case 'applyRetention':
        return this.applyRetention(action.rule);
      case 'baseline':
        await this.engine.request('trimtab/starExperiment', { id: action.id, on: action.on });
        return;
      default:
        return this.change(action);
    }
  }

  private async applyRetention(rule: PageRule): Promise<void> {
    const count = counted(this.preview?.result.items.length ?? 0, 'experiment');
    const drop = rule.action === 'drop traces';
    const question = drop ? `Remove the traces of ${count}?` : `Delete ${count}?`;
    const detail = drop
      ? 'Results, sources and logs are kept; a trace cannot be analysed again.'
      : 'Their folders are removed with all they hold.';
    if (!(await confirmDelete(question, detail, drop ? 'Remove Traces' : 'Delete'))) return;
    const { failed } = await this.engine.request('trimtab/applyRetention', { rule });
    this.preview = null;
    this.panel.refresh();
    const [first] = failed;
    if (first !== undefined)
      throw new TrimtabError(`${counted(failed.length, 'experiment')} could not be changed: ${first.problem}`);
  }

  /** What asks the person first. */
  private async change(
    action: Exclude<
      HistoryAction,
      {
        do:
          | 'open'
          | 'compare'
          | 'scalability'
          | 'reproduce'
          | 'trend'
          | 'previewRetention'
          | 'applyRetention'
          | 'baseline';
      }
    >,
  ): Promise<void> {
    switch (action.do) {
      case 'editTags': {
        const chosen = this.entries.filter(({ id }) => action.ids.includes(id));
        const changes = await askTags(chosen);
        for (const { id, tags } of changes) await this.engine.request('trimtab/tagExperiment', { id, tags });
        return;
      }
      case 'editNote':
      case 'rename': {
        const entry = this.entries.find(({ id }) => id === action.id);
        if (entry === undefined) return;
        const { id } = entry;
        if (action.do === 'rename') {
          const name = await askRename(entry.name);
          if (name !== undefined) await this.engine.request('trimtab/renameExperiment', { id, name });
        } else {
          const note = await askNote(entry.name, entry.note ?? '');
          if (note !== undefined) await this.engine.request('trimtab/annotateExperiment', { id, note });
        }
        return;
      }
      case 'delete': {
        const detail = 'Their folders are removed with all they hold.';
        if (await confirmDelete(`Delete ${counted(action.ids.length, 'experiment')}?`, detail))
          for (const id of action.ids) await this.engine.request('trimtab/deleteExperiment', { id });
        return;
      }
    }
  }
}
