/** The hottest lines by samples or counts, as people read them in a terminal. */
import type { FindingsReport } from '../../model/findings/findings.js';
import { shortFunctionName } from '../../model/text/functionNames.js';
import { amount } from '../../model/findings/mainMetric.js';
import { percent, plainLine } from '../../base/text.js';
import { columnWidths, fit, padEnd, padStart, type Layout } from '../terminal/layout.js';
import { placeText } from './placeText.js';

const MOST_ROWS = { short: 5, full: 50 };

/** Lines by their time or the metric that ranks the report, with how sure it is; nothing where nothing was sampled. */
export function* hotLines(report: FindingsReport, layout: Layout): Generator<string> {
  const { hotLines: lines = [], main } = report;
  const whole = main?.total ?? report.totalTime;
  const { width, style, metrics = false } = layout;
  if (lines.length === 0) return;
  const isSampled = lines.some(({ ofSamples }) => ofSamples > 0);
  yield style.bold(isSampled ? 'Hottest lines, by samples' : 'Hottest lines, by counts');
  const rows = lines
    .slice(0, metrics ? MOST_ROWS.full : MOST_ROWS.short)
    .map((line) => [
      percent(line.share),
      isSampled ? `(${percent(line.least / whole)} to ${percent(line.most / whole)})` : '',
      amount(line.seconds, report),
      placeText(line.place, layout, Math.floor(width / 3)),
      shortFunctionName(plainLine(line.region)),
    ]);
  const [share = 0, between = 0, seconds = 0, place = 0] = columnWidths(rows);
  for (const [first = '', range = '', time = '', where = '', region = ''] of rows)
    yield fit(
      `  ${padStart(first, share)}  ${isSampled ? `${padStart(range, between)}  ` : ''}${padStart(time, seconds)}  ${padEnd(where, place)}  ${region}`.trimEnd(),
      width,
    );
  yield '';
}
