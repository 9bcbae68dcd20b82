import * as vscode from 'vscode';
import type { Engine } from '../client/engine.js';
import type { ErrorFunnel } from '../errors.js';
import { RowTree } from '../views/rowTree.js';
import { targetRows } from './targetRows.js';

/** The Targets view: where programs can run, asked for when the view is first opened. */
export class TargetsView implements vscode.Disposable {
  readonly tree = new RowTree('trimtab.targets');
  private readonly disposables: vscode.Disposable;

  constructor(
    private readonly engine: Engine,
    errors: ErrorFunnel,
  ) {
    const refreshIfSeen = () => {
      if (this.tree.visible) errors.watchQuietly(this.refresh(), 'Reading the targets');
    };
    this.disposables = vscode.Disposable.from(
      this.tree,
      this.tree.onDidChangeVisibility(refreshIfSeen),
      engine.onDidStart(refreshIfSeen),
    );
  }

  async refresh(): Promise<void> {
    this.tree.show(targetRows(await this.engine.request('trimtab/listTargets', null)));
  }

  dispose(): void {
    this.disposables.dispose();
  }
}
