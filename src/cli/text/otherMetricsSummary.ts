/** Counters and other metrics in addition to times, a line each: a summary that fits a terminal with the findings. */
import { counted, dataSize, percent, plainLine, quantity } from '../../base/text.js';
import type { EventSummary } from '../../model/findings/otherMetrics.js';
import type { CounterReport } from '../../model/counters.js';
import type { FindingsReport } from '../../model/findings/findings.js';
import { shortFunctionName } from '../../model/text/functionNames.js';
import { columnWidths, fit, padEnd, padStart, type Layout } from '../terminal/layout.js';
import { placeText } from './placeText.js';

const MOST_COUNTERS = 3;
const MOST_EVENTS = 2;

/**
 * Yields the most informative counters, metrics, events and groups, and the number of others; nothing if there are
 * none.
 */
export function* otherMetricsSummary(report: FindingsReport, layout: Layout): Generator<string> {
  const { counters = [], beside = {} } = report;
  const { quantities = [], ranges = [], events = [], groups = [], slices = [], moments = [] } = beside;
  const bytes = quantities.filter(({ unit }) => unit === 'bytes');
  const told = [...counters.slice(0, MOST_COUNTERS), ...bytes.slice(0, MOST_COUNTERS - 1)];
  const named = told.length > 0 ? told : quantities.slice(0, MOST_COUNTERS);
  const lines = [
    ...counterRows(named, layout),
    ...events.slice(0, MOST_EVENTS).map(eventText),
    ...(groups.length === 0 ? [] : [groupText(report)]),
  ];
  const left = [
    counted(counters.length + quantities.length + ranges.length - named.length, 'metric'),
    counted(Math.max(0, events.length - MOST_EVENTS), 'event'),
    counted(slices.length, 'parameter'),
    counted(moments.length, 'moment'),
  ].filter((text) => !text.startsWith('0 '));
  if (lines.length === 0 && left.length === 0) return;
  yield layout.style.bold('Counters and events');
  for (const line of lines) yield fit(`  ${line}`, layout.width);
  yield fit(`  ${left.length > 0 ? `${left.join(', ')} more` : 'functions'} with --metrics`, layout.width);
  yield '';
}

/** Returns name, total, and the function with the largest exclusive value. */
function counterRows(counters: readonly CounterReport[], layout: Layout): string[] {
  const rows = counters.map((counter) => {
    const { name, total, unit } = counter;
    const most = mostOf(counter, layout);
    const amount = unit === 'bytes' ? dataSize(Math.round(total)) : quantity(total, unit);
    return [plainLine(name), amount, ...most];
  });
  const [name = 0, total = 0, share = 0] = columnWidths(rows);
  return rows.map(([first = '', second = '', third = '', where = '']) =>
    `${padEnd(first, name)}  ${padStart(second, total)}  ${padStart(third, share)} ${where}`.trimEnd(),
  );
}

function mostOf({ functions: [first], total }: CounterReport, layout: Layout): [share: string, where: string] {
  if (first === undefined || total <= 0) return ['', ''];
  const where = first.place === undefined ? '' : `  ${placeText(first.place, layout, Math.floor(layout.width / 3))}`;
  return [percent(Math.min(1, first.own / total)), `in ${shortFunctionName(plainLine(first.region))}${where}`];
}

/** `Message size for broadcast: 156,800 times, 4 B to 262,144 B, mean 486.9 B` */
function eventText({ name, context = [], unit, count, min, max, mean }: EventSummary): string {
  const where = context.map((step) => shortFunctionName(plainLine(step))).join(' → ');
  const of = where === '' ? plainLine(name) : `${plainLine(name)}: ${where}`;
  const [least, most, average] = [min, max, mean].map((one) => quantity(one, unit));
  return `${of}: ${counted(count, 'time')}, ${least} to ${most}, mean ${average}`;
}

/** `Groups: 70.5 % TAU_USER, 29.3 % MPI`; without time, how many calls. */
function groupText({ beside: { groups = [] } = {}, totalTime }: FindingsReport): string {
  const shares = groups.map(({ name, share, calls }) =>
    totalTime > 0 ? `${percent(share)} ${plainLine(name)}` : `${counted(calls, 'call')} of ${plainLine(name)}`,
  );
  return `Groups of functions: ${shares.join(', ')}`;
}
