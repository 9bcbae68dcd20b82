import * as vscode from 'vscode';
import { TrimtabError } from '../../model/problem.js';
import {
  type CompareAction,
  compareAction,
  type CompareState,
  type ExportFormat,
} from '../../protocol/pages/compare.js';
import type { Engine } from '../client/engine.js';
import { PagePanel, type PageHome } from '../pages/panel.js';

type Groups = readonly (readonly string[])[];

/** Where it is kept which experiments are compared. */
const about = 'trimtab.compare.groups';

const languages: Readonly<Record<ExportFormat, string>> = { markdown: 'markdown', csv: 'plaintext', json: 'json' };

/** The page “Compare Experiments”. */
export class ComparePage implements vscode.Disposable {
  private readonly panel: PagePanel<CompareState, CompareAction>;

  constructor(
    private readonly home: PageHome,
    private readonly engine: Engine,
    private readonly open: (id: string) => Promise<void>,
  ) {
    this.panel = new PagePanel(home, {
      name: 'compare',
      title: 'Compare Experiments',
      actions: compareAction,
      handle: (action) => this.handle(action),
      state: async () => ({
        comparison: await engine.request('trimtab/compare', { groups: this.groups.map((group) => [...group]) }),
      }),
    });
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

  dispose(): void {
    this.panel.dispose();
  }

  private get groups(): Groups {
    return this.home.memory.get<Groups>(about, []);
  }

  private async about(groups: Groups): Promise<void> {
    await this.home.memory.update(about, groups);
  }

  private async handle(action: CompareAction): Promise<void> {
    switch (action.do) {
      case 'openPlace':
        await this.openPlace(action);
        return;
      case 'openExperiment':
        await this.open(action.id);
        return;
      case 'baseline': {
        const chosen = this.groups[action.group];
        await this.about([chosen, ...this.groups.filter((group) => group !== chosen)]);
        this.panel.refresh();
        return;
      }
      case 'export':
        await this.export(action.format);
    }
  }

  private async openPlace({ group, file, line }: Extract<CompareAction, { do: 'openPlace' }>): Promise<void> {
    const experiment = this.groups.at(group)?.at(0);
    if (experiment === undefined) return;
    const found = await this.engine.request('trimtab/locateIn', { experiment, file, line });
    if (found === null)
      throw new TrimtabError(
        `The source file ${file} was not found here; open the folder that holds it and try again.`,
      );
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(found.path));
    const selection = document.validateRange(new vscode.Range(found.line, 0, found.line, 0));
    await vscode.window.showTextDocument(document, { selection, viewColumn: vscode.ViewColumn.Beside });
  }

  /** As a new document, which the person may copy from or save where it is wanted. */
  private async export(format: ExportFormat): Promise<void> {
    const groups = this.groups.map((group) => [...group]);
    const { text } = await this.engine.request('trimtab/exportComparison', { groups, format });
    const document = await vscode.workspace.openTextDocument({ content: text, language: languages[format] });
    await vscode.window.showTextDocument(document);
  }
}
