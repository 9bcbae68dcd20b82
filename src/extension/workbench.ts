import * as vscode from 'vscode';
import { type AnalyzeParts, analyzeCommands, openTrace } from './analyze/analyzeCommands.js';
import { MeasurementEditor } from './analyze/measurementEditor.js';
import { EngineTasks } from './analyze/engineTasks.js';
import { lensOfNewConfigurations } from './configuration/newConfiguration.js';
import { Status } from './analyze/status.js';
import type { TestingApi, TrimtabApi } from './api.js';
import { offerAssistantTools } from './assistants/assistantTools.js';
import { EngineClient } from './client/engineClient.js';
import type { CommandHandlers } from './commands/commandTable.js';
import { registerCommands } from './commands/register.js';
import { LineMarks } from './decorations/lineMarks.js';
import { markCommands } from './decorations/markCommands.js';
import { ErrorFunnel } from './errors.js';
import { experimentCommands } from './experiments/experimentCommands.js';
import { exportCommand } from './experiments/exportCommand.js';
import { representativesCommand } from './experiments/representativesCommand.js';
import { reproduceCommand } from './experiments/reproduceCommand.js';
import { ExperimentsView } from './experiments/experimentsView.js';
import { explainPropertyCommand } from './findings/explainProperty.js';
import { FindingsView } from './findings/findingsView.js';
import { locateSourceCommand } from './findings/locateSource.js';
import { showFindingCommand } from './findings/showFinding.js';
import { liveCommands } from './live/liveCommands.js';
import { LiveView } from './live/liveView.js';
import { Notifier } from './notifier.js';
import { AllPages } from './allPages.js';
import { Results } from './results.js';
import { LineRanges } from './ranges/lineRanges.js';
import { FollowLine } from './selection/followLine.js';
import { Selections } from './selection/selections.js';
import { openLog, PlainOutput } from './shown/channels.js';
import { evaluatePropertyCommand } from './findings/evaluateProperty.js';
import { selectFunctionCommands } from './findings/selectFunction.js';
import { targetCommands } from './targets/targetCommands.js';
import { TargetsView } from './targets/targetsView.js';
import { WorkflowRunsView } from './workflows/workflowRuns.js';

/** Everything Trimtab has in one window: the features, each given by hand what it needs. */
export class Workbench implements vscode.Disposable {
  private readonly log = openLog(vscode.l10n.t('Trimtab Log'));
  private readonly output = new PlainOutput('Trimtab');
  private readonly notifier = new Notifier(this.log);
  private readonly errors = new ErrorFunnel(this.notifier, this.log, this.output);
  private readonly engine: EngineClient;
  private readonly results: Results;
  private readonly selections: Selections;
  private readonly followLine: FollowLine;
  private readonly experiments: ExperimentsView;
  private readonly findings: FindingsView;
  private readonly targets: TargetsView;
  private readonly live: LiveView;
  private readonly workflowRuns: WorkflowRunsView;
  private readonly marks: LineMarks;
  private readonly ranges: LineRanges;
  private readonly parts: AnalyzeParts;
  private readonly propertyPages: vscode.Uri;
  private readonly pages: AllPages;
  private readonly disposables: vscode.Disposable;

  /**
   * @param root the extension's folder
   * @param memory what is kept for this workspace
   */
  constructor(root: vscode.Uri, memory: vscode.Memento) {
    const inside = (...path: string[]) => vscode.Uri.joinPath(root, ...path);
    const files = {
      module: inside('dist', 'engine.cjs').fsPath,
      probeFolder: inside('dist', 'probe').fsPath,
      askpass: inside('dist', 'askpass.cjs').fsPath,
    };
    this.propertyPages = inside('src', 'properties');
    this.engine = new EngineClient(files, this.notifier, this.log);
    this.results = new Results(this.engine, this.errors);
    this.selections = new Selections(this.engine, this.errors);
    this.followLine = new FollowLine(this.engine, this.selections, this.errors);
    this.experiments = new ExperimentsView(this.results);
    this.findings = new FindingsView(this.results, this.engine, this.selections, this.errors);
    this.targets = new TargetsView(this.engine, this.errors);
    this.live = new LiveView(this.engine, this.errors);
    this.marks = new LineMarks(this.engine, this.errors, inside('media'));
    this.ranges = new LineRanges(this.engine, this.errors);
    this.workflowRuns = new WorkflowRunsView(this.engine, this.errors, this.notifier);
    const { engine, results, errors, workflowRuns, selections } = this;
    const status = new Status(results);
    const tasks = new EngineTasks(engine, this.findings.tree, status, this.output);
    this.pages = new AllPages({ engine, results, tasks, errors, workflowRuns, selections, root, memory });
    this.parts = {
      engine: this.engine,
      tasks,
      results: this.results,
      findings: this.findings,
      revealTimeline: () => this.pages.revealTimeline(),
      notifier: this.notifier,
      errors: this.errors,
    };
    // Later ones use earlier ones, so they go first.
    this.disposables = vscode.Disposable.from(
      registerCommands(this.handlers(), this.errors),
      this.watchSettings(),
      offerAssistantTools(this.engine),
      tasks,
      lensOfNewConfigurations(),
      status,
      this.pages,
      new MeasurementEditor(this.parts),
      this.workflowRuns,
      this.marks,
      this.ranges,
      this.targets,
      this.live,
      this.findings,
      this.experiments,
      this.followLine,
      this.selections,
      this.results,
      this.engine,
      this.notifier,
      this.output,
      this.log,
    );
  }

  /** Starts the engine; never rejects. */
  start(): Promise<void> {
    return this.engine.start();
  }

  /** Ends the engine before the window closes. */
  stop(): Promise<void> {
    return this.engine.stop();
  }

  /** @param ready when the first engine answers; given only while tests run, and adds what tests look at */
  api(ready?: Promise<void>): TrimtabApi {
    return {
      version: 1,
      onDidChangeExperiments: this.results.onDidChange,
      experiments: () => this.results.allExperiments(),
      report: async () => (await this.engine.request('trimtab/report', null))?.report,
      openTrace: (path) => openTrace(this.parts, path),
      query: (experiment, kind, ask, signal) => this.engine.query(experiment, kind, ask, signal),
      ...(ready === undefined ? {} : { testing: this.testing(ready) }),
    };
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private handlers(): CommandHandlers {
    return {
      ...analyzeCommands(this.parts),
      ...experimentCommands(this.engine, this.results),
      ...showFindingCommand(this.engine, this.findings, this.notifier, this.selections),
      ...this.findings.handlers(),
      ...this.selections.handlers(),
      ...this.followLine.handlers(),
      ...locateSourceCommand(this.engine, this.notifier),
      ...exportCommand(this.engine, this.results, this.notifier),
      ...representativesCommand(this.parts),
      ...reproduceCommand(this.parts, (groups) => this.pages.compare(groups)),
      ...explainPropertyCommand(this.engine, this.propertyPages),
      ...this.pages.handlers(),
      ...selectFunctionCommands(this.engine, this.findings),
      ...evaluatePropertyCommand(this.engine, this.notifier),
      ...targetCommands(this.engine, this.targets),
      ...this.ranges.handlers(),
      ...liveCommands(this.live),
      ...markCommands(this.marks),
      'trimtab.refresh': async () => {
        this.marks.refresh(null);
        await Promise.all([this.results.refresh(), this.targets.refresh(), this.workflowRuns.refresh()]);
      },
      'trimtab.restartEngine': () => this.engine.restart(),
      'trimtab.showLog': () => {
        this.log.show(true);
        return Promise.resolve();
      },
      'trimtab.showOutput': () => {
        this.output.show();
        return Promise.resolve();
      },
    };
  }

  private watchSettings(): vscode.Disposable {
    return vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('trimtab.codeLens')) this.engine.refreshLenses();
      if (change.affectsConfiguration('trimtab.targets'))
        this.errors.watchQuietly(this.targets.refresh(), 'Reading the targets');
    });
  }

  private testing(ready: Promise<void>): TestingApi {
    return {
      ready,
      trees: {
        findings: this.findings.tree,
        experiments: this.experiments.tree,
        targets: this.targets.tree,
        live: this.live.tree,
        workflowRuns: this.workflowRuns.tree,
      },
      marks: (uri) => this.marks.marksOf(uri),
      selection: () => this.selections.current,
      onDidPaint: this.marks.onDidPaint,
      onDidShowMessage: this.notifier.onDidShow,
      onDidStartEngine: this.engine.onDidStart,
      engineProcess: () => this.engine.processId,
    };
  }
}
