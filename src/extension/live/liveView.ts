import * as vscode from 'vscode';
import type { Engine } from '../client/engine.js';
import type { ErrorFunnel } from '../errors.js';
import type { RowTick } from '../views/row.js';
import { RowTree } from '../views/rowTree.js';
import { liveRows } from './liveRows.js';
import { switchRequest } from './requests.js';

/** Between two looks at running programs, and for ones that begin, in milliseconds. */
const EVERY = { running: 2000, idle: 5000 };

/** The Live view: what programs do that run at the moment, and switches for what is measured of them. */
export class LiveView implements vscode.Disposable {
  readonly tree = new RowTree('trimtab.live');
  private readonly disposables: vscode.Disposable;
  private timer: NodeJS.Timeout | undefined;
  private isLooking = false;
  private isDisposed = false;

  constructor(
    private readonly engine: Engine,
    private readonly errors: ErrorFunnel,
  ) {
    const look = (): void => this.look();
    this.disposables = vscode.Disposable.from(
      this.tree,
      this.tree.onDidChangeVisibility(look),
      this.tree.onDidTick((ticks) => this.errors.watch(this.toggle(ticks), 'Switching functions')),
      engine.onDidStart(look),
      engine.on('trimtab/workflowRunsChanged', look),
    );
  }

  /** Polls running programs, as long as the view is visible. */
  private look(): void {
    if (!this.tree.visible || this.isLooking || this.isDisposed || !vscode.workspace.isTrusted) return;
    clearTimeout(this.timer);
    this.isLooking = true;
    this.errors.watchQuietly(
      this.refresh().finally(() => (this.isLooking = false)),
      'Asking running programs',
    );
  }

  async refresh(): Promise<void> {
    let pause = EVERY.idle;
    try {
      const runs = await this.engine.request('trimtab/liveRuns', null);
      this.tree.show(liveRows(runs));
      if (runs.length > 0) pause = EVERY.running;
    } finally {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => {
        this.look();
      }, pause);
    }
  }

  /** Sends a request to a running program, and reports when it is done. */
  async ask(run: string, request: string): Promise<void> {
    const { sentence } = await this.engine.request('trimtab/askLive', { id: run, request });
    this.tree.tell(sentence === '' ? vscode.l10n.t('{0}: done', request) : `${request}: ${sentence}`);
    await this.refresh();
  }

  /** Searches a running program for why, where and when it loses time, or ends that. */
  async search(run: string, on: boolean): Promise<void> {
    await this.engine.request('trimtab/searchLive', { id: run, on });
    this.tree.tell(
      on
        ? vscode.l10n.t('The search started. Its results appear below the run.')
        : vscode.l10n.t('The search has ended.'),
    );
    await this.refresh();
  }

  private async toggle(ticks: readonly RowTick[]): Promise<void> {
    try {
      for (const tick of ticks) await this.ask(tick.run, switchRequest(tick));
    } finally {
      await this.refresh(); // where it was refused, the ticks are as before
    }
  }

  dispose(): void {
    this.isDisposed = true;
    clearTimeout(this.timer);
    this.disposables.dispose();
  }
}
