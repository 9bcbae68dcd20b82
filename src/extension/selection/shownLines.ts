/** Lines of sources that Trimtab shows in editors. */
import * as vscode from 'vscode';
import type { DocumentLine } from './restingCursor.js';

const willShow = new vscode.EventEmitter<DocumentLine>();

/** Fires before Trimtab moves the cursor of an editor to a line. */
export const onWillShowLine = willShow.event;

/** Opens a source with the cursor on a line. @param line 0-based */
export async function showLine(
  { path, line }: { readonly path: string; readonly line: number },
  options: Omit<vscode.TextDocumentShowOptions, 'selection'> = {},
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
  const selection = document.validateRange(new vscode.Range(line, 0, line, 0));
  willShow.fire({ uri: document.uri.toString(), line: selection.start.line });
  await vscode.window.showTextDocument(document, { ...options, selection });
}
