import * as v from 'valibot';
import { columnsOf, index } from './declaration.js';

/** Maximum number of steps of a search that are reported. */
export const MOST_STEPS = 1000;

const share = v.pipe(v.number(), v.finite());
const iterations = v.object({ first: index, last: index });
const most = { steps: MOST_STEPS, names: 10_000 };

/** The steps of a search; `SearchStep` of the model documents them. */
export const searchSteps = v.pipe(
  v.array(
    v.object({
      parents: v.pipe(v.array(index), v.maxLength(most.steps)),
      metric: v.string(),
      focus: v.object({
        path: v.exactOptional(v.pipe(v.array(v.string()), v.maxLength(most.names))),
        node: v.exactOptional(index),
        locations: v.exactOptional(v.array(index)),
      }),
      window: v.exactOptional(v.object({ from: share, to: share })),
      iterations: v.exactOptional(iterations),
      tested: v.exactOptional(iterations),
      value: v.exactOptional(share),
      threshold: share,
      outcome: v.picklist(['true', 'false', 'untested']),
      note: v.exactOptional(v.string()),
      count: v.exactOptional(index),
    }),
  ),
  v.maxLength(most.steps),
);

/**
 * The search for what is wrong with the run: which property, at which call path, on which location, in which eighth of it; of a
 * run that was searched while it ran, the history of that search.
 */
export const search = {
  ask: v.object({}),
  head: v.object({
    steps: searchSteps,
    /** Why nothing is known of when: one sentence. */
    missing: v.exactOptional(v.string()),
    /** Of a search while the program ran: how far it came and why it ended, one sentence; steps are shares of its loop. */
    searched: v.exactOptional(v.string()),
    /** Titles of properties that are none of the experiment's metrics, by name. */
    titles: v.record(v.string(), v.string()),
  }),
  columns: columnsOf({}),
};
