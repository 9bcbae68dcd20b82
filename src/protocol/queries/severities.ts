import * as v from 'valibot';
import { columnsOf } from './declaration.js';

/**
 * The severity of a property by call path and location, sparse as `SeverityColumn` of the model; `phase` is empty where
 * the space has no phases.
 */
export const severities = {
  ask: v.object({ metric: v.string() }),
  head: v.object({ unit: v.string() }),
  columns: columnsOf({ callPath: 'uint32', location: 'uint32', phase: 'uint32', value: 'float64' }),
};
