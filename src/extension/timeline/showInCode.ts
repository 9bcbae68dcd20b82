import * as vscode from 'vscode';

/** Shows a line in the group of editors that shows code, that file before others. @param place its line is 0-based */
export async function showInCode({ path, line }: { readonly path: string; readonly line: number }): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
  const selection = document.validateRange(new vscode.Range(line, 0, line, 0));
  const inFiles = vscode.window.visibleTextEditors.filter((editor) => editor.document.uri.scheme === 'file');
  const same = inFiles.find((editor) => editor.document.uri.fsPath === path) ?? inFiles[0];
  const viewColumn = same?.viewColumn ?? vscode.ViewColumn.Active;
  const editor = await vscode.window.showTextDocument(document, { selection, viewColumn });
  editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
