import { plainLine } from '../../base/text.js';
import { askInDialog } from '../shown/messages.js';
import { askText } from '../shown/prompts.js';
import type { Question } from './question.js';

/** Puts a question of ssh to the person. @returns undefined when it was closed unanswered */
export async function askPerson({ prompt, kind }: Question): Promise<string | undefined> {
  if (kind === 'confirm') {
    const lines = prompt.split('\n').map(plainLine);
    const question = lines.filter((line) => line !== '').join('\n');
    return (await askInDialog('warning', 'ssh asks before it connects', question, ['Yes'])) === 0 ? 'yes' : undefined;
  }
  return askText({
    title: 'ssh asks',
    prompt: plainLine(prompt).replace(/:$/, ''),
    password: true,
    ignoreFocusOut: true,
  });
}
