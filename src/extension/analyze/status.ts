import * as vscode from 'vscode';
import { editorName } from '../../base/plainText.js';
import { percent } from '../../base/text.js';
import type { ShownOnLines } from '../../protocol/messages.js';
import type { Stage } from '../../protocol/workflows.js';
import type { Results, ResultsState } from '../results.js';

/** Names of the stages while they run. */
export const stageNames: Readonly<Record<Stage, string>> = {
  prepare: 'preparing',
  build: 'building',
  run: vscode.l10n.t('running the program'),
  collect: vscode.l10n.t('collecting the measurement'),
  analyze: vscode.l10n.t('searching for waiting time'),
  store: vscode.l10n.t('keeping the results'),
};

/** The one status bar item: the stage of the task under way, else the comparison on the lines, else the property that costs most in the run shown. */
export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('trimtab.status', vscode.StatusBarAlignment.Left);
  private readonly disposables: vscode.Disposable;
  private stage: string | undefined;

  constructor(private readonly results: Results) {
    this.item.name = 'Trimtab';
    this.disposables = vscode.Disposable.from(
      this.item,
      results.onDidChange(() => this.render()),
    );
  }

  /** Shows a stage, such as `building 40 %`; undefined when no task is under way. */
  showStage(stage: string | undefined): void {
    this.stage = stage;
    this.render();
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private render(): void {
    if (this.stage !== undefined) {
      this.item.text = vscode.l10n.t('$(sync~spin) Trimtab: {0}', editorName(this.stage));
      this.item.tooltip = runningTooltip;
      this.item.command = 'trimtab.showOutput';
      this.item.show();
      return;
    }
    const { onLines } = this.results.state;
    if (onLines !== undefined) {
      const { text, tooltip } = onLinesText(onLines);
      this.item.text = `${text} $(close)`;
      this.item.tooltip = vscode.l10n.t('Trimtab: the lines show {0}; click to show marks again', tooltip);
      this.item.command = 'trimtab.hideChanges';
      this.item.show();
      return;
    }
    const text = idleText(this.results.state);
    if (text === undefined) {
      this.item.hide();
      return;
    }
    this.item.text = `$(pulse) ${text}`;
    this.item.tooltip = vscode.l10n.t(
      'Trimtab: the property that costs most in the run shown, as a share of the time of all ranks',
    );
    this.item.command = 'trimtab.findings.focus';
    this.item.show();
  }
}

const runningTooltip = new vscode.MarkdownString(
  vscode.l10n.t(
    '[Show the output](command:trimtab.showOutput) of the build and the program, or [stop](command:trimtab.stop).',
  ),
);
runningTooltip.isTrusted = { enabledCommands: ['trimtab.showOutput', 'trimtab.stop'] };

function onLinesText(onLines: ShownOnLines): { text: string; tooltip: string } {
  if (onLines.is === 'changes') {
    const [before, after] = [onLines.labels.before, onLines.labels.after].map(editorName);
    return { text: `$(diff) ${before} → ${after}`, tooltip: vscode.l10n.t('changes between these runs') };
  }
  const { program, ranks } = onLines;
  const text = vscode.l10n.t(
    '$(graph-line) {0}, {1} to {2} ranks',
    editorName(program),
    ranks.at(0) ?? '',
    ranks.at(-1) ?? '',
  );
  return { text, tooltip: vscode.l10n.t('parts that grow with the rank count') };
}

function idleText({ experiments, selected }: ResultsState): string | undefined {
  const worst = experiments.find((experiment) => experiment.id === selected?.id)?.worst;
  return worst === undefined ? undefined : `${editorName(worst.title)} ${percent(worst.severity)}`;
}
