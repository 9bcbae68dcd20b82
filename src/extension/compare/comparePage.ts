import * as vscode from 'vscode';
import { TrimtabError } from '../../base/problem.js';
import { memoryKey } from '../../protocol/pages/declaration.js';
import {
  type CompareAction,
  comparePage,
  type CompareQuestions,
  type CompareState,
  type CompareView,
  type ExportFormat,
  largestFirst,
} from '../../protocol/pages/compare.js';
import type { Engine } from '../client/engine.js';
import { PagePanel, type PageHome } from '../pages/panel.js';
import { saveFile } from '../pages/saveFile.js';
import { isInSight, showToSide, showLocationToSide } from '../pages/showToSide.js';
import type { Results } from '../results.js';
import { changeTreeOf } from './changeTree.js';
import { rankValuesOf } from './rankValues.js';

type Groups = readonly (readonly string[])[];

/** Key of the compared experiments in storage. */
const about = memoryKey(comparePage, 'groups');

const languages: Readonly<Record<Exclude<ExportFormat, 'html'>, string>> = {
  markdown: 'markdown',
  csv: 'plaintext',
  json: 'json',
};

/** The page “Compare Experiments”. */
export class ComparePage implements vscode.Disposable {
  private readonly panel: PagePanel<CompareState, CompareAction, CompareQuestions>;
  private readonly disposables: vscode.Disposable;
  private view: CompareView = largestFirst;

  constructor(
    private readonly home: PageHome,
    private readonly engine: Engine,
    private readonly results: Results,
    private readonly open: (id: string) => Promise<void>,
  ) {
    const source = { engine, compareAgain: () => this.compareAgain() };
    this.panel = new PagePanel(home, {
      ...comparePage,
      handle: (action) => this.handle(action),
      state: () => this.state(),
      answers: {
        rankValues: (cell, signal) => rankValuesOf(source, cell, signal),
        changeTree: (ask) => changeTreeOf(source, ask),
      },
    });
    let shown = this.onLines;
    this.disposables = vscode.Disposable.from(
      this.panel,
      results.onDidChange(() => {
        void vscode.commands.executeCommand('setContext', 'trimtab.changesShown', results.state.onLines !== undefined);
        // Comparing is work; only the button has to know.
        if (shown !== this.onLines) this.panel.refresh();
        shown = this.onLines;
      }),
    );
  }

  /** Compares experiments; repeats among them are taken together. */
  async show(ids: readonly string[]): Promise<void> {
    await this.showGroups(await this.engine.request('trimtab/groupRepeats', { ids: [...ids] }));
  }

  /** Compares groups of experiments with the first of them. */
  async showGroups(groups: Groups): Promise<void> {
    await this.about(groups);
    await this.panel.show();
  }

  /** Shows marks again on lines that showed changes. */
  async hideChanges(): Promise<void> {
    await this.engine.request('trimtab/showChanges', { sides: null });
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private async state(): Promise<CompareState> {
    const { view } = this;
    const groups = this.groups.map((group) => [...group]);
    return { view, comparison: await this.engine.request('trimtab/compare', { groups, view }), onLines: this.onLines };
  }

  /** Shows what the experiments are now. @returns the identifier of the comparison */
  private async compareAgain(): Promise<string> {
    const { view } = this;
    const groups = this.groups.map((group) => [...group]);
    const { id } = await this.engine.request('trimtab/compare', { groups, view });
    this.panel.refresh();
    return id;
  }

  /** The group whose changes are shown on the lines. */
  private get onLines(): number | null {
    const { onLines: changes } = this.results.state;
    if (changes?.is !== 'changes' || !same(this.groups.at(0), changes.before)) return null;
    const group = this.groups.findIndex((ids, index) => index > 0 && same(ids, changes.after));
    return group < 0 ? null : group;
  }

  private get groups(): Groups {
    return this.home.memory.get<Groups>(about, []);
  }

  private async about(groups: Groups): Promise<void> {
    await this.home.memory.update(about, groups);
  }

  private async handle(action: CompareAction): Promise<void> {
    switch (action.do) {
      case 'view':
        this.view = action.view;
        this.panel.refresh();
        return;
      case 'openPlace':
        await this.openPlace(action);
        return;
      case 'openExperiment':
        await this.open(action.id);
        return;
      case 'baseline': {
        const chosen = this.groups[action.group];
        if (chosen === undefined) return;
        await this.about([chosen, ...this.groups.filter((group) => group !== chosen)]);
        this.panel.refresh();
        return;
      }
      case 'showOnLines':
        await this.showOnLines(action.group);
        return;
      case 'export':
        await this.export(action.format);
    }
  }

  private async openPlace({ group, file, line }: Extract<CompareAction, { do: 'openPlace' }>): Promise<void> {
    const experiment = this.groups.at(group)?.at(0);
    if (experiment === undefined) return;
    await showLocationToSide(this.engine, experiment, { file, line });
  }

  /** Puts changes on the lines, and shows where the largest one is unless that file is in sight already. */
  private async showOnLines(group: number | null): Promise<void> {
    if (group === null) return this.hideChanges();
    const [before, after] = [this.groups.at(0), this.groups.at(group)];
    if (before === undefined || after === undefined) return;
    const sides = { before: [...before], after: [...after] };
    const largest = await this.engine.request('trimtab/showChanges', { sides });
    if (largest === null)
      throw new TrimtabError(vscode.l10n.t('These runs lose no time on lines of the available sources.'));
    if (!isInSight(largest.path)) await showToSide(largest);
  }

  /** As a new document, which the person may copy from or save where it is wanted; a web page is for browsers, and saved. */
  private async export(format: ExportFormat): Promise<void> {
    const groups = this.groups.map((group) => [...group]);
    const { text } = await this.engine.request('trimtab/exportComparison', { groups, format });
    if (format === 'html') return saveFile({ kind: format, text }, 'comparison');
    const document = await vscode.workspace.openTextDocument({ content: text, language: languages[format] });
    await vscode.window.showTextDocument(document);
  }
}

function same(a: readonly string[] | undefined, b: readonly string[]): boolean {
  return a?.join(' ') === b.join(' ');
}
