import * as vscode from 'vscode';
import type { FoundAt } from '../../protocol/report.js';
import type { Results, ResultsState } from '../results.js';
import { pick } from '../shown/prompts.js';
import { RowTree } from '../views/rowTree.js';
import { findingRows, rowOfFinding } from './findingRows.js';

/** The Findings view: why the selected run loses time, worst first. */
export class FindingsView implements vscode.Disposable {
  readonly tree = new RowTree('trimtab.findings');
  private readonly disposables: vscode.Disposable;

  constructor(results: Results) {
    this.show(results.state);
    this.disposables = vscode.Disposable.from(
      this.tree,
      results.onDidChange(() => this.show(results.state)),
    );
  }

  /** Opens the view on the worst property. */
  async revealWorst(): Promise<void> {
    const worst = this.tree.rows.find((row) => row.children.length > 0) ?? this.tree.rows.at(0);
    if (worst === undefined) await vscode.commands.executeCommand('trimtab.findings.focus');
    else await this.tree.reveal(worst, { expand: true });
  }

  /** Selects the row of a finding of the run shown, if it is there. */
  async revealFinding(finding: FoundAt): Promise<void> {
    const row = rowOfFinding(this.tree.rows, finding);
    if (row !== undefined) await this.tree.reveal(row);
  }

  /** Lets the person choose one of the findings shown. */
  async pickFinding(): Promise<FoundAt | undefined> {
    const items = this.tree.rows
      .flatMap((property) => property.children.map((row) => ({ property: property.label, row })))
      .flatMap(({ property, row: { label, description, finding } }) =>
        finding === undefined ? [] : [{ label: property, description: `${label} · ${description ?? ''}`, finding }],
      );
    const placeHolder = items.length === 0 ? 'No run is selected, or it has no finding.' : 'Show which finding?';
    return (await pick(items, { placeHolder, matchAll: true }))?.finding;
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private show({ experiments, selected }: ResultsState): void {
    this.tree.show(selected === undefined ? [] : findingRows(selected.report));
    const name = experiments.find((experiment) => experiment.id === selected?.id)?.name;
    this.tree.describe(name ?? '');
  }
}
