import * as vscode from 'vscode';
import { percent, plainLine } from '../../base/text.js';
import { explain } from '../explain.js';
import { showSentence } from '../pages/page.js';
import { type AnalyzeParts, openTrace } from './analyzeCommands.js';

/** As in the manifest: for files that nothing else opens, and for those that other editors open too. */
const editorTypes = ['trimtab.measurement', 'trimtab.offeredMeasurement'];

/**
 * Editor for a trace or profile that is clicked or dropped: it is analyzed, and its findings are shown like those of
 * every experiment. The same file is not analyzed again unless it changed.
 */
export class MeasurementEditor implements vscode.CustomReadonlyEditorProvider, vscode.Disposable {
  private readonly registrations = editorTypes.map((type) => vscode.window.registerCustomEditorProvider(type, this));

  constructor(private readonly parts: AnalyzeParts) {}

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => undefined };
  }

  /** Shows the editor immediately; its text changes when the file is read. */
  resolveCustomEditor({ uri }: vscode.CustomDocument, { webview }: vscode.WebviewPanel): void {
    const name = plainLine(uri.fsPath);
    showSentence(
      webview,
      name,
      vscode.l10n.t('Reading {0}. The Findings view and the source lines will show its findings.', name),
    );
    this.open(uri.fsPath).then(
      (sentence) => showSentence(webview, name, sentence),
      (error: unknown) => showSentence(webview, name, failureText(error)),
    );
  }

  dispose(): void {
    for (const registration of this.registrations) registration.dispose();
  }

  private async open(path: string): Promise<string> {
    await openTrace(this.parts, path, true);
    const shown = await this.parts.engine.request('trimtab/findings', null);
    const worst = shown?.report.findings.at(0);
    const where = vscode.l10n.t('in the Findings view and on the lines of its sources');
    if (shown === null || worst === undefined)
      return vscode.l10n.t('{0} is open as an experiment, shown {1}.', plainLine(path), where);
    const { report } = shown;
    return vscode.l10n.t(
      '{0} is open as an experiment; the worst of its findings is {1}, {2} of the time. All are {3}.',
      plainLine(report.program),
      plainLine(worst.title),
      percent(worst.severity),
      where,
    );
  }
}

function failureText(error: unknown): string {
  const explanation = explain(error, vscode.l10n.t('Open Trace or Profile'));
  return explanation.kind === 'silent'
    ? vscode.l10n.t('Reading was stopped. Open the file again to read it.')
    : explanation.sentence;
}
