import * as vscode from 'vscode';
import { TrimtabError } from '../../base/problem.js';
import { plainLine } from '../../base/text.js';
import type { CommandHandlers } from '../commands/commandTable.js';
import { pageOf } from './propertyPage.js';

/**
 * The command that opens the page of a property: what it is, how it is computed, what to try.
 * @param pages the folder src/properties, of which pages and pictures are shipped
 */
export function explainPropertyCommand(pages: vscode.Uri): Pick<CommandHandlers, 'trimtab.explainProperty'> {
  return {
    'trimtab.explainProperty': async (target) => {
      const name = pageOf(target);
      const page = name === undefined ? undefined : vscode.Uri.joinPath(pages, name);
      if (page === undefined || !(await isThere(page)))
        throw new TrimtabError(
          `There is no page about ${plainLine(target?.property ?? 'waiting properties')}; the tooltip of its row holds what is known.`,
        );
      await openPage(page);
    },
  };
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
