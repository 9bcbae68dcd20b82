/** Schema of a profile report's data in addition to times and counters. */
import * as v from 'valibot';
import type {
  EventSummary,
  GroupSummary,
  OtherMetrics,
  MomentSummary,
  RangeMetric,
  RangeOfFunction,
  SliceSummary,
} from '../../model/findings/otherMetrics.js';
import { countOf, listOf, number, numberOf, placeOf, text, type Entries } from '../../model/findings/reportWords.js';
import { counter } from './totalsSchema.js';

const event = v.looseObject({
  name: v.string(),
  context: v.exactOptional(
    listOf(v.string(), 'The call path of the event, outermost first; absent for the sum over all call paths.'),
  ),
  place: v.exactOptional(placeOf('Location of the definition of the innermost of these.')),
  unit: text('Of all numbers.'),
  count: numberOf('How many numbers there were, over all locations.'),
  min: number,
  max: number,
  mean: number,
  deviation: numberOf('Standard deviation of all numbers.'),
  locations: countOf('Locations with any number.'),
} satisfies Entries<EventSummary>);

const functionRange = v.looseObject({
  region: v.string(),
  place: v.exactOptional(placeOf('Location of its definition; absent for libraries.')),
  least: number,
  most: number,
} satisfies Entries<RangeOfFunction>);

const range = v.looseObject({
  name: text('Unique name.'),
  title: v.string(),
  unit: text('Of all values.'),
  combine: v.picklist(['min', 'max', 'none']),
  functions: listOf(functionRange, 'Over all call paths and locations, at most 50.'),
} satisfies Entries<RangeMetric>);

const group = v.looseObject({
  name: v.string(),
  functions: countOf('Functions of the group.'),
  calls: number,
  seconds: numberOf('Exclusive time of its functions, over all locations.'),
  share: numberOf('Of the total time.'),
} satisfies Entries<GroupSummary>);

const slice = v.looseObject({
  region: v.string(),
  place: v.exactOptional(placeOf('Location of its definition; absent for libraries.')),
  parameters: text('Such as `n = 4`.'),
  calls: number,
  exclusive: number,
  inclusive: number,
} satisfies Entries<SliceSummary>);

const moment = v.looseObject({
  name: v.string(),
  time: v.exactOptional(numberOf('Since the run began.')),
  seconds: numberOf('Time of all locations up to then.'),
} satisfies Entries<MomentSummary>);

export const beside = v.pipe(
  v.looseObject({
    quantities: v.exactOptional(listOf(counter, 'Metrics that add up and are neither times nor counters.')),
    ranges: v.exactOptional(listOf(range, 'Metrics whose values do not add up.')),
    events: v.exactOptional(listOf(event, 'Recorded values, such as message sizes; at most 200.')),
    groups: v.exactOptional(listOf(group, 'Functions by the groups that the measurement put them into; at most 50.')),
    slices: v.exactOptional(listOf(slice, 'Functions by the values of parameters; at most 200.')),
    moments: v.exactOptional(listOf(moment, 'Snapshots of the run; at most 100.')),
  } satisfies Entries<OtherMetrics>),
  v.description('Other data of a profile, in addition to times and counters; absent without any.'),
);
