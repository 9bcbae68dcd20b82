/** A comparison as people read it in a terminal. */
import type { MetricName } from '../../analysis/trace/metrics/metrics.js';
import { absoluteText, pointsText, relativeText } from '../../base/changeText.js';
import { absent } from '../../base/elements.js';
import type { CellRow, Comparison, ComparedValue, LineRow } from '../../experiments/index.js';
import { comparedChanges } from '../../experiments/export/dynamicsWords.js';
import { comparedEfficiencies } from '../../experiments/export/efficiencyWords.js';
import {
  estimateText,
  lastChange,
  lineContent,
  lineText,
  partsOfTime,
  regionsOf,
  titlesOf,
  verdictSentence,
} from '../../experiments/compare/words.js';
import { duration, percent, plainLine } from '../../base/text.js';
import { HIERARCHY_TITLES } from '../../model/findings/efficiency.js';
import { fit, padEnd, padStart, textWidth, wrap } from '../terminal/layout.js';
import type { Style } from '../terminal/terminal.js';

export interface ComparisonLayout {
  readonly width: number;
  readonly style: Style;
}

const MOST_ROWS = 10;
/** Smaller changes, as a share of the total time, are not worth a row. */
const LEAST_SHARE = 0.0005;

interface ComparedRow {
  readonly value: ComparedValue;
  readonly label: string;
  /** Its call path, whose beginning is cut off if it is too long. */
  readonly path?: string;
}

/** Yields the changes from the first group to the last. */
export function* comparisonLines(comparison: Comparison, { width, style }: ComparisonLayout): Generator<string> {
  for (let group = 1; group < comparison.groups.length; group++)
    for (const line of wrap(verdictSentence(comparison, group), width)) yield style.bold(line);
  yield '';
  const worthwhile = isWorthwhile(comparison);
  const timed = partsOfTime(comparison);
  const cells = comparison.cells.filter(({ property }) => timed.has(property)).filter(worthwhile);
  yield* section('Total', totalRows(comparison), { width, style });
  yield* efficiencyLines(comparison, style);
  yield* changeLines(comparison, { width, style });
  yield* section('Time lost, exclusive, by property and call path', cellRows(comparison, cells, 1), {
    width,
    style,
  });
  yield* section('Time saved, exclusive, by property and call path', cellRows(comparison, cells, -1), {
    width,
    style,
  });
  yield* section('Source lines, exclusive', lineRows(comparison), { width, style });
  if (comparison.problems.length === 0) return;
  yield style.bold('Remarks');
  for (const { message } of comparison.problems)
    for (const [index, line] of wrap(plainLine(message), width - 4).entries())
      yield (index === 0 ? '  ' : '    ') + line;
  yield '';
}

/** Exclusive: the lines of callers would repeat the change of one that they call. */
function lineRows(comparison: Comparison): ComparedRow[] {
  const isWorth = isWorthwhile(comparison);
  const size = ({ own }: LineRow): number => Math.abs(lastChange(own).absolute);
  return comparison.lines
    .filter(({ own }) => isWorth(own))
    .sort((a, b) => size(b) - size(a))
    .map((row) => {
      const content = lineContent(row);
      return { value: row.own, label: content === '' ? lineText(row) : `${lineText(row)}  ${content}` };
    });
}

/** Yields POP's efficiencies: the change in percentage points, before and after; children are below their parent. */
function* efficiencyLines(comparison: Comparison, style: Style): Generator<string> {
  const all = comparedEfficiencies(comparison, comparison.groups.length - 1);
  for (const [hierarchy, title] of Object.entries(HIERARCHY_TITLES)) {
    const rows = all.filter((row) => row.hierarchy === hierarchy);
    if (rows.length === 0) continue;
    yield `${style.bold('Efficiencies')} ${style.dim(title)}`;
    const cells = rows.map(({ before, after, change, depth, title: name }) => ({
      change: change === null ? '' : pointsText(change),
      ...{ before: known(before), after: known(after), name: '  '.repeat(depth) + name },
    }));
    const widest = (key: 'change' | 'before' | 'after'): number => Math.max(...cells.map((cell) => cell[key].length));
    const [change, before, after] = [widest('change'), widest('before'), widest('after')];
    for (const cell of cells)
      yield `  ${padStart(cell.change, change)}  ${padStart(cell.before, before)} → ${padEnd(cell.after, after)}  ${cell.name}`;
    yield '';
  }
}

/** Yields changes by iteration: their cost before and after, and their pattern. */
function* changeLines(comparison: Comparison, { width, style }: ComparisonLayout): Generator<string> {
  const rows = comparedChanges(comparison, comparison.groups.length - 1).slice(0, MOST_ROWS);
  if (rows.length === 0) return;
  yield `${style.bold('Changes by iteration')} ${style.dim('cost above the level before, summed over all locations')}`;
  for (const { title, where, before, after, excessBefore, excessAfter } of rows) {
    const at = where === '' ? '' : ` in ${plainLine(where)}`;
    yield fit(`  ${plainLine(title)}${at}`, width);
    const does = `${duration(excessBefore)} → ${duration(excessAfter)}: ${before === '' ? 'no change' : before} → ${after === '' ? 'no change' : after}`;
    yield fit(`      ${does}`, width);
  }
  yield '';
}

const known = (efficiency: number | null): string => (efficiency === null ? 'not known' : percent(efficiency));

function isWorthwhile({ totalTime }: Comparison): (row: ComparedValue) => boolean {
  const whole = Math.max(...totalTime.groups.map(({ mean }) => mean));
  return (row) => {
    const size = Math.abs(lastChange(row).absolute);
    return size > 0 && size >= LEAST_SHARE * whole;
  };
}

/** The metrics of time spent in each of the ways to be parallel. */
const PARADIGMS: ReadonlySet<string> = new Set<MetricName>(['mpi', 'omp_time', 'pthread_time', 'acc_api']);

function totalRows({ runTime, totalTime, properties }: Comparison): ComparedRow[] {
  const waits = properties
    .filter(({ property, unit }) => unit === 'seconds' && PARADIGMS.has(property))
    .map((row) => ({ value: row, label: row.title }));
  return [{ value: runTime, label: 'Run time' }, { value: totalTime, label: 'Time of all locations' }, ...waits];
}

/** @param sign 1 for what got slower, -1 for what got faster */
function cellRows(comparison: Comparison, cells: readonly CellRow[], sign: 1 | -1): ComparedRow[] {
  const titles = titlesOf(comparison);
  return cells
    .filter((cell) => Math.sign(lastChange(cell).absolute) === sign)
    .map((cell) => {
      const { presence } = comparison.callPaths[cell.callPath] ?? absent(cell.callPath);
      const mark = presence === 'new' || presence === 'gone' ? ` (${presence})` : '';
      const path = regionsOf(comparison, cell.callPath).slice(-3).join(' → ');
      return { value: cell, label: titles.get(cell.property) ?? cell.property, path: `${path}${mark}` };
    });
}

/**
 * Yields a table of rows. Change, share, before and after are aligned in columns; the label gets the remaining width.
 */
function* section(title: string, rows: readonly ComparedRow[], { width, style }: ComparisonLayout): Generator<string> {
  if (rows.length === 0) return;
  yield style.bold(title);
  const cells = rows.slice(0, MOST_ROWS).map(({ value, label, path }) => {
    const change = lastChange(value);
    const before = value.groups[0] ?? absent('group');
    const after = value.groups.at(-1) ?? before;
    return {
      label: plainLine(label),
      path,
      change: absoluteText(change, 'seconds'),
      relative: relativeText(change),
      before: estimateText(before, 'seconds'),
      after: estimateText(after, 'seconds'),
    };
  });
  const widest = (key: 'change' | 'relative' | 'before' | 'after'): number =>
    Math.max(...cells.map((cell) => textWidth(cell[key])));
  const columns = {
    change: widest('change'),
    relative: widest('relative'),
    before: widest('before'),
    after: widest('after'),
  };
  const used = columns.change + columns.relative + columns.before + columns.after + 2 + 3 * 2 + 3;
  const room = width - used - 2;
  // If one name would be cut to nothing, all get separate lines.
  const beside = cells.every(({ label, path }) =>
    path === undefined ? room >= Math.min(24, textWidth(label)) : room >= textWidth(label) + LEAST_PATH,
  );
  for (const cell of cells) {
    const numbers = [
      padStart(cell.change, columns.change),
      padStart(cell.relative, columns.relative),
      `${padStart(cell.before, columns.before)} → ${padEnd(cell.after, columns.after)}`,
    ].join('  ');
    yield `  ${numbers}${beside ? `  ${named(cell, room)}` : ''}`.trimEnd();
    if (!beside) yield `    ${style.dim(named(cell, width - 4))}`;
  }
  const more = rows.length - cells.length;
  if (more > 0) yield `  and ${more} smaller; --json has them all`;
  yield '';
}

/** Minimum number of columns of a call path next to its property. */
const LEAST_PATH = 16;

/** The label and the end of its path; of a label that is too long the beginning. */
function named({ label, path }: { readonly label: string; readonly path?: string | undefined }, room: number): string {
  if (path === undefined) return fit(label, room);
  const head = fit(label, Math.max(8, room - LEAST_PATH));
  return fit(`${head}: ${fit(path, Math.max(1, room - textWidth(head) - 2), 'end')}`, room);
}
