import * as vscode from 'vscode';
import type { Engine } from '../client/engine.js';
import { ComparePage } from '../compare/comparePage.js';
import type { CommandHandlers } from '../commands/commandTable.js';
import type { ErrorFunnel } from '../errors.js';
import { HistoryPage } from '../history/historyPage.js';
import type { Results } from '../results.js';
import { ScalabilityPage } from '../scalability/scalabilityPage.js';
import { workflowCommands } from '../workflows/workflowCommands.js';
import { WorkflowGraphEditor } from '../workflows/workflowGraph.js';
import type { WorkflowRunsView } from '../workflows/workflowRuns.js';
import type { PageHome } from './panel.js';

export interface PageParts {
  readonly engine: Engine;
  readonly results: Results;
  readonly errors: ErrorFunnel;
  readonly workflowRuns: WorkflowRunsView;
  /** The extension's folder. */
  readonly root: vscode.Uri;
  /** Keeps what the pages are about until the window is opened again. */
  readonly memory: vscode.Memento;
}

/** Every page that stands in an editor of its own, and how they lead to one another. */
export class AllPages implements vscode.Disposable {
  private readonly history: HistoryPage;
  private readonly workflows: WorkflowGraphEditor;
  private readonly disposables: vscode.Disposable;

  constructor(private readonly parts: PageParts) {
    const { engine, results, errors, workflowRuns, root, memory } = parts;
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
    this.workflows = new WorkflowGraphEditor(home, engine, workflowRuns);
    this.history = new HistoryPage(home, engine, results, {
      open,
      compare: (ids) => compare.show(ids),
      scalability: (ids) => scalability.show(ids),
    });
    this.disposables = vscode.Disposable.from(this.history, compare, scalability, this.workflows);
  }

  handlers(): Pick<CommandHandlers, 'trimtab.showHistory'> & ReturnType<typeof workflowCommands> {
    const { engine, workflowRuns } = this.parts;
    return {
      'trimtab.showHistory': () => this.history.show(),
      ...workflowCommands(engine, workflowRuns, this.workflows),
    };
  }

  dispose(): void {
    this.disposables.dispose();
  }
}
