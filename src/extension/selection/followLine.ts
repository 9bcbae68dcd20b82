import * as vscode from 'vscode';
import { documentSelector } from '../client/documents.js';
import type { Engine } from '../client/engine.js';
import type { CommandHandlers } from '../commands/commandTable.js';
import type { ErrorFunnel } from '../errors.js';
import { flash } from '../shown/messages.js';
import { followsLine, onDidChangeFollowsLine, setFollowsLine } from './followSetting.js';
import { type DocumentLine, RestingCursor } from './restingCursor.js';
import type { Selections } from './selections.js';
import { onWillShowLine } from './shownLines.js';

/** Selects in all views the call paths through the line on which the cursor of an editor rests, where that is wanted. */
export class FollowLine implements vscode.Disposable {
  private readonly cursor: RestingCursor;
  private readonly disposables: vscode.Disposable;

  constructor(
    private readonly engine: Engine,
    selections: Selections,
    errors: ErrorFunnel,
  ) {
    const cursor = new RestingCursor((line, signal) =>
      errors.watchQuietly(this.select(line, signal), 'Following the line in the editor'),
    );
    this.cursor = cursor;
    const leave = (): void => cursor.leave();
    this.disposables = vscode.Disposable.from(
      vscode.window.onDidChangeTextEditorSelection((change) => this.hear(change)),
      onWillShowLine((line) => cursor.shows(line)),
      // Something else was selected after the cursor came to its line.
      selections.listen('lines', leave),
      onDidChangeFollowsLine(leave),
    );
  }

  handlers(): Pick<CommandHandlers, 'trimtab.followLine'> {
    return {
      'trimtab.followLine': async () => {
        const follows = !followsLine();
        await setFollowsLine(follows);
        flash(
          vscode.l10n.t(
            'Trimtab: the selection {0} the line in the editor.',
            follows ? 'follows' : vscode.l10n.t('no longer follows'),
          ),
        );
      },
    };
  }

  dispose(): void {
    this.cursor.leave();
    this.disposables.dispose();
  }

  private hear({ textEditor: { document }, selections, kind }: vscode.TextEditorSelectionChangeEvent): void {
    const [first] = selections;
    // Without a kind, the editor moves the cursor: edits elsewhere, or a document that is opened again.
    if (kind === undefined || first === undefined || !followsLine()) return;
    if (vscode.languages.match(documentSelector, document) === 0) return;
    const by = kind === vscode.TextEditorSelectionChangeKind.Command ? 'command' : 'input';
    this.cursor.moved({ uri: document.uri.toString(), line: first.active.line }, by);
  }

  private async select(line: DocumentLine, signal: AbortSignal): Promise<void> {
    const cancel = new vscode.CancellationTokenSource();
    signal.addEventListener('abort', () => cancel.cancel());
    try {
      await this.engine.request('trimtab/followLine', { ...line }, cancel.token);
    } finally {
      cancel.dispose();
    }
  }
}
