import * as v from 'valibot';
import { dynamicsReport } from '../../model/dynamics/dynamicsSchema.js';
import { columnsOf, chosenLoop } from './declaration.js';

/**
 * How performance changes from iteration to iteration: the report kept with the experiment, which is made of the trace
 * where it is missing. Series that can be asked for with `series` are listed: row `s` is metric `metrics[metric[s]]` at call
 * path `node[s]` (the largest Uint32: none), with `seconds[s]` in all iterations of all locations; for counters that is the
 * number of events, in their unit.
 */
export const dynamics = {
  ask: v.object({ level: chosenLoop }),
  head: v.object({
    /** `report.none` contains the reason if no loop was found. */
    report: dynamicsReport,
    metrics: v.array(v.string()),
    /** Those of the metrics that are counters, with their units. */
    counters: v.array(v.object({ name: v.string(), unit: v.string() })),
    /** Titles and pages of the properties of findings, by their names. */
    titles: v.record(v.string(), v.object({ title: v.string(), page: v.string() })),
  }),
  columns: columnsOf({ metric: 'uint32', node: 'uint32', seconds: 'float64' }),
};
