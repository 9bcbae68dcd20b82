/** How the graph of all calls compresses, as people read it in a terminal. */
import type { NamedCalls } from '../../analysis/dynamics/ofTrace.js';
import { counted, duration, grouped, percent, plainLine } from '../../base/text.js';
import { shortFunctionName } from '../../model/text/functionNames.js';
import { columnWidths, fit, padEnd, padStart, wrap } from '../terminal/layout.js';
import type { Terminal } from '../terminal/terminal.js';

const MOST_ROWS = 30;

/** The number of remaining nodes, and the calls that differ most from each other. */
export function* callLines(
  { calls, nodes, tolerance, paths, names }: NamedCalls,
  { width, style }: Pick<Terminal, 'width' | 'style'>,
): Generator<string> {
  const factor = (left: number): string => `1 : ${Math.round(calls / Math.max(1, left))}`;
  yield style.bold(
    fit(`${counted(calls, 'call')} as ${counted(nodes.strong, 'node')} (${factor(nodes.strong)})`, width),
  );
  yield* wrap(
    `Calls share a node if they make the same calls in the same order. Their times, and those of all their callees, differ by at most ${percent(tolerance)}. If only call paths count, not the number of calls, ${counted(nodes.weak, 'node')} would remain (${factor(nodes.weak)}).`,
    width,
  );
  yield '';
  const cells = paths
    .slice(0, MOST_ROWS)
    .map((path, at) => [
      grouped(path.calls),
      grouped(path.variants),
      duration(path.seconds),
      (names[at] ?? []).map((name) => shortFunctionName(plainLine(name))).join(' › '),
    ]);
  const table = [['calls', 'stored as', 'exclusive', 'call path'], ...cells];
  const widths = columnWidths(table);
  for (const row of table) {
    const line = row.map((cell, at) => (at < 3 ? padStart : padEnd)(cell, widths[at] ?? 0)).join('  ');
    yield fit(`  ${line}`, width).trimEnd();
  }
  if (paths.length > MOST_ROWS) yield `  and ${counted(paths.length - MOST_ROWS, 'more path')}; --json has all`;
}
