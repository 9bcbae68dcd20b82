/** Changes of a program, whose run times are predicted, as clients send them. */
import * as v from 'valibot';
import type { Scenario } from '../model/findings/prediction.js';

/** Largest factor of a time. */
export const MOST_FACTOR = 2;

const region = v.pipe(v.string(), v.nonEmpty(), v.maxLength(65_536));
const target = { region, withCallees: v.exactOptional(v.boolean()) };

export const scenario: v.GenericSchema<unknown, Scenario> = v.variant('kind', [
  v.object({
    kind: v.literal('scale'),
    ...target,
    factor: v.pipe(v.number(), v.minValue(0), v.maxValue(MOST_FACTOR)),
  }),
  v.object({ kind: v.literal('balance'), ...target }),
  v.object({ kind: v.literal('network'), region: v.exactOptional(region) }),
  v.object({ kind: v.literal('teams'), region: v.exactOptional(region) }),
]);

/** Scenarios that are applied together, from left to right. */
export const plan = v.pipe(v.array(scenario), v.maxLength(16));
