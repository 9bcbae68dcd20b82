import * as v from 'valibot';
import { definitionsSchema } from '../../experiments/spaceHeader.js';
import { columnsOf } from './declaration.js';

/** What the numbers of an experiment's space stand for: metrics, and names of call paths and locations. */
export const definitions = {
  ask: v.object({}),
  head: v.object({
    metrics: v.array(
      v.object({
        name: v.string(),
        title: v.string(),
        parent: v.exactOptional(v.string()),
        unit: v.string(),
        description: v.string(),
      }),
    ),
    locationCount: v.number(),
    callPaths: v.number(),
    definitions: definitionsSchema,
    /** Left out where values are those of the whole run. */
    phases: v.exactOptional(v.object({ kind: v.picklist(['iterations', 'windows']), count: v.number() })),
    /** Whether events can be asked for: there is a trace that may be read. */
    hasEvents: v.boolean(),
  }),
  columns: columnsOf({}),
};
