import * as v from 'valibot';
import { needed, optional } from '../../language/declaration.js';
import { choices, text } from '../../language/words.js';
import { action } from '../../runner/action.js';

/** Asks the person, and waits. */
export const ask = action(
  {
    kind: 'ask',
    title: 'Ask',
    description: 'Asks the person; steps.<id>.answer is the answer.',
    arguments: {
      question: needed(text, 'What is asked; the run waits for the answer, however long it takes.', 'Go on?'),
      choices: optional(choices, 'Answers to choose from; any text where they are left out.', '["yes", "no"]'),
    },
    first: { question: 'Go on?' },
    outputs: v.object({ answer: v.pipe(v.string(), v.description('What the person answered.')) }),
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
