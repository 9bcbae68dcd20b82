import { present } from '../base/present.js';
import * as vscode from 'vscode';
import { plainName } from '../base/plainText.js';
import { headlineDoubt } from '../model/findings/doubts.js';
import { ALL_EXPERIMENTS, type ExperimentSummary, PORTION } from '../protocol/experiments.js';
import type { ShownPrediction } from '../protocol/pages/history.js';
import type { ShownExperiment } from '../protocol/pages/declaration.js';
import type { ShownOnLines } from '../protocol/messages.js';
import type { ShownReport } from '../protocol/report.js';
import type { Engine } from './client/engine.js';
import type { ErrorFunnel } from './errors.js';

/** Data of the views: the experiments, and the report of the one whose marks are shown. */
export interface ResultsState {
  /** The newest ones, and the selected one. */
  readonly experiments: readonly ExperimentSummary[];
  /** How many experiments there are. */
  readonly all: number;
  readonly selected?: {
    readonly id: string;
    readonly report: ShownReport;
    /** Kept predictions about it, compared with the runs that followed. */
    readonly predictions: readonly ShownPrediction[];
  };
  /** The comparison or study shown on the lines instead of the selected experiment's marks. */
  readonly onLines?: ShownOnLines;
}

/** Keeps the engine's answer about experiments; the single source of the trees and the status bar. */
export class Results implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly disposables: vscode.Disposable;
  private current: ResultsState = { experiments: [], all: 0 };
  private listed = PORTION;
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

  /** The selected experiment as pages name it: where it is not listed, by its program. */
  get shown(): ShownExperiment | undefined {
    const { selected, experiments } = this.current;
    if (selected === undefined) return undefined;
    const { id, report } = selected;
    const doubt = headlineDoubt(report);
    return {
      id,
      name: plainName(experiments.find((one) => one.id === id)?.name ?? report.program),
      ...present({ doubt }),
    };
  }

  /** Queries the engine again. While one refresh runs, all further callers share the one that follows it. */
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

  /** Lists more of the older experiments. */
  async showMore(): Promise<void> {
    this.listed += PORTION;
    await this.refresh();
  }

  /** All experiments that can be chosen, listed or not. */
  async allExperiments(): Promise<readonly ExperimentSummary[]> {
    return (await this.engine.request('trimtab/listExperiments', ALL_EXPERIMENTS)).experiments;
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private async load(): Promise<void> {
    const [{ experiments, all, hasPredictions }, selected, onLines] = await Promise.all([
      this.engine.request('trimtab/listExperiments', { newest: this.listed, besides: [] }),
      this.engine.request('trimtab/findings', null),
      this.engine.request('trimtab/shownOnLines', null),
    ]);
    const predictions =
      selected !== null && hasPredictions
        ? (await this.engine.request('trimtab/judgedPredictions', { id: selected.id })).predictions
        : [];
    this.current = {
      experiments,
      all,
      ...(selected === null ? {} : { selected: { ...selected, predictions } }),
      ...(onLines === null ? {} : { onLines }),
    };
    // The walkthrough checks its first step when there is a result.
    await vscode.commands.executeCommand('setContext', 'trimtab.hasResult', selected !== null);
    this.changed.fire();
  }
}
