import * as vscode from 'vscode';

/** Replaces the whole text of a document, so that a person can undo it. @returns whether the editor did */
export function replaceText(document: vscode.TextDocument, text: string): Thenable<boolean> {
  const change = new vscode.WorkspaceEdit();
  const end = document.positionAt(document.getText().length);
  change.replace(document.uri, new vscode.Range(new vscode.Position(0, 0), end), text);
  return vscode.workspace.applyEdit(change);
}
