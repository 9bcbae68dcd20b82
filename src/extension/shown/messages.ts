/** The only module that opens notifications and dialogs: whatever a text holds, no link and no icon comes of it. */
import * as vscode from 'vscode';
import { editorLine, editorLines, editorName } from '../../base/plainText.js';

/** How much a message matters. */
export type MessageLevel = 'information' | 'warning' | 'error';

/** Looked up at each call: tests put their own in the place of VS Code's, which show nothing while tests run. */
function opener(level: MessageLevel): typeof vscode.window.showInformationMessage {
  switch (level) {
    case 'information':
      return vscode.window.showInformationMessage;
    case 'warning':
      return vscode.window.showWarningMessage;
    case 'error':
      return vscode.window.showErrorMessage;
  }
}

/**
 * Shows a notification.
 * @param buttons their titles
 * @returns the index of the button pressed; undefined when the message was closed
 */
export async function showMessage(
  level: MessageLevel,
  text: string,
  buttons: readonly string[] = [],
): Promise<number | undefined> {
  return chosen(buttons, (items) => opener(level)(editorLine(text), ...items));
}

/**
 * Asks in a dialog, which also has a button to cancel.
 * @param detail may have several lines
 * @returns the index of the button pressed; undefined when the user canceled
 */
export async function askInDialog(
  level: MessageLevel,
  question: string,
  detail: string,
  buttons: readonly string[],
): Promise<number | undefined> {
  const options = { modal: true, detail: editorLines(detail) };
  return chosen(buttons, (items) => opener(level)(editorLine(question), options, ...items));
}

/** Shows a short text in the status bar for a moment. */
export function flash(text: string): void {
  vscode.window.setStatusBarMessage(editorLine(text), 3000);
}

/** Buttons whose titles are made the same by what was taken from them stay apart. */
async function chosen(
  titles: readonly string[],
  show: (items: readonly vscode.MessageItem[]) => Thenable<vscode.MessageItem | undefined>,
): Promise<number | undefined> {
  const items = titles.map((title) => ({ title: editorName(title) }));
  const item = await show(items);
  return item === undefined ? undefined : items.findIndex((one) => one === item);
}
