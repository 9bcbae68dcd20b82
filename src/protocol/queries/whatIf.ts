import * as v from 'valibot';
import { scenario } from '../../model/findings/scenarioSchema.js';
import { plan } from '../scenario.js';
import { columnsOf, index } from './declaration.js';

/** Plans of one query at most. */
export const MOST_PLANS = 64;

const place = v.object({ file: v.string(), line: v.number() });

/**
 * Predicted run times after changes of the program, in seconds: `runTime[p]` is that of `plans[p]`. It is not a number for
 * a plan that cannot be predicted.
 */
export const whatIf = {
  ask: v.object({
    plans: v.pipe(v.array(plan), v.maxLength(MOST_PLANS)),
    /** Whether scenarios that suit the trace are listed too; false if omitted. */
    candidates: v.exactOptional(v.boolean()),
    /** Call paths whose functions are named in the answer. */
    nodes: v.exactOptional(v.pipe(v.array(index), v.maxLength(1000))),
  }),
  head: v.object({
    /** From the first event of the run to the last one, as measured. */
    runTime: v.number(),
    /** Parts of the run that keep their measured times or order, a sentence each. */
    limits: v.array(v.string()),
    plans: v.array(
      v.object({
        /** Definition of the target of the first scenario, if known. */
        place: v.exactOptional(place),
        /** Less than 1 if the plan may reverse orders of messages or locks; 1 if omitted. */
        confidence: v.exactOptional(v.number()),
        /** Reason why the plan cannot be predicted: one sentence. */
        problem: v.exactOptional(v.string()),
      }),
    ),
    /** The innermost function at or above each of the call paths that computes or reads or writes files. */
    functions: v.exactOptional(v.array(v.string())),
    candidates: v.exactOptional(
      v.object({
        scenarios: v.array(scenario),
        /** Names of functions whose time matters, most exclusive time first. */
        functions: v.array(v.string()),
      }),
    ),
  }),
  columns: columnsOf({ runTime: 'float64' }),
};
