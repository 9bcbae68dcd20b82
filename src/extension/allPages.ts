import * as vscode from 'vscode';
import type { Engine } from './client/engine.js';
import { ComparePage } from './compare/comparePage.js';
import type { CommandHandlers } from './commands/commandTable.js';
import { DynamicsPage } from './dynamics/dynamicsPage.js';
import { ExplorerPage } from './explorer/explorerPage.js';
import type { ErrorFunnel } from './errors.js';
import { HistoryPage } from './history/historyPage.js';
import { Links } from './links/links.js';
import type { EngineTasks } from './analyze/engineTasks.js';
import type { Results } from './results.js';
import type { Selections } from './selection/selections.js';
import { ScalabilityPage } from './scalability/scalabilityPage.js';
import { TimelineView } from './timeline/timelineView.js';
import { WorkflowInputs } from './workflows/inputs.js';
import { workflowCommands } from './workflows/workflowCommands.js';
import { WorkflowGraphEditor } from './workflows/workflowGraph.js';
import type { WorkflowRunsView } from './workflows/workflowRuns.js';
import { WhatIfPage } from './whatIf/whatIfPage.js';
import type { PageHome } from './pages/panel.js';

export interface PageParts {
  readonly engine: Engine;
  readonly results: Results;
  readonly tasks: EngineTasks;
  readonly errors: ErrorFunnel;
  readonly workflowRuns: WorkflowRunsView;
  readonly selections: Selections;
  /** The extension's folder. */
  readonly root: vscode.Uri;
  /** Keeps what the pages are about until the window is opened again. */
  readonly memory: vscode.Memento;
}

/** Every page, in a separate editor or in a view, and the links between them. */
export class AllPages implements vscode.Disposable {
  private readonly dynamics: DynamicsPage;
  private readonly explorer: ExplorerPage;
  private readonly history: HistoryPage;
  private readonly comparison: ComparePage;
  private readonly scalability: ScalabilityPage;
  private readonly workflows: WorkflowGraphEditor;
  private readonly timeline: TimelineView;
  private readonly whatIf: WhatIfPage;
  private readonly disposables: vscode.Disposable;

  constructor(private readonly parts: PageParts) {
    const { engine, results, tasks, errors, workflowRuns, selections, root, memory } = parts;
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
    const scalability = new ScalabilityPage(home, engine, results, open);
    const compare = new ComparePage(home, engine, results, open);
    this.scalability = scalability;
    this.comparison = compare;
    this.workflows = new WorkflowGraphEditor(home, engine, workflowRuns);
    this.timeline = new TimelineView(home, engine, results, selections);
    this.history = new HistoryPage(home, engine, results, {
      open,
      compare: (ids) => compare.show(ids),
      scalability: (ids) => scalability.show(ids),
      reproduce: async (id) => {
        await vscode.commands.executeCommand('trimtab.reproduceExperiment', id);
      },
    });
    this.explorer = new ExplorerPage(home, engine, results, selections);
    this.dynamics = new DynamicsPage(home, engine, results, selections, (id) => this.timeline.show(id));
    this.whatIf = new WhatIfPage(home, engine, results, selections, async (id, scenarios) => {
      const predicted = await tasks.run(vscode.l10n.t('Predicting the run'), (task, token) =>
        engine.request('trimtab/predictRun', { task, id, scenarios }, token),
      );
      await this.timeline.showPredicted(id, predicted);
    });
    this.disposables = vscode.Disposable.from(
      new Links(selections, errors, {
        findings: showFindings,
        timeline: async ({ experiment }, visible) => {
          await this.timeline.show(experiment, visible);
        },
        explorer: () => this.explorer.show(),
      }),
      this.dynamics,
      this.explorer,
      this.history,
      compare,
      scalability,
      this.workflows,
      this.timeline,
      this.whatIf,
    );
  }

  handlers(): Pick<
    CommandHandlers,
    'trimtab.openExplorer' | 'trimtab.showDynamics' | 'trimtab.showHistory' | 'trimtab.hideChanges'
  > &
    ReturnType<WhatIfPage['handlers']> &
    ReturnType<typeof workflowCommands> {
    const { engine, workflowRuns, memory } = this.parts;
    const inputs = new WorkflowInputs(memory);
    return {
      'trimtab.openExplorer': () => this.explorer.show(),
      ...this.dynamics.handlers(),
      ...this.whatIf.handlers(),
      'trimtab.showHistory': () => this.history.show(),
      'trimtab.hideChanges': () => this.comparison.hideChanges(),
      ...workflowCommands(engine, workflowRuns, this.workflows, inputs, (ids) => this.scalability.show(ids)),
    };
  }

  /** Shows when time is lost, unless the person does not want to see it. */
  revealTimeline(): Promise<void> {
    return this.timeline.reveal();
  }

  /** Shows groups of experiments side by side, the first as the baseline. */
  compare(groups: readonly (readonly string[])[]): Promise<void> {
    return this.comparison.showGroups(groups);
  }

  dispose(): void {
    this.disposables.dispose();
  }
}
