/** Losses, and their changes, by groups of ranks, as a table in a terminal. */
import { percent, plainLine } from '../../base/text.js';
import type { SeverityRow } from '../../model/dynamics/dynamics.js';
import { severityTitle } from '../../model/dynamics/dynamicsText.js';
import { shortFunctionName } from '../../model/text/functionNames.js';
import { shippedProperties } from '../../properties/index.js';
import { columnWidths, fit, padEnd, padStart, wrap } from '../terminal/layout.js';
import type { Terminal } from '../terminal/terminal.js';

const MOST_ROWS = 60;

export function* tableLines(
  rows: readonly SeverityRow[],
  { width, style }: Pick<Terminal, 'width' | 'style'>,
): Generator<string> {
  if (rows.length === 0) {
    yield 'No severity is large enough to report.';
    return;
  }
  const titleOf = (name: string): string | undefined =>
    (shippedProperties.ofIteration(name) ?? shippedProperties.get(name))?.title;
  const cells = rows
    .slice(0, MOST_ROWS)
    .map((row) => [
      percent(row.severity),
      row.where,
      shortFunctionName(plainLine(row.callPath.at(-1)?.region ?? '')),
      severityTitle(row, titleOf),
    ]);
  const table = [['severity', 'where', 'region', 'property'], ...cells];
  const widths = columnWidths(table);
  for (const [number, row] of table.entries()) {
    const line = row.map((cell, at) => (at < 1 ? padStart : padEnd)(cell, widths[at] ?? 0)).join('  ');
    const shown = fit(line, Math.max(width, 100)).trimEnd();
    yield number === 0 ? style.bold(shown) : shown;
  }
  if (rows.length > MOST_ROWS) yield `and ${rows.length - MOST_ROWS} more; --json has all`;
  yield '';
  yield* wrap('Severities are shares of the time of the loop on these ranks. Iterations count from 0.', width);
}
