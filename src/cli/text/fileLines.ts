/** Use of files, as lines of a terminal. */
import { dataSize, duration, grouped, plainLine } from '../../base/text.js';
import type { FileUse, FindingsReport } from '../../model/findings/findings.js';
import { columnWidths, fit, type Layout, padStart } from '../terminal/layout.js';

const MOST_ROWS = { short: 5, full: 50 };

/** Files by the time in calls on them; nothing where that was not recorded. */
export function* fileLines({ files = [] }: FindingsReport, layout: Layout): Generator<string> {
  const { width, style, folder, metrics = false } = layout;
  if (files.length === 0) return;
  yield style.bold('Files, by the time in calls on them');
  const shown = files.slice(0, metrics ? MOST_ROWS.full : MOST_ROWS.short);
  const rows = shown.map(numbersOf);
  const widths = columnWidths(rows);
  for (const [at, row] of rows.entries()) {
    const numbers = row.map((text, column) => padStart(text, widths[column] ?? 0)).join('  ');
    const room = Math.max(8, width - numbers.length - 4);
    yield `  ${numbers}  ${fit(plainLine(within(folder, shown[at]?.name ?? '')), room, 'end')}`;
  }
  const more = files.length - shown.length;
  if (more > 0) yield `  and ${more} more with --metrics`;
  yield '';
}

function numbersOf({ processes, operations, bytesRead, bytesWritten, seconds }: FileUse): string[] {
  const moved = bytesRead + bytesWritten;
  return [
    duration(seconds),
    `${grouped(processes)} ${processes === 1 ? 'process' : 'processes'}`,
    operations === 0 ? '' : `${grouped(operations)} × ${dataSize(Math.round(moved / operations))}`,
    `${dataSize(bytesRead)} read`,
    `${dataSize(bytesWritten)} written`,
  ];
}

/** A path from a folder on, where it lies in it. */
function within(folder: string, path: string): string {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}
