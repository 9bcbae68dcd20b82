import * as v from 'valibot';
import { actions } from '../actions/index.js';
import { needed, optional } from '../language/declaration.js';
import { isRecord, type ValueRecord } from '../../base/value.js';
import { count, namedValues } from '../language/words.js';
import { combinationKey, combinationsOf } from '../steps/combinations.js';
import { type Branch, group } from '../steps/walk.js';
import { experimentsIn, experimentsOutput, outputsById } from './outputs.js';

const HARMLESS = actions
  .filter(({ keepsProject }) => keepsProject)
  .map(({ kind }) => kind)
  .join(', ');

/**
 * Runs the steps for each combination. Combinations run one after the other, so that measurements do not disturb each
 * other, unless the scheduler prevents that, or the workflow sets otherwise.
 */
export const matrix = group(
  {
    kind: 'matrix',
    title: 'For each combination',
    description: 'Runs steps once for each combination of values: a parameter sweep.',
    arguments: {
      over: needed(
        namedValues,
        'Names with lists of values, such as ranks: [1, 2, 4]; matrix.ranks is the value of a combination.',
        '{ ranks: [1, 2, 4, 8] }',
      ),
      maxParallel: optional(
        count,
        `Number of combinations that run at the same time. By default, all jobs on a cluster are submitted at once, if no step changes the project (allowed: ${HARMLESS}). Elsewhere, combinations run one after the other and do not disturb each other. With a number, jobs on a cluster wait for each other.`,
        'all on a cluster, otherwise one after the other',
      ),
    },
    first: { over: { ranks: [1, 2, 4] }, steps: [{ run: { ranks: '${{ matrix.ranks }}' } }] },
    beside: false,
    repeats: false,
    gives: ({ over = null }) => ({ matrix: isRecord(over) ? Object.keys(over) : [] }),
    outputs: (inner, { over = {} }) =>
      v.object({
        results: v.pipe(
          v.array(
            v.object({
              ...Object.fromEntries(Object.keys(isRecord(over) ? over : {}).map((name) => [name, v.unknown()])),
              ...inner,
            }),
          ),
          v.description('Values of each combination, with the outputs of its steps.'),
        ),
        experiments: experimentsOutput,
      }),
  },
  async ({ step, key, scope, walk, given }) => {
    const combinations = combinationsOf(given.get('over'));
    const inner = combinations.map((combination) => ({
      ...scope,
      prefix: `${key}[${combinationKey(combination)}]/`,
      matrix: { ...scope.matrix, ...combination },
    }));
    const together = walk.canRunInParallel(step.steps, inner);
    const atOnce = given.get('maxParallel');
    const work = inner.map((inside, i) => async (branch?: Branch) => {
      const done = await walk.sequence(step.steps, branch === undefined ? inside : { ...inside, branch });
      return { ...combinations[i], ...outputsById(done.slice(scope.done.length)) };
    });
    const results: ValueRecord[] = [];
    if (together || (atOnce ?? 1) > 1) results.push(...(await walk.branches(work, { scope, together, atOnce })));
    else for (const one of work) results.push(await one(scope.branch));
    return { results, experiments: experimentsIn(results) };
  },
);
