import * as vscode from 'vscode';
import { plainLine } from '../../model/text.js';
import type { Question } from './question.js';

/** Puts a question of ssh to the person. @returns undefined when it was closed unanswered */
export async function askPerson({ prompt, kind }: Question): Promise<string | undefined> {
  if (kind === 'confirm') {
    const lines = prompt.split('\n').map(plainLine);
    const question = lines.filter((line) => line !== '').join('\n');
    const answer = await vscode.window.showWarningMessage(
      'ssh asks before it connects',
      { modal: true, detail: question },
      'Yes',
    );
    return answer === 'Yes' ? 'yes' : undefined;
  }
  return vscode.window.showInputBox({
    title: 'ssh asks',
    prompt: plainLine(prompt).replace(/:$/, ''),
    password: true,
    ignoreFocusOut: true,
  });
}
