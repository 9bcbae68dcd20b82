/** Lines that make others wait, as people read them in a terminal. */
import { concernedRanks, listRanks } from '../../engine/presentation/ranks.js';
import { lineText } from '../../engine/presentation/causedWaiting.js';
import type { FindingsReport } from '../../model/findings/findings.js';
import { shortFunctionName } from '../../model/text/functionNames.js';
import { causedWaiting } from '../../model/findings/causedWaits.js';
import { duration, percent, plainLine } from '../../base/text.js';
import { columnWidths, padEnd, padStart, wrap, type Layout } from '../terminal/layout.js';
import { placeText } from './placeText.js';

const MOST_ROWS = { short: 3, full: 20 };
/** Less waiting, as a share of the total time, is left to those who ask for everything. */
const LEAST_SEVERITY = 0.005;
/** Minimum columns; if fewer remain next to numbers and line, the rest is below. */
const NARROW = 30;

/** The lines at which waiting begins, by how much of it, and where it is waited; nothing where that is not known. */
export function* madeLines(report: FindingsReport, layout: Layout): Generator<string> {
  const { width, style, metrics = false } = layout;
  const made = causedWaiting(report).filter(({ severity }) => metrics || severity >= LEAST_SEVERITY);
  if (made.length === 0) return;
  yield style.bold('Lines that make others wait');
  const shown = made.slice(0, metrics ? MOST_ROWS.full : MOST_ROWS.short);
  const rows = shown.map(({ severity, seconds, place, region, locations, waits }) => {
    const name = region === undefined ? '' : shortFunctionName(plainLine(region));
    const who = locations.length === 0 ? '' : ` on ${listRanks(concernedRanks([{ locations }], report))}`;
    const where = waits.map(({ title, at }) => `${plainLine(title)}${at === undefined ? '' : ` at ${lineText(at)}`}`);
    const texts = [percent(severity), duration(seconds), placeText(place, layout, Math.floor(width / 3))];
    return { severity, texts, rest: `${name}${who}${where.length === 0 ? '' : `: ${where.join(', ')}`}` };
  });
  const [share = 0, seconds = 0, place = 0] = columnWidths(rows.map(({ texts }) => texts));
  for (const { severity, texts, rest } of rows) {
    const [first = '', time = '', where = ''] = texts;
    const left = `  ${style.severity(padStart(first, share), severity)}  ${padStart(time, seconds)}  ${padEnd(where, place)}  `;
    const room = width - (share + seconds + place + 8);
    const [beside = '', ...below] = room < NARROW ? ['', ...wrap(rest, width - 4)] : wrap(rest, room);
    yield `${left}${beside}`.trimEnd();
    for (const text of below) yield ' '.repeat(room < NARROW ? 4 : width - room) + text;
  }
  yield '';
}
