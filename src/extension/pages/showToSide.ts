import * as vscode from 'vscode';
import { plainLine } from '../../base/plainText.js';
import { TrimtabError } from '../../base/problem.js';
import type { SourcePlace } from '../../model/findings/findings.js';
import type { Engine } from '../client/engine.js';
import { showLine } from '../selection/shownLines.js';

/**
 * Shows a measured line of an experiment at its current location, next to a page.
 * @throws TrimtabError if its file is not found
 */
export async function showLocationToSide(
  engine: Pick<Engine, 'request'>,
  experiment: string,
  { file, line }: SourcePlace,
): Promise<void> {
  const found = await engine.request('trimtab/locateIn', { experiment, file, line });
  if (found === null)
    throw new TrimtabError(
      vscode.l10n.t(
        'The source file {0} was not found. Open the folder that contains it and try again.',
        plainLine(file),
      ),
    );
  await showToSide(found);
}

/**
 * Shows the line of what was selected in a page, in an editor that the next one replaces. The page keeps the focus, and
 * nothing happens where the file is not found: the person did not ask for it.
 */
export async function previewPlace(
  engine: Pick<Engine, 'request'>,
  experiment: string,
  { file, line }: SourcePlace,
): Promise<void> {
  const found = await engine.request('trimtab/locateIn', { experiment, file, line });
  if (found !== null) await showLine(found, { viewColumn: columnOfCode(), preserveFocus: true, preview: true });
}

/**
 * Shows a line next to a page: in the group that shows code already, else in another one than the page's. @param place
 * its line is 0-based
 */
export async function showToSide(place: { readonly path: string; readonly line: number }): Promise<void> {
  await showLine(place, { viewColumn: columnOfCode() });
}

/** A second click must not split the window again. */
function columnOfCode(): vscode.ViewColumn {
  const shown = vscode.window.visibleTextEditors.find(({ document }) => document.uri.scheme === 'file');
  const other = vscode.window.tabGroups.all.find(({ isActive }) => !isActive);
  return shown?.viewColumn ?? other?.viewColumn ?? vscode.ViewColumn.Beside;
}

export const isInSight = (path: string): boolean =>
  vscode.window.visibleTextEditors.some((editor) => editor.document.uri.fsPath === path);
