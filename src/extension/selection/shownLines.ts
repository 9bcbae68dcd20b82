/** Lines of sources that Trimtab shows in editors. */
import * as vscode from 'vscode';
import type { DocumentLine } from './restingCursor.js';

const willShow = new vscode.EventEmitter<DocumentLine>();

/** Fires before Trimtab moves the cursor of an editor to a line. */
export const onWillShowLine = willShow.event;

/** Scrolls a source to a line, in its editor if it has one. The focus stays, and so does the cursor of an editor. @param line 0-based */
export async function revealLine({ path, line }: { readonly path: string; readonly line: number }): Promise<void> {
  const uri = vscode.Uri.file(path);
  const visible = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  const options = { preserveFocus: true, preview: true };
  const editor =
    visible ?? (await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), options));
  const range = editor.document.validateRange(new vscode.Range(line, 0, line, 0));
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

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
