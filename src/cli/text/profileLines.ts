/** The flat profile as people read it in a terminal. */
import { isCounted, NOT_MEASURED } from '../../model/callCounts.js';
import type { FindingsReport, ProfileRow } from '../../model/findings/findings.js';
import { shortFunctionName } from '../../model/text/functionNames.js';
import { amount } from '../../model/findings/mainMetric.js';
import { counted, percent, plainLine } from '../../base/text.js';
import { columnWidths, fit, padEnd, padStart, textWidth, type Layout } from '../terminal/layout.js';
import { placeText } from './placeText.js';

/** Maximum number of rows in a short report: waiting and its causes need more space. */
const MOST_ROWS = 5;

/** The hottest functions by their own time; nothing in reports that have no profile. */
export function* profileLines(report: FindingsReport, layout: Layout): Generator<string> {
  const { profile = [], main } = report;
  const { width, style, metrics = false } = layout;
  if (profile.length === 0) return;
  const what = main === undefined ? 'time' : plainLine(main.title);
  yield style.bold(fit(`Hottest functions, by exclusive ${what}`, width));
  const rows = profile.slice(0, metrics ? profile.length : MOST_ROWS).map((row) => cellsOf(row, report, layout));
  const widths = columnWidths(rows.map(({ numbers }) => numbers));
  const place = Math.max(...rows.map((row) => textWidth(row.place)));
  const numbersWidth = widths.reduce((sum, one) => sum + one + 2, 2);
  // Names give way: numbers and lines are never cut.
  const name = Math.min(
    Math.max(...rows.map((row) => textWidth(row.name))),
    Math.max(8, width - numbersWidth - place - 2),
  );
  for (const row of rows) {
    const numbers = row.numbers.map((text, column) => padStart(text, widths[column] ?? 0)).join('  ');
    const line = `  ${numbers}  ${padEnd(fit(row.name, name), name)}  ${row.place}`.trimEnd();
    if (textWidth(line) <= width) yield line;
    else yield* [`  ${numbers}`, `    ${fit(row.name, width - 4)}`];
  }
  yield '';
}

interface Cells {
  readonly numbers: readonly [share: string, seconds: string, calls: string];
  readonly name: string;
  readonly place: string;
}

function cellsOf(
  { region, place, visits, exclusive, share }: ProfileRow,
  report: FindingsReport,
  layout: Layout,
): Cells {
  return {
    numbers: [
      percent(share),
      amount(exclusive, report),
      isCounted(visits, exclusive) ? counted(visits, 'call') : `${NOT_MEASURED} calls`,
    ],
    name: shortFunctionName(plainLine(region)),
    place: place === undefined ? '' : placeText(place, layout, Math.floor(layout.width / 3)),
  };
}
