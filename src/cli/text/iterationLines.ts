/** Values of call paths by iteration, as lines of a terminal: those that vary most between iterations. */
import { elementAt } from '../../base/elements.js';
import { counted, dataSize, duration, grouped, plainLine } from '../../base/text.js';
import { shortFunctionName } from '../../model/text/functionNames.js';
import {
  bucketsOf,
  type IterationSeries,
  namesOf,
  type SeriesLine,
  type SeriesMetric,
} from '../../measurement/series/model.js';
import { columnWidths, fit, padEnd, padStart } from '../terminal/layout.js';
import type { Terminal } from '../terminal/terminal.js';

const MOST_ROWS = 30;

/** A path over all its ranks and threads. */
interface IterationLine {
  readonly path: number;
  readonly total: number;
  readonly least: number;
  readonly leastAt: number;
  readonly most: number;
  readonly mostAt: number;
}

function rowOf(path: number, lines: readonly SeriesLine[]): IterationLine {
  const sums = new Float64Array(elementAt(lines, 0).values.length);
  for (const { values } of lines) values.forEach((value, bucket) => (sums[bucket] = elementAt(sums, bucket) + value));
  let [leastAt, mostAt] = [0, 0];
  sums.forEach((sum, bucket) => {
    if (sum < elementAt(sums, leastAt)) leastAt = bucket;
    if (sum > elementAt(sums, mostAt)) mostAt = bucket;
  });
  const total = sums.reduce((before, sum) => before + sum, 0);
  return { path, total, least: elementAt(sums, leastAt), leastAt, most: elementAt(sums, mostAt), mostAt };
}

function textOf(metric: SeriesMetric, value: number): string {
  if (metric.endsWith('time')) return duration(value);
  return metric.includes('bytes') ? dataSize(value) : grouped(Math.round(value * 100) / 100);
}

/** Innermost last; the outer ones are cut where there is no room. */
const pathText = (series: IterationSeries, path: number): string =>
  namesOf(series, path)
    .map((name) => shortFunctionName(plainLine(name)))
    .join(' › ');

/** @param lines without gaps */
export function* iterationLines(
  series: IterationSeries,
  metric: SeriesMetric,
  lines: readonly SeriesLine[],
  { width, style }: Pick<Terminal, 'width' | 'style'>,
): Generator<string> {
  const { phase, iterations, stride } = series;
  const each = stride === 1 ? '' : `, ${stride} of them a value`;
  yield style.bold(
    `${counted(iterations, 'iteration')} of ${phase === '' ? 'the progress loop' : plainLine(phase)}${each}`,
  );
  const byPath = new Map<number, SeriesLine[]>();
  for (const line of lines) byPath.set(line.path, [...(byPath.get(line.path) ?? []), line]);
  const rows = [...byPath]
    .map(([path, own]) => rowOf(path, own))
    .filter(({ total }) => total !== 0)
    .sort((left, right) => right.total - left.total);
  if (rows.length === 0) yield `  No path has ${metric} in any iteration.`;
  const buckets = Math.max(1, bucketsOf(series));
  const cells = rows
    .slice(0, MOST_ROWS)
    .map(({ path, total, least, leastAt, most, mostAt }) => [
      textOf(metric, total / buckets),
      `${textOf(metric, least)} (${leastAt * stride + 1})`,
      `${textOf(metric, most)} (${mostAt * stride + 1})`,
      pathText(series, path),
    ]);
  const table = [['mean', 'least (at)', 'most (at)', `${metric} of all ranks`], ...cells];
  const [mean = 0, least = 0, most = 0] = columnWidths(table);
  for (const [first = '', second = '', third = '', name = ''] of rows.length === 0 ? [] : table) {
    const numbers = `  ${padStart(first, mean)}  ${padStart(second, least)}  ${padStart(third, most)}  `;
    yield `${numbers}${padEnd(fit(name, Math.max(20, width - numbers.length), 'end'), 0)}`;
  }
  if (rows.length > MOST_ROWS) yield `  and ${counted(rows.length - MOST_ROWS, 'more path')}; --csv has all`;
}
