import * as vscode from 'vscode';
import type { CommandHandlers } from '../commands/commandTable.js';
import { flash } from '../shown/messages.js';
import { neighbor } from './levels.js';
import type { LineMarks } from './lineMarks.js';

/** Commands that take the cursor from mark to mark in the active editor. */
export function markCommands(marks: LineMarks): Pick<CommandHandlers, 'trimtab.nextMark' | 'trimtab.previousMark'> {
  const go = (direction: 'next' | 'previous') => {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) return Promise.resolve();
    const line = neighbor(marks.marksOf(editor.document.uri), editor.selection.active.line, direction);
    if (line === undefined) {
      flash(vscode.l10n.t('Trimtab: this file has no mark.'));
      return Promise.resolve();
    }
    const { range, firstNonWhitespaceCharacterIndex } = editor.document.lineAt(line);
    const start = range.start.with({ character: firstNonWhitespaceCharacterIndex });
    editor.selection = new vscode.Selection(start, start);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    return Promise.resolve();
  };
  return { 'trimtab.nextMark': () => go('next'), 'trimtab.previousMark': () => go('previous') };
}
