/** Times of a report without recording, next to the measured ones. */
import type { Compensated, Compensation, FindingsReport } from '../../model/findings/findings.js';
import { duration, percent, plainLine } from '../../base/text.js';
import { columnWidths, fit, padEnd, padStart, wrap, type Layout } from '../terminal/layout.js';

/** Yields the overhead and the run time without it; with `metrics` also each rank and each metric. */
export function* compensationLines(
  { compensation }: FindingsReport,
  { width, style, metrics = false }: Layout,
): Generator<string> {
  if (compensation === undefined) return;
  yield style.bold('Without recording');
  for (const line of wrap(summaryOf(compensation), width - 2)) yield `  ${line}`;
  if (metrics) yield* table(compensation, width);
  yield '';
}

function summaryOf({ costs, overhead, span, time }: Compensation): string {
  const source = costs === 'given' ? 'the given cost of a call' : 'costs that the run measured';
  const share = time.measured > 0 ? ` (${percent(overhead / time.measured)})` : '';
  return (
    `Measurement overhead is subtracted from all times: ${duration(overhead)}${share}, computed from ${source}. ` +
    `Predicted run time without it: ${duration(span.compensated)} instead of ${duration(span.measured)}.`
  );
}

function* table({ ranks, metrics }: Compensation, width: number): Generator<string> {
  const header = ['', 'measured', 'without overhead', 'overhead'];
  const cells = (name: string, { measured, compensated }: Compensated, overhead = ''): string[] => [
    plainLine(name),
    duration(measured),
    duration(compensated),
    overhead,
  ];
  const rows = [
    header,
    ...ranks.map((rank) => cells(rank.name, rank, duration(rank.overhead))),
    ...metrics.map((metric) => cells(metric.title, metric)),
  ];
  const [nameWidth = 0, ...widths] = columnWidths(rows);
  for (const [name = '', ...values] of rows) {
    const numbers = values.map((value, column) => padStart(value, widths[column] ?? 0)).join('  ');
    yield fit(`  ${padEnd(fit(name, Math.min(nameWidth, 40)), Math.min(nameWidth, 40))}  ${numbers}`, width).trimEnd();
  }
}
