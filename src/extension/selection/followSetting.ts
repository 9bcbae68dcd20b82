/** The setting by which the selection follows the line in the editor, and the line follows the selection. */
import * as vscode from 'vscode';

const SECTION = 'trimtab';
const NAME = 'followLine';

export function followsLine(): boolean {
  return vscode.workspace.getConfiguration(SECTION).get<boolean>(NAME, false);
}

/** Changes it where it is set: for the workspace, otherwise for the user. */
export async function setFollowsLine(follows: boolean): Promise<void> {
  const settings = vscode.workspace.getConfiguration(SECTION);
  const isOfWorkspace = settings.inspect<boolean>(NAME)?.workspaceValue !== undefined;
  const { Workspace, Global } = vscode.ConfigurationTarget;
  await settings.update(NAME, follows, isOfWorkspace ? Workspace : Global);
}

export function onDidChangeFollowsLine(changed: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration(`${SECTION}.${NAME}`)) changed();
  });
}
