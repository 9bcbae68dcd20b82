import * as vscode from 'vscode';
import type { Engine } from '../client/engine.js';
import { ComparePage } from '../compare/comparePage.js';
import type { CommandHandlers } from '../commands/commandTable.js';
import type { ErrorFunnel } from '../errors.js';
import { HistoryPage } from '../history/historyPage.js';
import type { Results } from '../results.js';
import { ScalabilityPage } from '../scalability/scalabilityPage.js';
import type { PageHome } from './panel.js';

export interface PageParts {
  readonly engine: Engine;
  readonly results: Results;
  readonly errors: ErrorFunnel;
  /** The extension's folder. */
  readonly root: vscode.Uri;
  /** Keeps what the pages are about until the window is opened again. */
  readonly memory: vscode.Memento;
}

/** Every page that stands in an editor of its own, and how they lead to one another. */
export class AllPages implements vscode.Disposable {
  private readonly history: HistoryPage;
  private readonly disposables: vscode.Disposable;

  constructor({ engine, results, errors, root, memory }: PageParts) {
    const home: PageHome = {
      bundles: vscode.Uri.joinPath(root, 'dist', 'webviews'),
      icon: {
        light: vscode.Uri.joinPath(root, 'media', 'page-light.svg'),
        dark: vscode.Uri.joinPath(root, 'media', 'page-dark.svg'),
      },
      errors,
      memory,
    };
    const showFindings = async () => {
      await vscode.commands.executeCommand('trimtab.findings.focus');
    };
    const open = async (id: string) => {
      await engine.request('trimtab/selectExperiment', { id });
      await showFindings();
    };
    const scalability = new ScalabilityPage(home, engine, open);
    const compare = new ComparePage(home, engine, open);
    this.history = new HistoryPage(home, engine, results, {
      open,
      compare: (ids) => compare.show(ids),
      scalability: (ids) => scalability.show(ids),
    });
    this.disposables = vscode.Disposable.from(this.history, compare, scalability);
  }

  handlers(): Pick<CommandHandlers, 'trimtab.showHistory'> {
    return { 'trimtab.showHistory': () => this.history.show() };
  }

  dispose(): void {
    this.disposables.dispose();
  }
}
