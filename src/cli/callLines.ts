/** How the graph of all calls compresses, as people read it in a terminal. */
import type { NamedCalls } from '../analysis/dynamics/ofTrace.js';
import { counted, duration, grouped, percent, plainLine } from '../base/text.js';
import { shortFunctionName } from '../model/functionNames.js';
import { columnWidths, fit, padEnd, padStart, wrap } from './layout.js';
import type { Terminal } from './terminal.js';

const MOST_ROWS = 30;

/** How many nodes are left, and which calls differ most from each other. */
export function* callLines(
  { calls, nodes, tolerance, paths, names }: NamedCalls,
  { width, style }: Pick<Terminal, 'width' | 'style'>,
): Generator<string> {
  const factor = (left: number): string => `1 : ${Math.round(calls / Math.max(1, left))}`;
  yield style.bold(
    fit(`${counted(calls, 'call')} as ${counted(nodes.strong, 'node')} (${factor(nodes.strong)})`, width),
  );
  yield* wrap(
    `Calls are one node where they call the same in the same order; their times, and those of all that they call, are within ${percent(tolerance)}. By call paths alone, however often these are called, ${counted(nodes.weak, 'node')} would be left (${factor(nodes.weak)}).`,
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
  const table = [['calls', 'kept as', 'of their own', 'call path'], ...cells];
  const widths = columnWidths(table);
  for (const row of table) {
    const line = row.map((cell, at) => (at < 3 ? padStart : padEnd)(cell, widths[at] ?? 0)).join('  ');
    yield fit(`  ${line}`, width).trimEnd();
  }
  if (paths.length > MOST_ROWS) yield `  and ${counted(paths.length - MOST_ROWS, 'more path')}; --json has all`;
}
