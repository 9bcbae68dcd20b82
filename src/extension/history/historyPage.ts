import * as vscode from 'vscode';
import { TrimtabError } from '../../base/problem.js';
import { counted } from '../../base/text.js';
import {
  type HistoryAction,
  historyPage,
  type HistoryRow,
  type HistoryState,
  type HistoryView,
  newestFirst,
  type PageRule,
} from '../../protocol/pages/history.js';
import type { Engine } from '../client/engine.js';
import { PagePanel, type PageHome } from '../pages/panel.js';
import type { Results } from '../results.js';
import { askNote, askRename, askTags, confirmDelete } from './questions.js';
import { retentionQuestion } from './retentionQuestion.js';

/** Links of the page to other pages. */
export interface HistoryLinks {
  /** Shows an experiment's findings and marks. */
  readonly open: (id: string) => Promise<void>;
  readonly compare: (ids: readonly string[]) => Promise<void>;
  readonly scalability: (ids: readonly string[]) => Promise<void>;
  /** Runs an experiment again and compares. */
  readonly reproduce: (id: string) => Promise<void>;
}

/** Data of all experiments that does not depend on the view. */
type Followed = Pick<HistoryState, 'trend' | 'predictions'>;

/** The page “Experiment History”. */
export class HistoryPage implements vscode.Disposable {
  private readonly panel: PagePanel<HistoryState, HistoryAction>;
  private readonly disposables: vscode.Disposable;
  private trend = { measure: 'totalTime', place: '' };
  /** As long as no experiment changed: searching the list must not cost it. */
  private followed: Promise<Followed> | undefined;
  private preview: HistoryState['preview'] = null;
  private view: HistoryView = newestFirst;
  /** Rows of the page, and ticked ones. */
  private rows: readonly HistoryRow[] = [];

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
      answers: {},
    });
    this.disposables = vscode.Disposable.from(
      this.panel,
      results.onDidChange(() => {
        this.followed = undefined;
        this.panel.refresh();
      }),
    );
  }

  show(): Promise<void> {
    this.followed = undefined;
    return this.panel.show();
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private async state(): Promise<HistoryState> {
    const { view } = this;
    const [window, followed] = await Promise.all([this.engine.request('trimtab/history', view), this.follow()]);
    this.rows = [...window.groups.flatMap(({ rows }) => rows), ...window.ticked];
    return {
      view,
      window,
      selected: this.results.state.selected?.id ?? null,
      ...followed,
      preview: this.preview,
      trusted: vscode.workspace.isTrusted,
    };
  }

  private follow(): Promise<Followed> {
    const followed = this.followed ?? this.request();
    this.followed = followed;
    followed.catch(() => {
      if (this.followed === followed) this.followed = undefined;
    });
    return followed;
  }

  private async request(): Promise<Followed> {
    const [trend, { predictions }] = await Promise.all([
      this.engine.request('trimtab/trend', this.trend),
      this.engine.request('trimtab/judgedPredictions', { id: null }),
    ]);
    return { trend, predictions };
  }

  private async handle(action: HistoryAction): Promise<void> {
    switch (action.do) {
      case 'view':
        this.view = action.view;
        this.panel.refresh();
        return;
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
        this.followed = undefined;
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
      case 'dropPrediction':
        await this.engine.request('trimtab/dropPrediction', { id: action.id, created: action.created });
        return;
      case 'baseline':
        await this.engine.request('trimtab/starExperiment', { id: action.id, on: action.on });
        return;
      default:
        return this.change(action);
    }
  }

  private async applyRetention(rule: PageRule): Promise<void> {
    const { question, detail, button } = retentionQuestion(rule, this.preview?.result);
    if (!(await confirmDelete(question, detail, button))) return;
    const { failed } = await this.engine.request('trimtab/applyRetention', { rule });
    this.preview = null;
    this.panel.refresh();
    const [first] = failed;
    if (first !== undefined)
      throw new TrimtabError(vscode.l10n.t('{0} could not be changed: {1}', failed.length, first.problem));
  }

  /** Applies a change that needs confirmation. */
  private async change(
    action: Exclude<
      HistoryAction,
      {
        do:
          | 'view'
          | 'open'
          | 'compare'
          | 'scalability'
          | 'reproduce'
          | 'trend'
          | 'previewRetention'
          | 'applyRetention'
          | 'dropPrediction'
          | 'baseline';
      }
    >,
  ): Promise<void> {
    switch (action.do) {
      case 'editTags': {
        const chosen = [...new Map(this.rows.map((row) => [row.id, row])).values()].filter(({ id }) =>
          action.ids.includes(id),
        );
        const changes = await askTags(chosen);
        for (const { id, tags } of changes) await this.engine.request('trimtab/tagExperiment', { id, tags });
        return;
      }
      case 'editNote':
      case 'rename': {
        const entry = this.rows.find(({ id }) => id === action.id);
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
        const detail = vscode.l10n.t('Their folders and all files in them are removed.');
        if (await confirmDelete(vscode.l10n.t('Delete {0}?', counted(action.ids.length, 'experiment')), detail))
          for (const id of action.ids) await this.engine.request('trimtab/deleteExperiment', { id });
        return;
      }
    }
  }
}
