import * as vscode from 'vscode';
import { revealedText } from '../../base/plainText.js';
import type { RunReview } from '../../protocol/workflows.js';
import { pick } from '../shown/prompts.js';

/** Scheme of a separate read-only document: it is not a file, and nothing is saved. */
const scheme = 'trimtab-review';

/**
 * Shows the commands of an external run, and asks for permission.
 * @returns whether it continues
 */
export async function accepted({ text }: RunReview): Promise<boolean> {
  const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: () => revealedText(text),
  });
  try {
    // Its name differs each time: the editor would show the text of an earlier one again.
    const place = vscode.Uri.from({ scheme, path: `/Commands of an external run`, query: String(Date.now()) });
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(place), { preview: true });
    const go = { label: vscode.l10n.t('Continue'), detail: vscode.l10n.t('Start these commands and adopt the run') };
    const stay = { label: vscode.l10n.t('Cancel'), detail: vscode.l10n.t('Start nothing') };
    const chosen = await pick([stay, go], {
      title: vscode.l10n.t('You did not start this run here'),
      placeHolder: vscode.l10n.t('The editor shows the commands that it starts.'),
      // The text can be scrolled and read meanwhile.
      ignoreFocusOut: true,
    });
    return chosen === go;
  } finally {
    provider.dispose();
  }
}
