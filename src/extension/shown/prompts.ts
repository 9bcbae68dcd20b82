/** The only module that opens input boxes and lists: whatever a text holds, no link and no icon comes of it. */
import { present } from '../../base/present.js';
import * as vscode from 'vscode';
import { editorLine } from '../../base/plainText.js';
import { type Entry, type Frame, plainEntry, plainFrame } from './plainQuestions.js';

/** Question in an input box. */
export interface TextQuestion extends Frame {
  /** Initial text of the box, unchanged. */
  readonly value?: string;
  readonly password?: boolean;
  /** The box stays when the person looks elsewhere meanwhile. */
  readonly ignoreFocusOut?: boolean;
  /** Returns the error in the typed text, if any. */
  readonly validate?: (text: string) => string | undefined;
}

/** Question above a list. */
export interface ListQuestion extends Omit<Frame, 'prompt'> {
  readonly ignoreFocusOut?: boolean;
  /** Whether what is typed is looked for in descriptions and details too. */
  readonly matchAll?: boolean;
}

/** An entry of a list that may have an icon of the editor's. */
export interface IconEntry extends Entry {
  /** Its name, a word of the program. */
  readonly icon?: string;
}

/** Asks for a text. @returns undefined when the person thought better of it */
export async function askText(question: TextQuestion): Promise<string | undefined> {
  const { value, password = false, ignoreFocusOut = false, validate } = question;
  return vscode.window.showInputBox({
    ...plainFrame(question),
    ...present({ value }),
    password,
    ignoreFocusOut,
    ...(validate === undefined ? {} : { validateInput: (text: string) => checked(validate(text)) }),
  });
}

function checked(problem: string | undefined): string | undefined {
  return problem === undefined ? undefined : editorLine(problem);
}

/** Lets the person choose an entry. @returns undefined when the person thought better of it */
export async function pick<T extends IconEntry>(entries: readonly T[], question: ListQuestion): Promise<T | undefined> {
  const { ignoreFocusOut = false, matchAll = false } = question;
  const items = entries.map((entry) => ({
    ...plainEntry(entry),
    ...(entry.icon === undefined ? {} : { iconPath: new vscode.ThemeIcon(entry.icon) }),
    entry,
  }));
  const options = { ...plainFrame(question), ignoreFocusOut, matchOnDescription: matchAll, matchOnDetail: matchAll };
  return (await vscode.window.showQuickPick(items, options))?.entry;
}

/** Lets the person choose one of these words. @returns undefined when the person thought better of it */
export async function pickWord(words: readonly string[], question: ListQuestion): Promise<string | undefined> {
  const entries = words.map((label) => ({ label }));
  return (await pick(entries, question))?.label;
}
