/** Schemas of predicted run times, as reports and queries contain them. */
import * as v from 'valibot';
import type { Gain, Prediction, ReportPredictions, Scenario } from './prediction.js';
import { type Entries, listOf, numberOf, placeOf, text } from './reportWords.js';

const region = text('Function or construct, by its name in the trace.');
const withCallees = v.exactOptional(
  v.pipe(v.boolean(), v.description('Whether the functions that it calls change too; false if absent.')),
);

/** Factors above this are no changes that anybody plans. */
export const MOST_FACTOR = 2;
export const LARGEST_LATENCY = 100;
/** The smallest factor is its inverse. */
export const LARGEST_BANDWIDTH = 100;

export const scenario: v.GenericSchema<Scenario> = v.pipe(
  v.variant('kind', [
    v.object({
      kind: v.literal('scale'),
      region,
      withCallees,
      factor: v.pipe(v.number(), v.minValue(0), v.maxValue(MOST_FACTOR), v.description('Of its exclusive time.')),
    }),
    v.object({
      kind: v.literal('balance'),
      region,
      withCallees,
      per: v.exactOptional(
        v.pipe(v.literal('iteration'), v.description('In each iteration of the main loop; for the run if absent.')),
      ),
    }),
    v.object({
      kind: v.literal('network'),
      region: v.exactOptional(region),
      latency: v.exactOptional(
        v.pipe(v.number(), v.minValue(0), v.maxValue(LARGEST_LATENCY), v.description('Factor of the latency.')),
      ),
      bandwidth: v.exactOptional(
        v.pipe(
          v.number(),
          v.minValue(1 / LARGEST_BANDWIDTH),
          v.maxValue(LARGEST_BANDWIDTH),
          v.description('Factor of the bandwidth.'),
        ),
      ),
    }),
    v.object({ kind: v.literal('teams'), region: v.exactOptional(region) }),
    v.object({ kind: v.literal('overlap'), region: v.exactOptional(region) }),
    v.object({ kind: v.literal('io'), region: v.exactOptional(region) }),
    v.object({ kind: v.literal('parallelize'), region, withCallees }),
  ]),
  v.description(
    'One change of the program. `scale` multiplies the exclusive time. `balance` divides it equally over the ranks. `network` removes the time of communication, but not the waiting; with `latency` or `bandwidth`, it multiplies these instead. `teams` divides the work before each barrier equally over the threads. `overlap` lets a rank compute instead of waiting, until it next sends or takes part in a collective operation: an upper bound. `io` removes the time of file I/O. `parallelize` divides serial time by the threads of the rank.',
  ),
);

const changes = {
  runTime: numberOf('Predicted run time.'),
  saved: numberOf('Measured run time minus predicted run time; negative if the run becomes longer.'),
  share: numberOf('`saved` as a share of the measured run time.'),
  confidence: v.exactOptional(
    v.pipe(
      v.number(),
      v.minValue(0),
      v.maxValue(1),
      v.description(
        '1 if absent. 1 − confidence is the share of the run time that rests on orders of messages and locks which the program might not keep.',
      ),
    ),
  ),
};

export const gain = v.looseObject({
  scenario: v.lazy(() => scenario),
  ...changes,
} satisfies Entries<Gain>);

/** With a description of its meaning here. */
export const gainOf = (description: string) =>
  v.pipe(
    v.lazy(() => gain),
    v.description(description),
  );

/** Changes that are tried together at most. */
const MOST_SCENARIOS = 32;
const seconds = v.pipe(v.number(), v.finite(), v.minValue(0));

/** A prediction that the user tries. */
export const triedPrediction = v.object({
  /** Applied together, from left to right. */
  scenarios: v.pipe(v.array(scenario), v.minLength(1), v.maxLength(MOST_SCENARIOS)),
  /** Run time as measured, and as predicted. */
  measured: seconds,
  runTime: seconds,
  note: v.exactOptional(v.string()),
});

export type TriedPrediction = v.InferOutput<typeof triedPrediction>;

export const prediction = v.looseObject({
  scenarios: listOf(
    v.lazy(() => scenario),
    'Applied together, from left to right.',
  ),
  place: v.exactOptional(placeOf('Definition of the first target.')),
  ...changes,
  changed: numberOf('Time that changes on all locations together, without the waiting that follows from it.'),
} satisfies Entries<Prediction>);

export const predictions = v.looseObject({
  runTime: numberOf('From the first event of the run to the last one, as measured.'),
  predictions: listOf(prediction, 'The changes that suit the run, each evaluated alone, most saved time first.'),
  limits: listOf(v.string(), 'Parts of the run that keep their measured times or order, a sentence each.'),
} satisfies Entries<ReportPredictions>);
