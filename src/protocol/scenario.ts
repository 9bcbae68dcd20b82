/** Changes of a program, whose run times are predicted, as clients send them. */
import * as v from 'valibot';
import { scenario } from '../model/findings/scenarioSchema.js';

/** Scenarios that are applied together, from left to right. */
export const plan = v.pipe(v.array(scenario), v.maxLength(16));
