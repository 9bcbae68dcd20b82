import * as vscode from 'vscode';
import type { Results, ResultsState } from '../results.js';
import { RowTree } from '../views/rowTree.js';
import { experimentRows, olderRow } from './experimentRows.js';

/** The Experiments view: the history of runs, newest first; older ones on demand. */
export class ExperimentsView implements vscode.Disposable {
  readonly tree = new RowTree('trimtab.experiments');
  private readonly disposables: vscode.Disposable;

  constructor(results: Results) {
    this.show(results.state);
    this.disposables = vscode.Disposable.from(
      this.tree,
      results.onDidChange(() => this.show(results.state)),
    );
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private show({ experiments, all, selected }: ResultsState): void {
    const older = all - experiments.length;
    this.tree.show([...experimentRows(experiments, selected?.id), ...(older > 0 ? [olderRow(older)] : [])]);
  }
}
