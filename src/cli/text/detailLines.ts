/** Additions of `--metrics` to a report: the distribution of single waits, and all metrics as a tree. */
import { statisticsOf } from '../../engine/presentation/singleWaits.js';
import type { FindingsReport, MetricTotal } from '../../model/findings/findings.js';
import { duration, percent, plainLine, quantity } from '../../base/text.js';
import { timeMetrics } from '../../model/timeMetrics.js';
import { columnWidths, fit, padEnd, padStart, textWidth, type Layout } from '../terminal/layout.js';

/** How the waits of each property are distributed, and which one to look at: a table in the order of the findings. */
export function* singleWaits(report: FindingsReport, { width, style }: Layout): Generator<string> {
  const shown = [...new Set(report.findings.map(({ property }) => property))].flatMap(
    (property) => statisticsOf(report, property) ?? [],
  );
  if (shown.length === 0) return;
  const rows = shown.map(({ title, count, median, upperQuartile, maximum, worst: [worst] }) => [
    fit(plainLine(title), 32),
    count.toLocaleString('en'),
    duration(median),
    duration(upperQuartile),
    duration(maximum),
    // The time is what leads to the wait, so that a long name does not push it out.
    worst === undefined ? '' : `${duration(worst.enter)} on ${plainLine(worst.name)}`,
  ]);
  const header = ['Single waits', 'number', 'median', '3rd quartile', 'longest', 'when and where'];
  const [titleWidth = 0, ...widths] = columnWidths([header, ...rows]);
  for (const [index, row] of [header, ...rows].entries()) {
    const [title = '', ...cells] = row;
    const last = cells.length - 1;
    const text = [
      padEnd(index === 0 ? title : `  ${title}`, titleWidth + 2),
      ...cells.map((cell, column) => (column === last ? cell : padStart(cell, widths[column] ?? 0))),
    ].join('  ');
    yield index === 0 ? style.bold(fit(text, width)) : fit(text, width);
  }
  yield '';
}

/** Yields the metrics as a tree; those that are zero are omitted. */
export function* metricTree(report: FindingsReport, { width, style }: Layout): Generator<string> {
  const shown = report.metrics.filter(({ value }) => value !== 0);
  if (shown.length === 0) return;
  const names = new Set(shown.map(({ name }) => name));
  const parts = timeMetrics(report.metrics);
  const childrenOf = (parent: string | undefined): MetricTotal[] =>
    shown.filter(
      (metric) => (metric.parent !== undefined && names.has(metric.parent) ? metric.parent : undefined) === parent,
    );
  const rows: { metric: MetricTotal; depth: number }[] = [];
  const descend = (parent: string | undefined, depth: number): void => {
    for (const metric of childrenOf(parent)) {
      rows.push({ metric, depth });
      descend(metric.name, depth + 1);
    }
  };
  descend(undefined, 0);
  const label = ({ metric, depth }: { metric: MetricTotal; depth: number }): string =>
    '  '.repeat(depth + 1) + plainLine(metric.title);
  const widths = {
    label: Math.max(...rows.map((row) => textWidth(label(row)))),
    value: Math.max(...rows.map(({ metric }) => textWidth(quantity(metric.value, metric.unit)))),
  };
  const labelWidth = Math.min(widths.label, Math.max(20, width - widths.value - 12));
  yield style.bold('Metrics');
  for (const row of rows) {
    const { metric } = row;
    const share = metric.share === undefined || !parts.has(metric.name) ? '' : padStart(percent(metric.share), 8);
    yield `${padEnd(fit(label(row), labelWidth), labelWidth)}  ${padStart(quantity(metric.value, metric.unit), widths.value)}  ${share}`.trimEnd();
  }
  yield '';
}
