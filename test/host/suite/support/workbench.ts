import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { TestingApi, TrimtabApi } from '../../../../src/extension/api.js';
import type { LineMark } from '../../../../src/protocol/messages.js';
import type { Row } from '../../../../src/extension/views/row.js';

export interface Trimtab {
  readonly api: TrimtabApi;
  readonly testing: TestingApi;
}

/** Activates the extension and waits for its engine. */
export async function activate(): Promise<Trimtab> {
  const extension = vscode.extensions.getExtension<TrimtabApi>('trimtab.trimtab');
  assert.ok(extension, 'the extension is not installed');
  const api = await extension.activate();
  assert.ok(api.testing, 'the extension does not know that it is tested');
  await api.testing.ready;
  return { api, testing: api.testing };
}

/** A path in the workspace, which is a copy of the examples. */
export function inWorkspace(...path: string[]): string {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, 'no folder is open');
  return join(folder.uri.fsPath, ...path);
}

/** Polls until the value exists, for changes that no event announces; the test's time-out ends it. */
export async function eventually<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Resolves with the next value of an event that passes. */
export async function next<T>(event: vscode.Event<T>, passes: (value: T) => boolean = () => true): Promise<T> {
  return new Promise((resolve) => {
    const subscription = event((value) => {
      if (!passes(value)) return;
      subscription.dispose();
      resolve(value);
    });
  });
}

/** Opens a source of the workspace in an editor. */
export async function open(...path: string[]): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(vscode.Uri.file(inWorkspace(...path)), { preview: false });
}

/** The marks of an editor once they pass. */
export async function marksOf(
  { testing }: Trimtab,
  editor: vscode.TextEditor,
  passes: (marks: readonly LineMark[]) => boolean,
): Promise<readonly LineMark[]> {
  return eventually(() => {
    const marks = testing.marks(editor.document.uri);
    return passes(marks) ? marks : undefined;
  });
}

export function everyRow(rows: readonly Row[]): Row[] {
  return rows.flatMap((row) => [row, ...everyRow(row.children)]);
}

/** The title of a button among what a dialog was opened with. */
function titleOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'title' in item ? item.title : Symbol('no title');
}

type Dialog =
  | ('showInputBox' | 'showOpenDialog' | 'showSaveDialog' | 'showQuickPick')
  | ('showInformationMessage' | 'showWarningMessage');

/**
 * Answers the next dialog as a user would, because VS Code shows none while tests run.
 * @param name the function that opens it
 * @param answer gets what it was opened with; a text selects the button of that title
 */
export async function answering(
  name: Dialog,
  answer: (...shown: unknown[]) => unknown,
  during: () => Thenable<unknown>,
): Promise<void> {
  const original = Object.getOwnPropertyDescriptor(vscode.window, name);
  assert.ok(original, `VS Code has no ${name}`);
  Object.defineProperty(vscode.window, name, {
    configurable: true,
    value: (...shown: unknown[]) => {
      const given = answer(...shown);
      return Promise.resolve(shown.find((item) => titleOf(item) === given) ?? given);
    },
  });
  try {
    await during();
  } finally {
    Object.defineProperty(vscode.window, name, original);
  }
}

/** The entry of a list that begins with a text. */
export function itemOf(choices: unknown, start: string): unknown {
  assert.ok(Array.isArray(choices));
  return choices.find((choice: unknown) => {
    return typeof choice === 'object' && choice !== null && 'label' in choice && String(choice.label).startsWith(start);
  });
}

/** Locates a source as a person would: chooses the file, and takes its neighbors from there too. */
export async function locating(file: vscode.Uri, during: () => Thenable<unknown>): Promise<void> {
  const folders = (choices: unknown): unknown => itemOf(choices, 'Take ');
  await answering(
    'showOpenDialog',
    () => [file],
    () => answering('showQuickPick', folders, during),
  );
}
