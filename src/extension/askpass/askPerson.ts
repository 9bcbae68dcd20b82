import { l10n } from 'vscode';
import { plainLine } from '../../base/text.js';
import { askInDialog } from '../shown/messages.js';
import { askText } from '../shown/prompts.js';
import type { Question } from './question.js';

/** Puts a question of ssh to the person. @returns undefined when it was closed unanswered */
export async function askPerson({ prompt, kind }: Question): Promise<string | undefined> {
  if (kind === 'confirm') {
    const lines = prompt.split('\n').map(plainLine);
    const question = lines.filter((line) => line !== '').join('\n');
    return (await askInDialog('warning', l10n.t('Confirm the ssh connection'), question, [l10n.t('Yes')])) === 0
      ? 'yes'
      : undefined;
  }
  return askText({
    title: l10n.t('Question of ssh'),
    prompt: plainLine(prompt).replace(/:$/, ''),
    password: true,
    ignoreFocusOut: true,
  });
}
