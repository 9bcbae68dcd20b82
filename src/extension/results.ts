import * as vscode from 'vscode';
import type { ExperimentSummary, ShownChangesSummary } from '../protocol/messages.js';
import type { ShownReport } from '../protocol/report.js';
import type { Engine } from './client/engine.js';
import type { ErrorFunnel } from './errors.js';

/** What the views show: the experiments, and the report of the one whose marks are shown. */
export interface ResultsState {
  readonly experiments: readonly ExperimentSummary[];
  readonly selected?: { readonly id: string; readonly report: ShownReport };
  /** The comparison that stands on the lines instead of the selected experiment's marks. */
  readonly changes?: ShownChangesSummary;
}

/** Keeps the engine's answer about experiments; the single source of the trees and the status bar. */
export class Results implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly disposables: vscode.Disposable;
  private current: ResultsState = { experiments: [] };
  private running: Promise<void> | undefined;
  private next: Promise<void> | undefined;

  readonly onDidChange = this.changed.event;

  constructor(
    private readonly engine: Engine,
    errors: ErrorFunnel,
  ) {
    const refresh = () => errors.watchQuietly(this.refresh(), 'Reading the experiments');
    this.disposables = vscode.Disposable.from(
      this.changed,
      engine.onDidStart(refresh),
      engine.on('trimtab/experimentsChanged', refresh),
    );
  }

  get state(): ResultsState {
    return this.current;
  }

  /** Asks the engine anew. While one refresh runs, all further callers share the one that follows it. */
  refresh(): Promise<void> {
    if (this.running === undefined) {
      this.running = this.load().finally(() => (this.running = undefined));
      return this.running;
    }
    this.next ??= this.running
      .catch(() => undefined)
      .then(() => {
        this.next = undefined;
        return this.refresh();
      });
    return this.next;
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private async load(): Promise<void> {
    const [experiments, selected, changes] = await Promise.all([
      this.engine.request('trimtab/listExperiments', null),
      this.engine.request('trimtab/findings', null),
      this.engine.request('trimtab/shownChanges', null),
    ]);
    this.current = {
      experiments,
      ...(selected === null ? {} : { selected }),
      ...(changes === null ? {} : { changes }),
    };
    this.changed.fire();
  }
}
