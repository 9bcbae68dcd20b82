/** Schema of the overhead subtracted from the times of a report. */
import * as v from 'valibot';
import type { Compensated, Compensation } from '../../model/findings/findings.js';
import { listOf, numberOf, text } from '../../model/findings/reportWords.js';
import type { Entries } from '../../model/findings/reportWords.js';

export const compensated = v.looseObject({
  measured: numberOf('As it was measured.'),
  compensated: numberOf('Without measurement overhead.'),
} satisfies Entries<Compensated>);

export const compensatedRank = v.looseObject({
  ...compensated.entries,
  name: v.string(),
  overhead: numberOf('Measurement overhead on the threads of this process.'),
} satisfies Entries<Compensation['ranks'][number]>);

export const compensatedMetric = v.looseObject({
  ...compensated.entries,
  name: text('Unique name, as CUBE and Scalasca use it.'),
  title: v.string(),
} satisfies Entries<Compensation['metrics'][number]>);

export const compensation = v.looseObject({
  costs: v.pipe(
    v.picklist(['measured', 'given']),
    v.description('Whether the overhead of a record was measured in the run, or given by the user.'),
  ),
  overhead: numberOf('Measurement overhead of all locations together.'),
  time: compensated,
  span: compensated,
  ranks: listOf(compensatedRank, 'Time of each process from its first event to its last.'),
  metrics: listOf(compensatedMetric, 'Totals of all metrics in seconds, over all call paths and locations.'),
} satisfies Entries<Compensation>) satisfies v.GenericSchema<Compensation>;
