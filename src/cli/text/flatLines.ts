/** The whole flat profile as people read it in a terminal. */
import { duration, percent, plainLine, quantity } from '../../base/text.js';
import { isCounted, NOT_MEASURED } from '../../model/callCounts.js';
import type { FindingsReport, FlatRow } from '../../model/findings/findings.js';
import { shortFunctionName } from '../../model/text/functionNames.js';
import { amount } from '../../model/findings/mainMetric.js';
import { columnWidths, fit, padStart, type Layout } from '../terminal/layout.js';
import { placeText } from './placeText.js';

const HEADINGS = ['%', 'exclusive', 'inclusive', 'calls', 'a call', 'shortest', 'longest'] as const;
/** Names are cut to no less than this. */
const LEAST_NAME = 16;

/**
 * All regions, the hottest first, one line each: numbers are never cut, names give way.
 * @param report the whole that shares are of, and the counters of the run, a column each
 */
export function* flatLines(
  rows: readonly FlatRow[],
  report: Pick<FindingsReport, 'totalTime' | 'main' | 'counters'>,
  layout: Layout,
): Generator<string> {
  const { width, style } = layout;
  const { counters = [] } = report;
  const hasExtremes = rows.some(({ shortest }) => shortest !== undefined);
  const numbers = rows.map((row) => numbersOf(row, report));
  const shown = hasExtremes ? HEADINGS.length : HEADINGS.length - 2;
  const counts = [
    counters.map(({ name }) => plainLine(name)),
    ...rows.map(({ counted }) => counters.map(({ name, unit }) => quantity(counted?.[name] ?? 0, unit))),
  ];
  const cells = [HEADINGS, ...numbers].map((row, at) => [...row.slice(0, shown), ...(counts[at] ?? [])]);
  const widths = columnWidths(cells);
  const room = Math.max(LEAST_NAME, width - widths.reduce((sum, one) => sum + one + 2, 0));
  for (const [index, row] of cells.entries()) {
    const text = row.map((cell, column) => padStart(cell, widths[column] ?? 0)).join('  ');
    const about = rows[index - 1];
    yield about === undefined ? style.bold(`${text}  function`) : `${text}  ${nameOf(about, room, layout)}`;
  }
}

function numbersOf(row: FlatRow, report: Pick<FindingsReport, 'totalTime' | 'main'>): readonly string[] {
  const { calls, exclusive, inclusive, shortest, longest } = row;
  const whole = report.main?.total ?? report.totalTime;
  return [
    percent(whole > 0 ? Math.min(1, exclusive / whole) : 0),
    amount(exclusive, report),
    amount(inclusive, report),
    isCounted(calls, inclusive) ? calls.toLocaleString('en') : NOT_MEASURED,
    // Recursive calls are counted once in the inclusive time, at any depth.
    calls > 0 ? amount(inclusive / calls, report) : NOT_MEASURED,
    shortest === undefined ? NOT_MEASURED : duration(shortest),
    longest === undefined ? NOT_MEASURED : duration(longest),
  ];
}

function nameOf({ region, place }: FlatRow, room: number, layout: Layout): string {
  const name = shortFunctionName(plainLine(region));
  const where = place === undefined ? '' : placeText(place, layout, Math.floor(layout.width / 3));
  const whole = `${name}  ${where}`.trimEnd();
  return whole.length <= room ? whole : fit(name, room);
}
