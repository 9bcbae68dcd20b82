import * as vscode from 'vscode';

/** Shows a line beside a page. @param place its line is 0-based */
export async function showBeside({ path, line }: { readonly path: string; readonly line: number }): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
  const selection = document.validateRange(new vscode.Range(line, 0, line, 0));
  await vscode.window.showTextDocument(document, { selection, viewColumn: vscode.ViewColumn.Beside });
}

export const isInSight = (path: string): boolean =>
  vscode.window.visibleTextEditors.some((editor) => editor.document.uri.fsPath === path);
