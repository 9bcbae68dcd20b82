import * as vscode from 'vscode';
import { TrimtabError } from '../../base/problem.js';
import { plainName } from '../../base/plainText.js';
import { plainLine } from '../../base/text.js';
import type { Engine } from '../client/engine.js';
import type { CommandHandlers } from '../commands/commandTable.js';
import { pageOf } from './propertyPage.js';

/**
 * The command that opens the page of a property: what it is, how it is computed, what to try.
 * @param pages the folder src/properties, of which pages and pictures are shipped
 */
export function explainPropertyCommand(
  engine: Engine,
  pages: vscode.Uri,
): Pick<CommandHandlers, 'trimtab.explainProperty'> {
  return {
    'trimtab.explainProperty': async (target) => {
      const name = pageOf(target);
      const page = name === undefined ? undefined : vscode.Uri.joinPath(pages, name);
      if (page !== undefined && (await isThere(page))) await openPage(page);
      else await openOwn(engine, target?.property);
    },
  };
}

/** Scheme of a separate read-only document, created from the text of the property. */
const scheme = 'trimtab-property';

/** The page of a property in ASL. */
async function openOwn(engine: Engine, property: string | undefined): Promise<void> {
  const page = property === undefined ? null : await engine.request('trimtab/ownPropertyPage', { property });
  if (property === undefined || page === null)
    throw new TrimtabError(
      vscode.l10n.t(
        'There is no page about {0}; see the tooltip of its row.',
        plainLine(property ?? vscode.l10n.t('waiting properties')),
      ),
    );
  const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: () => page.markdown,
  });
  try {
    // Its name differs each time: the editor would show an earlier text again.
    const place = vscode.Uri.from({ scheme, path: `/${plainName(property)}.md`, query: String(Date.now()) });
    await vscode.workspace.openTextDocument(place);
    await openPage(place);
  } finally {
    provider.dispose();
  }
}

async function isThere(page: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(page);
    return true;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return false;
    throw error;
  }
}

/** In the Markdown preview, or as text where a person turned that built-in extension off. */
async function openPage(page: vscode.Uri): Promise<void> {
  if (vscode.extensions.getExtension('vscode.markdown-language-features') === undefined)
    await vscode.window.showTextDocument(page, { preview: true });
  else await vscode.commands.executeCommand('markdown.showPreview', page);
}
