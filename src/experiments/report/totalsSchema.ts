/** Totals of a report: of metrics, functions, constructs and source lines. */
import * as v from 'valibot';
import type { CountedFunction, CounterReport } from '../../model/counters.js';
import type {
  EntityPlace,
  EntitySummary,
  FileUse,
  FlatRow,
  FunctionSummary,
  HotLine,
  LineProperty,
  LineSummary,
  MetricTotal,
  ProfileRow,
} from '../../model/findings/findings.js';
import type { MainMetric } from '../../model/findings/mainMetric.js';
import {
  callPathStep,
  countOf,
  listOf,
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

export const metric = v.looseObject({
  name: text('Unique name, as CUBE and Scalasca use it.'),
  title: v.string(),
  parent: v.exactOptional(text('Unique name of the metric that contains this one.')),
  unit: text('`seconds`, `bytes`, `count`, or any other unit as the measurement names it.'),
  value: number,
  share: v.exactOptional(numberOf('Share of the total time; only for metrics in seconds.')),
} satisfies Entries<MetricTotal>);

export const mainMetric = v.looseObject({
  name: text('Its unique name.'),
  title: v.string(),
  unit: text('As of metrics.'),
  total: numberOf('Over all call paths and locations, in its unit.'),
} satisfies Entries<MainMetric>);

export const functionProperty = v.looseObject({
  property,
  title: v.string(),
  severity: numberOf('Share of the total time.'),
} satisfies Entries<FunctionSummary['properties'][number]>);

export const functionSummary = v.looseObject({
  region: v.string(),
  place,
  visits: number,
  inclusive: number,
  exclusive: number,
  share: numberOf('Inclusive time as a share of the total.'),
  properties: listOf(functionProperty, 'Waiting properties in this function and below, worst first.'),
  gain: v.exactOptional(gainOf('Predicted gain if its exclusive time were halved; absent if unknown or negligible.')),
} satisfies Entries<FunctionSummary>);

export const profileRow = v.looseObject({
  region: v.string(),
  place: v.exactOptional(placeOf('Location of its definition; absent for libraries.')),
  visits: number,
  exclusive: numberOf('Exclusive time, without idle threads.'),
  share: numberOf('Of the total time.'),
} satisfies Entries<ProfileRow>);

export const flatRow = v.looseObject({
  region: v.string(),
  place: v.exactOptional(placeOf('Location of its definition; absent for libraries.')),
  calls: number,
  exclusive: numberOf('Exclusive time, without idle threads.'),
  inclusive: numberOf('Inclusive time; recursion is not counted twice.'),
  shortest: v.exactOptional(numberOf('Inclusive time of the shortest call.')),
  longest: v.exactOptional(numberOf('Inclusive time of the longest call.')),
  counted: v.exactOptional(
    v.pipe(v.record(v.string(), number), v.description("By counter: its exclusive value, in the counter's unit.")),
  ),
} satisfies Entries<FlatRow>);

export const countedFunction = v.looseObject({
  region: v.string(),
  place: v.exactOptional(placeOf('Location of its definition; absent for libraries.')),
  calls: number,
  own: numberOf('Exclusive, over all locations.'),
  inclusive: numberOf('Inclusive, over all locations; recursion is not counted twice.'),
} satisfies Entries<CountedFunction>);

export const counter = v.looseObject({
  name: text('As perf or PAPI names it.'),
  unit: text('Of all values: `count`, `seconds` of counters that are times.'),
  total: numberOf('Over all call paths and locations.'),
  functions: listOf(countedFunction, 'Those with the largest exclusive values, at most 200.'),
} satisfies Entries<CounterReport>);

export const hotLine = v.looseObject({
  region: v.string(),
  place,
  samples: number,
  ofSamples: numberOf('All samples of the function; 0 if its lines were counted and not sampled.'),
  seconds: numberOf("That part of the function's own time."),
  least: numberOf('The time is between least and most with a confidence of 95 %.'),
  most: number,
  share: numberOf('Of the total time.'),
} satisfies Entries<HotLine>);

export const fileUse = v.looseObject({
  name: text('Its path, or the name of a standard stream.'),
  processes: countOf('Processes that used it.'),
  operations: countOf('Operations that read or wrote, or had written what was kept back.'),
  bytesRead: number,
  bytesWritten: number,
  seconds: numberOf('Time in calls on what was opened, and in those that opened it.'),
} satisfies Entries<FileUse>);

const entityPlace = v.looseObject({
  callPath: listOf(callPathStep, 'Outermost first.'),
  place: v.exactOptional(placeOf('The line where that work begins.')),
  seconds: number,
} satisfies Entries<EntityPlace>);

export const entity = v.looseObject({
  name: v.string(),
  attributes: v.exactOptional(text('As the program gave them.')),
  seconds: numberOf(
    'Over all locations; of shared work its part by weight. Seconds of different entities may be added.',
  ),
  share: numberOf('Of the total time.'),
  visits: number,
  properties: listOf(functionProperty, 'Waiting within, worst first.'),
  places: listOf(entityPlace, 'Call paths of the work, the most time first; only the first ones.'),
  locations: sharesOf('Locations that do it, the most time first; only the first ones.'),
} satisfies Entries<EntitySummary>);

export const lineProperty = v.looseObject({
  property,
  title: v.string(),
  severity: numberOf('Share of the total time, with what the calls call.'),
  own: numberOf('The part of severity that is lost by the calls themselves.'),
} satisfies Entries<LineProperty>);

export const line = v.looseObject({
  place,
  seconds: numberOf(
    'Inclusive time of the calls made from this line, or of the function that starts here. Recursion is not counted twice.',
  ),
  share: numberOf('Of the total time.'),
  exclusive: v.exactOptional(
    numberOf('The part of seconds without what they call; absent in reports of older versions.'),
  ),
  properties: v.exactOptional(
    listOf(
      lineProperty,
      'Waiting in these seconds, worst first; absent where there is none, and in reports of older versions.',
    ),
  ),
  delays: v.exactOptional(
    numberOf(
      'Waiting of others, in seconds, that is due to the calls without what they call: what their delays cost; absent where there is none or it is not known, and in reports of older versions.',
    ),
  ),
} satisfies Entries<LineSummary>);
