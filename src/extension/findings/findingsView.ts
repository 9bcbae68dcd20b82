import * as vscode from 'vscode';
import type { Selected } from '../../model/selection.js';
import type { FoundAt } from '../../protocol/report.js';
import type { CommandHandlers } from '../commands/commandTable.js';
import type { Engine } from '../client/engine.js';
import type { ErrorFunnel } from '../errors.js';
import type { Results, ResultsState } from '../results.js';
import { selectedFinding } from '../selection/findingSelection.js';
import type { Selections } from '../selection/selections.js';
import { pick } from '../shown/prompts.js';
import { RowTree } from '../views/rowTree.js';
import { predictionRows } from './predictionRows.js';
import { findingRows, type FindingsOrder, rowOfFinding } from './findingRows.js';

/** The Findings view: why the selected run loses time, worst first. */
export class FindingsView implements vscode.Disposable {
  readonly tree = new RowTree('trimtab.findings');
  private order: FindingsOrder = 'time';
  private readonly disposables: vscode.Disposable;

  constructor(
    private readonly results: Results,
    private readonly engine: Engine,
    selections: Selections,
    errors: ErrorFunnel,
  ) {
    this.show(results.state);
    this.disposables = vscode.Disposable.from(
      this.tree,
      results.onDidChange(() => this.show(results.state)),
      selections.listen('findings', (selected) => {
        if (selected !== undefined) errors.watchQuietly(this.follow(selected), 'Following the selection');
      }),
    );
  }

  /** The experiment whose findings are shown. */
  get experiment(): string | undefined {
    return this.results.state.selected?.id;
  }

  handlers(): Pick<CommandHandlers, 'trimtab.sortFindingsByGain' | 'trimtab.sortFindingsByTime'> {
    return {
      'trimtab.sortFindingsByGain': () => this.sortBy('gain'),
      'trimtab.sortFindingsByTime': () => this.sortBy('time'),
    };
  }

  /** Sorts by the time lost, or by the predicted gain. */
  private async sortBy(order: FindingsOrder): Promise<void> {
    this.order = order;
    await vscode.commands.executeCommand('setContext', 'trimtab.findingsByGain', order === 'gain');
    this.show(this.results.state);
  }

  /** Opens the view on the worst property. */
  async revealWorst(): Promise<void> {
    const worst = this.tree.rows.find((row) => row.children.length > 0) ?? this.tree.rows.at(0);
    if (worst === undefined) await vscode.commands.executeCommand('trimtab.findings.focus');
    else await this.tree.reveal(worst, { expand: true });
  }

  /** Selects the row of a finding of the shown run, if it exists. */
  async revealFinding(finding: FoundAt): Promise<void> {
    const row = rowOfFinding(this.tree.rows, finding);
    if (row !== undefined) await this.tree.reveal(row);
  }

  /** Selects the row of what is selected elsewhere, where the view is open: it does not open for that. */
  private async follow(selected: Selected): Promise<void> {
    const { selected: shown } = this.results.state;
    const isOpen = (): boolean => this.tree.visible;
    if (!isOpen() || shown?.id !== selected.experiment) return;
    const finding = await selectedFinding(this.engine, selected, shown.report.findings);
    // The person may have gone to another view of the side bar meanwhile.
    if (!isOpen()) return;
    if (finding !== undefined) return this.revealFinding(finding);
    const row = this.tree.rows.find(({ property }) => property !== undefined && property === selected.property);
    if (row !== undefined) await this.tree.reveal(row);
  }

  /** Lets the person choose one of the findings shown. */
  async pickFinding(): Promise<FoundAt | undefined> {
    const items = this.tree.rows
      .flatMap((property) => property.children.map((row) => ({ property: property.label, row })))
      .flatMap(({ property, row: { label, description, finding } }) =>
        finding === undefined ? [] : [{ label: property, description: `${label} · ${description ?? ''}`, finding }],
      );
    const placeHolder =
      items.length === 0
        ? vscode.l10n.t('No run is selected, or it has no finding.')
        : vscode.l10n.t('Show which finding?');
    return (await pick(items, { placeHolder, matchAll: true }))?.finding;
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private show({ experiments, selected }: ResultsState): void {
    this.tree.show(
      selected === undefined
        ? []
        : [...findingRows(selected.report, this.order), ...predictionRows(selected.predictions)],
    );
    const name = experiments.find((experiment) => experiment.id === selected?.id)?.name;
    this.tree.describe(name ?? '');
  }
}
