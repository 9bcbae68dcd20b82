/** Findings of a report, and how the waits of their properties are distributed. */
import * as v from 'valibot';
import type {
  Finding,
  FindingPart,
  PropertyStatistics,
  RootCause,
  WaitInstance,
  WorstInstance,
} from '../../model/findings/findings.js';
import {
  callPath,
  count,
  listOf,
  location,
  number,
  numberOf,
  place,
  placeOf,
  property,
  sharesOf,
  text,
} from '../../model/findings/reportWords.js';
import { gainOf } from '../../model/findings/scenarioSchema.js';
import type { Entries } from '../../model/findings/reportWords.js';

export const findingPart = v.looseObject({
  property: text('Unique metric name, such as `mpi_latesender_wo`.'),
  title: v.string(),
  seconds: number,
  severity: numberOf("Share of the total time, contained in the finding's severity."),
  explanation: v.string(),
  advice: v.string(),
} satisfies Entries<FindingPart>);

export const waitInstance = v.looseObject({
  location,
  name: v.string(),
  enter: numberOf('When the waiting operation was entered, from the start of the trace.'),
  leave: numberOf('When it was left.'),
  seconds: numberOf('How long it waited.'),
} satisfies Entries<WaitInstance>);

export const worstInstance = v.looseObject({
  ...waitInstance.entries,
  callPath,
  place: v.exactOptional(place),
} satisfies Entries<WorstInstance>);

export const statistics = v.looseObject({
  property,
  title: v.string(),
  count: v.pipe(count, v.description('Number of waits: one for each location in each operation that waits.')),
  sum: number,
  mean: number,
  standardDeviation: numberOf('Of all the waits, divided by their number.'),
  minimum: number,
  lowerQuartile: number,
  median: number,
  upperQuartile: number,
  maximum: number,
  worst: listOf(worstInstance, 'The longest wait of each call path, the longest first, at most five.'),
} satisfies Entries<PropertyStatistics>);

export const rootCause = v.looseObject({
  region: v.string(),
  callPath,
  place: v.exactOptional(place),
  seconds: numberOf('Waiting of the finding that is due to it, directly or through other waiting.'),
  share: numberOf("Share of the finding's seconds."),
  locations: sharesOf('The locations on which it delays others most, worst first.'),
  hottest: v.exactOptional(placeOf('The line of the region with most samples; absent without sampling.')),
  longer: v.exactOptional(
    numberOf(
      'How much longer these locations take there than those that wait, on average; absent if it explains less than half of the waiting.',
    ),
  ),
  gain: v.exactOptional(gainOf('Predicted gain if it were balanced over ranks; absent if unknown or negligible.')),
} satisfies Entries<RootCause>);

export const finding = v.looseObject({
  kind: v.exactOptional(
    v.pipe(
      v.literal('cost'),
      v.description(
        'Present if calls of MPI or OpenMP cost time without waiting: `seconds` minus all waiting found in them. Absent if time is lost by waiting.',
      ),
    ),
  ),
  property,
  title: v.string(),
  callPath,
  place: v.exactOptional(
    placeOf(
      'The line to look at: the call site of the innermost step, else the nearest known line up the path. Absent when no line is known.',
    ),
  ),
  unit: v.exactOptional(
    text(
      'Unit of `seconds` here and in `locations`; present where the report is ranked by another metric than the time.',
    ),
  ),
  seconds: numberOf('Time lost, summed over locations.'),
  severity: numberOf('Share of the total time of all locations.'),
  confidence: numberOf('1 when the measurement proves it; less where it is inferred.'),
  locations: sharesOf('Locations that wait, worst first.'),
  causes: v.exactOptional(sharesOf('Locations that were waited for, worst first; absent where none can be named.')),
  parts: v.exactOptional(
    listOf(
      findingPart,
      "The parts of this finding's seconds that more specific properties explain; absent without any.",
    ),
  ),
  worst: v.exactOptional(
    v.pipe(
      v.lazy(() => waitInstance),
      v.description('The longest wait of the finding; absent where the property has no single waits.'),
    ),
  ),
  rootCauses: v.exactOptional(
    listOf(rootCause, 'Origins of the waiting, worst first; absent if unknown or too evenly spread.'),
  ),
  gain: v.exactOptional(
    gainOf('Predicted gain of the best change that addresses it; absent if unknown or negligible.'),
  ),
  explanation: text('Its meaning, one or two sentences.'),
  advice: text('Advice, one or two sentences.'),
} satisfies Entries<Finding>);
