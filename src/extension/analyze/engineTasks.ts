import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { TrimtabError } from '../../base/problem.js';
import type { Notifications } from '../../protocol/messages.js';
import type { Engine } from '../client/engine.js';
import type { PlainOutput } from '../shown/channels.js';
import type { RowTree } from '../views/rowTree.js';
import { type Status, stageNames } from './status.js';

/** The work of one task; `task` names its progress and output. */
export type Work<Done> = (task: string, token: vscode.CancellationToken) => Promise<Done>;

interface Active {
  readonly task: string;
  readonly cancel: vscode.CancellationTokenSource;
}

/**
 * Runs one long task of the engine at a time: progress in the Findings view and the status bar, output in the output
 * channel, cancel by `stop`.
 */
export class EngineTasks implements vscode.Disposable {
  private active: Active | undefined;
  private readonly disposables: vscode.Disposable;

  constructor(
    engine: Engine,
    private readonly view: RowTree,
    private readonly status: Status,
    private readonly output: PlainOutput,
  ) {
    this.disposables = vscode.Disposable.from(
      engine.on('trimtab/progress', (progress) => this.progressed(progress)),
      engine.on('trimtab/output', ({ task, text }) => {
        if (task === this.active?.task) this.output.append(text);
      }),
    );
  }

  /**
   * @param title heading of the task's output
   * @throws TrimtabError when a task is already running, and the errors of the work
   */
  async run<Done>(title: string, work: Work<Done>): Promise<Done> {
    if (this.active !== undefined)
      throw new TrimtabError(vscode.l10n.t('An analysis is running. Wait for it or stop it with “Trimtab: Stop”.'));
    const active = { task: randomUUID(), cancel: new vscode.CancellationTokenSource() };
    await this.begin(active, title);
    try {
      const progress = { location: { viewId: 'trimtab.findings' } };
      const done = await vscode.window.withProgress(progress, () => work(active.task, active.cancel.token));
      this.output.appendLine('Done.');
      return done;
    } catch (error) {
      this.output.appendLine(active.cancel.token.isCancellationRequested ? 'Stopped.' : endOf(error));
      throw error;
    } finally {
      await this.end(active);
    }
  }

  /** Cancels the task under way, if any. */
  stop(): void {
    if (this.active === undefined) return;
    this.show('stopping');
    this.active.cancel.cancel();
  }

  dispose(): void {
    this.active?.cancel.cancel();
    this.disposables.dispose();
  }

  private async begin(active: Active, title: string): Promise<void> {
    this.active = active;
    this.output.clear();
    this.output.appendLine(title);
    this.show('starting');
    await vscode.commands.executeCommand('setContext', 'trimtab.running', true);
  }

  private async end(active: Active): Promise<void> {
    active.cancel.dispose();
    this.active = undefined;
    this.show(undefined);
    await vscode.commands.executeCommand('setContext', 'trimtab.running', false);
  }

  private progressed({ task, stage, fraction }: Notifications['trimtab/progress']): void {
    if (this.active?.task !== task || this.active.cancel.token.isCancellationRequested) return;
    const share = fraction === undefined ? '' : ` ${Math.floor(fraction * 100)} %`;
    this.show(`${stageNames[stage]}${share}`);
  }

  private show(stage: string | undefined): void {
    this.status.showStage(stage);
    this.view.tell(stage === undefined ? '' : `${stage.charAt(0).toUpperCase()}${stage.slice(1)}…`);
  }
}

/** The last lines of a failed task's output: what failed, and what the failed command printed at the end. */
function endOf(error: unknown): string {
  if (!(error instanceof TrimtabError)) return vscode.l10n.t('Failed: {0}', String(error));
  return error.details === undefined ? error.message : `${error.details}\n${error.message}`;
}
