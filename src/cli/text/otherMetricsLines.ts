/** Contents of a profile in addition to times and counters, as lines of a terminal with all details. */
import { duration, percent, plainLine, quantity } from '../../base/text.js';
import type {
  EventSummary,
  GroupSummary,
  MomentSummary,
  RangeMetric,
  SliceSummary,
} from '../../model/findings/otherMetrics.js';
import { isCounted, NOT_MEASURED } from '../../model/callCounts.js';
import type { FindingsReport, SourcePlace } from '../../model/findings/findings.js';
import { shortFunctionName } from '../../model/text/functionNames.js';
import { quantityLines } from './counterLines.js';
import { columnWidths, fit, padStart, type Layout } from '../terminal/layout.js';
import { placeText } from './placeText.js';

const MOST_ROWS = 50;

/** Events, groups, parameters, moments and other metrics; nothing where there are none. */
export function* otherMetricsLines({ beside = {} }: FindingsReport, layout: Layout): Generator<string> {
  const { quantities = [], ranges = [], events = [], groups = [], slices = [], moments = [] } = beside;
  yield* quantityLines(quantities, layout);
  yield* table('Events', eventRows(events, layout), layout);
  for (const range of ranges) yield* table(`${plainLine(range.title)}, by function`, rangeRows(range, layout), layout);
  yield* table('Groups of functions, by exclusive time', groupRows(groups), layout);
  yield* table('Functions by parameters', sliceRows(slices, layout), layout);
  yield* table('Moments of the run', momentRows(moments), layout);
}

/** Numbers by column, and what they are of; the first row names the columns. */
type TableRow = readonly [numbers: readonly string[], name: string];

function* table(title: string, [head, ...all]: readonly TableRow[], layout: Layout): Generator<string> {
  const { width, style } = layout;
  if (head === undefined || all.length === 0) return;
  const rows = [head, ...all.slice(0, MOST_ROWS)];
  const widths = columnWidths(rows.map(([numbers]) => numbers));
  yield style.bold(title);
  for (const [numbers, name] of rows) {
    const cells = numbers.map((text, column) => padStart(text, widths[column] ?? 0)).join('  ');
    yield fit(`  ${cells}  ${name}`, width);
  }
  const more = all.length - (rows.length - 1);
  if (more > 0) yield `  and ${more} more`;
  yield '';
}

function eventRows(events: readonly EventSummary[], layout: Layout): TableRow[] {
  const rows = events.map(({ name, context = [], place, unit, count, min, max, mean, deviation }): TableRow => {
    const where = context.map((step) => shortFunctionName(plainLine(step))).join(' → ');
    const of = where === '' ? plainLine(name) : `${plainLine(name)}: ${where}`;
    return [
      [quantity(count, 'count'), ...[min, mean, max, deviation].map((one) => quantity(one, unit))],
      `${of}  ${placeOf(place, layout)}`.trimEnd(),
    ];
  });
  return [[['times', 'least', 'mean', 'most', 'deviation'], 'event'], ...rows];
}

function rangeRows({ functions, unit }: RangeMetric, layout: Layout): TableRow[] {
  const rows = functions.map(({ region, place, least, most }): TableRow => [
    [quantity(least, unit), quantity(most, unit)],
    nameOf(region, place, layout),
  ]);
  return [[['least', 'most'], 'function'], ...rows];
}

function groupRows(groups: readonly GroupSummary[]): TableRow[] {
  const rows = groups.map(({ name, functions, calls, seconds, share }): TableRow => [
    [
      percent(share),
      duration(seconds),
      isCounted(calls, seconds) ? quantity(calls, 'count') : NOT_MEASURED,
      quantity(functions, 'count'),
    ],
    plainLine(name),
  ]);
  return [[['share', 'time', 'calls', 'functions'], 'group'], ...rows];
}

function sliceRows(slices: readonly SliceSummary[], layout: Layout): TableRow[] {
  const rows = slices.map(({ region, place, parameters, calls, exclusive, inclusive }): TableRow => [
    [isCounted(calls, inclusive) ? quantity(calls, 'count') : NOT_MEASURED, duration(exclusive), duration(inclusive)],
    `${plainLine(parameters)}  ${nameOf(region, place, layout)}`,
  ]);
  return [[['calls', 'exclusive', 'inclusive'], 'parameters and function'], ...rows];
}

function momentRows(moments: readonly MomentSummary[]): TableRow[] {
  const rows = moments.map(({ name, time, seconds }): TableRow => [
    [time === undefined ? '' : duration(time), duration(seconds)],
    plainLine(name),
  ]);
  return [[['since begin', 'time until then'], 'moment'], ...rows];
}

const placeOf = (place: SourcePlace | undefined, layout: Layout): string =>
  place === undefined ? '' : placeText(place, layout, Math.floor(layout.width / 3));

const nameOf = (region: string, place: SourcePlace | undefined, layout: Layout): string =>
  `${shortFunctionName(plainLine(region))}  ${placeOf(place, layout)}`.trimEnd();
