import * as v from 'valibot';
import { group } from '../steps/walk.js';
import { outputsById } from './outputs.js';

/** All steps at once; when some fail, the others are let come to their end first. */
export const parallel = group(
  {
    kind: 'parallel',
    title: 'At the same time',
    description: 'Runs several steps at the same time.',
    arguments: {},
    first: { steps: [{ shell: { command: ['echo', 'hello'] } }] },
    beside: true,
    repeats: false,
    gives: () => ({}),
    outputs: (inner) => v.object({ ...inner }),
  },
  async ({ step, key, scope, walk }) => {
    const inside = { ...scope, prefix: `${key}/` };
    const together = walk.canRunInParallel(step.steps, [scope]);
    const done = await walk.branches(
      step.steps.map((one) => async (branch) => ({
        id: one.id,
        kind: one.kind,
        outputs: await walk.step(one, branch === undefined ? inside : { ...inside, branch }),
      })),
      { scope, together, atOnce: undefined },
    );
    return outputsById(done);
  },
);
