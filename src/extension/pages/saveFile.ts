import * as vscode from 'vscode';
import type { SaveAction, SavedKind } from '../../protocol/pages/saved.js';
import { flash } from '../shown/messages.js';

/** A report is made by the engine, the others by pages. */
type FileKind = SavedKind | 'html';

const titles: Readonly<Record<FileKind, string>> = {
  csv: vscode.l10n.t('Comma-separated values'),
  svg: vscode.l10n.t('Scalable vector graphics'),
  png: vscode.l10n.t('Portable network graphics'),
  html: vscode.l10n.t('Web page'),
};

/** Asks where a file is to be kept, and writes it there. @param name of the file without its ending */
export async function saveFile(
  { kind, text }: Pick<SaveAction, 'text'> & { readonly kind: FileKind },
  name: string,
): Promise<void> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const file = `${name.replace(/[^\w.-]+/g, '-')}.${kind}`;
  const target = await vscode.window.showSaveDialog({
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder.uri, file) }),
    filters: { [titles[kind]]: [kind] },
    saveLabel: 'Save',
  });
  if (target === undefined) return;
  await vscode.workspace.fs.writeFile(target, Buffer.from(text, kind === 'png' ? 'base64' : 'utf8'));
  flash(vscode.l10n.t('Trimtab: saved {0}.', vscode.workspace.asRelativePath(target)));
}
