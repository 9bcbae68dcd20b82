import * as vscode from 'vscode';
import { plainName } from '../../base/plainText.js';
import type { Notifications } from '../../protocol/messages.js';
import type { WorkflowRunSummary } from '../../protocol/workflows.js';
import type { Engine } from '../client/engine.js';
import type { ErrorFunnel } from '../errors.js';
import type { Action, Notifier } from '../notifier.js';
import { RowTree } from '../views/rowTree.js';
import { Questions } from './questions.js';
import { workflowRunRows } from './workflowRunRows.js';

/** The Workflow Runs view; it also forwards questions of runs, and reports when one has ended. */
export class WorkflowRunsView implements vscode.Disposable {
  readonly tree = new RowTree('trimtab.workflowRuns');
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly questions: Questions;
  private readonly disposables: vscode.Disposable;
  private current: readonly WorkflowRunSummary[] = [];
  private known: ReadonlySet<string> | undefined;

  /** Fires when runs were added, continued or ended. */
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly engine: Engine,
    errors: ErrorFunnel,
    notifier: Notifier,
  ) {
    this.questions = new Questions(engine, errors);
    const refresh = () => errors.watchQuietly(this.refresh(), 'Reading the workflow runs');
    this.disposables = vscode.Disposable.from(
      this.tree,
      this.changed,
      engine.onDidStart(refresh),
      engine.on('trimtab/workflowRunsChanged', refresh),
      engine.on('trimtab/workflowEnded', (end) =>
        errors.watchQuietly(this.tellEnd(end, notifier), 'Reading the workflow runs'),
      ),
    );
  }

  /** Newest first. */
  get runs(): readonly WorkflowRunSummary[] {
    return this.current;
  }

  async refresh(): Promise<void> {
    const before = this.known;
    this.current = await this.engine.request('trimtab/workflowRuns', null);
    this.known = new Set(this.current.map((run) => run.id));
    const rows = workflowRunRows(this.current, Date.now());
    this.tree.show(rows);
    this.questions.ask(this.current);
    this.changed.fire();
    // A run that begins comes into sight, wherever it was started; those of earlier days do not push themselves in.
    const begun = rows.find((row) => row.expanded === true && before?.has(row.id) === false);
    if (begun !== undefined) await this.tree.reveal(begun, { expand: true });
  }

  /** Reports that a run has ended, and offers its main result. */
  private async tellEnd(end: Notifications['trimtab/workflowEnded'], notifier: Notifier): Promise<void> {
    await this.refresh();
    const { id, name, state, sentence } = end;
    const run = this.current.find((candidate) => candidate.id === id);
    const show = (state === 'succeeded' ? resultOf(run) : undefined) ?? {
      title: vscode.l10n.t('Show'),
      run: () => vscode.commands.executeCommand('trimtab.workflowRuns.focus'),
    };
    const level = state === 'failed' ? 'warning' : 'information';
    const reason = sentence === '' ? '' : `: ${sentence}`;
    notifier.tell(
      level,
      vscode.l10n.t('The workflow “{0}” {1}{2}{3}', plainName(name), state, reason, reason.endsWith('.') ? '' : '.'),
      show,
    );
  }

  dispose(): void {
    this.disposables.dispose();
  }
}

/** Returns the main result of a run, if any. */
function resultOf(run: WorkflowRunSummary | undefined): Action | undefined {
  if (run === undefined) return undefined;
  const by = (title: string, command: string): Action => ({
    title,
    run: () => vscode.commands.executeCommand(command, { workflowRun: run }),
  });
  if (run.series.length > 0) return by(vscode.l10n.t('Show Chart'), 'trimtab.showScalability');
  return run.table === undefined ? undefined : by(vscode.l10n.t('Show Table'), 'trimtab.showOverheads');
}
