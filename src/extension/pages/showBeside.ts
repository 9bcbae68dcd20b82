import * as vscode from 'vscode';

/** Shows a line beside a page: in the group that shows code already, else in another one than the page's. @param place its line is 0-based */
export async function showBeside({ path, line }: { readonly path: string; readonly line: number }): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
  const selection = document.validateRange(new vscode.Range(line, 0, line, 0));
  await vscode.window.showTextDocument(document, { selection, viewColumn: columnOfCode() });
}

/** A second click must not split the window again. */
function columnOfCode(): vscode.ViewColumn {
  const shown = vscode.window.visibleTextEditors.find(({ document }) => document.uri.scheme === 'file');
  const other = vscode.window.tabGroups.all.find(({ isActive }) => !isActive);
  return shown?.viewColumn ?? other?.viewColumn ?? vscode.ViewColumn.Beside;
}

export const isInSight = (path: string): boolean =>
  vscode.window.visibleTextEditors.some((editor) => editor.document.uri.fsPath === path);
