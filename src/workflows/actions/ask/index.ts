import * as v from 'valibot';
import { needed, optional } from '../../language/declaration.js';
import { choices, text } from '../../language/words.js';
import { action } from '../../steps/action.js';

/** Asks the person, and waits. */
export const ask = action(
  {
    kind: 'ask',
    title: 'Ask',
    description: 'Asks the user; steps.<id>.answer is the answer.',
    arguments: {
      question: needed(text, 'The question; the run waits for the answer without a time limit.', 'Continue?'),
      choices: optional(choices, 'Answers to choose from; any text by default.', '["yes", "no"]'),
    },
    first: { question: 'Continue?' },
    outputs: v.object({ answer: v.pipe(v.string(), v.description('The answer of the user.')) }),
    keepsProject: false,
    handsInJobs: false,
    afterCrash: 'again',
    printsResult: false,
  },
  async (context, given) => {
    const answer = await context.ask(given.get('question'), given.get('choices') ?? []);
    context.log(`${answer}\n`);
    context.tell(`Answered: ${answer}`);
    return { answer };
  },
);
