import * as v from 'valibot';
import { type DoneStep, needed, withDefault } from '../language/declaration.js';
import { isTrue, type ValueRecord } from '../../base/value.js';
import { expression, wholeNumber } from '../language/words.js';
import { group } from '../steps/walk.js';
import { experimentsIn, experimentsOutput, outputsById } from './outputs.js';

/** The steps again and again, until an expression is true. */
export const loop = group(
  {
    kind: 'loop',
    title: 'Repeat',
    description: 'Repeats steps until an expression is true.',
    arguments: {
      until: needed(
        expression,
        'The loop ends when this is true after a round, such as steps.compare.accepted.',
        "steps.ask.answer == 'no'",
      ),
      most: withDefault(wholeNumber(1, 1000), 10, 'Maximum number of rounds; loop.round counts them from 1.'),
    },
    first: {
      until: "steps.ask.answer == 'no'",
      steps: [{ ask: { question: 'Once more?', choices: ['yes', 'no'] } }],
    },
    beside: false,
    repeats: true,
    gives: () => ({ loop: true }),
    outputs: (inner) =>
      v.object({
        ...inner,
        rounds: v.pipe(v.array(v.object({ ...inner })), v.description('Outputs of the steps in each round.')),
        experiments: experimentsOutput,
        ended: v.pipe(v.boolean(), v.description('Whether it ended before the maximum number of rounds.')),
      }),
  },
  async ({ step, key, scope, walk, given }) => {
    const rounds: ValueRecord[] = [];
    const until = given.get('until');
    const most = given.get('most');
    let last: readonly DoneStep[] = [];
    for (let round = 1; round <= most; round++) {
      // Results of earlier rounds are available: a step refers to them until this round has its own.
      const inside = { ...scope, prefix: `${key}[${round}]/`, round, done: [...scope.done, ...last] };
      const done = await walk.sequence(step.steps, inside);
      last = done.slice(inside.done.length);
      rounds.push(outputsById(last));
      if (isTrue(walk.evaluate(until, { ...inside, done })))
        return { ...outputsById(last), rounds, experiments: experimentsIn(rounds), ended: true };
    }
    return { ...outputsById(last), rounds, experiments: experimentsIn(rounds), ended: false };
  },
);
