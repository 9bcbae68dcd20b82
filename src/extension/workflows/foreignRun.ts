import * as vscode from 'vscode';
import { revealedText } from '../../base/plainText.js';
import type { RunReview } from '../../protocol/workflows.js';
import { pick } from '../shown/prompts.js';

/** A document of its own, which cannot be changed: it is no file, and nothing is saved. */
const scheme = 'trimtab-review';

/**
 * Shows what a run from elsewhere would do, and asks whether it may.
 * @returns whether it goes on
 */
export async function accepted({ text }: RunReview): Promise<boolean> {
  const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: () => revealedText(text),
  });
  try {
    // Its name differs each time: the editor would show the text of an earlier one again.
    const place = vscode.Uri.from({ scheme, path: `/Commands of an external run`, query: String(Date.now()) });
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(place), { preview: true });
    const go = { label: 'Go On', detail: 'Start these commands, and treat the run as your own' };
    const stay = { label: 'Leave It', detail: 'Nothing is started' };
    const chosen = await pick([stay, go], {
      title: 'This run was not started here by you',
      placeHolder: 'Read in the editor which commands it starts.',
      // The text can be scrolled and read meanwhile.
      ignoreFocusOut: true,
    });
    return chosen === go;
  } finally {
    provider.dispose();
  }
}
