/** Asking the person at the terminal what only they know of a program. */
import process from 'node:process';
import { namedAmong, type Asking, type Choices } from '../../workflows/index.js';
import type { Context } from './context.js';
import type { ProgressLine } from '../terminal/progress.js';
import { askInTerminal } from '../terminal/question.js';

/**
 * Returns questions on the terminal; without one, no questions are asked.
 * @param wanted choices made on the command line
 */
export function askingOn({ terminal, signal }: Context, progress: ProgressLine, wanted: Choices): Asking {
  const { program } = wanted;
  const given = (options: readonly string[]): string | undefined =>
    program === undefined ? undefined : namedAmong(program, options);
  if (!terminal.live || !process.stdin.isTTY) return { choose: (_, options) => Promise.resolve(given(options)) };
  const ask = (question: string): Promise<string | undefined> => {
    progress.clear();
    return askInTerminal(question, signal);
  };
  return {
    choose: async (question, options) => {
      const chosen = given(options);
      if (chosen !== undefined) return chosen;
      progress.clear();
      terminal.status(options.map((option, index) => `  ${index + 1}  ${option}\n`).join(''));
      const answer = (await ask(`${question} Number:`))?.trim() ?? '';
      if (answer === '') return undefined;
      return options.find((_, index) => String(index + 1) === answer) ?? namedAmong(answer, options);
    },
    ...(wanted.arguments === undefined ? { enter: (question) => ask(`${question} (Enter: none):`) } : {}),
  };
}
