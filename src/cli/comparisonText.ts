/** A comparison as people read it in a terminal. */
import type { CellRow, Comparison, ComparedValue } from '../experiments/index.js';
import {
  absoluteText,
  estimateText,
  lastChange,
  lineText,
  partsOfTime,
  regionsOf,
  relativeText,
  titleOf,
  verdictSentence,
} from '../experiments/export/words.js';
import { plainLine } from '../model/text.js';
import { fit, padEnd, padStart, textWidth, wrap } from './layout.js';
import type { Style } from './terminal.js';

export interface ComparisonLayout {
  readonly width: number;
  readonly style: Style;
}

const MOST_ROWS = 10;
/** Smaller changes, as a share of the total time, are not worth a row. */
const LEAST_SHARE = 0.0005;

interface Row {
  readonly value: ComparedValue;
  readonly label: string;
}

/** What changed from the first group to the last. */
export function* comparisonLines(comparison: Comparison, { width, style }: ComparisonLayout): Generator<string> {
  for (let group = 1; group < comparison.groups.length; group++)
    for (const line of wrap(verdictSentence(comparison, group), width)) yield style.bold(line);
  yield '';
  const worthwhile = isWorthwhile(comparison);
  const timed = partsOfTime(comparison);
  const cells = comparison.cells.filter(({ property }) => timed.has(property)).filter(worthwhile);
  yield* section('Total', totalRows(comparison), { width, style });
  yield* section('Time lost', cellRows(comparison, cells, 1), { width, style });
  yield* section('Time won', cellRows(comparison, cells, -1), { width, style });
  const lines = comparison.lines.filter(worthwhile).map((row) => ({ value: row, label: lineText(row) }));
  yield* section('Source lines', lines, { width, style });
  if (comparison.problems.length === 0) return;
  yield style.bold('Remarks');
  for (const { message } of comparison.problems)
    for (const [index, line] of wrap(plainLine(message), width - 4).entries())
      yield (index === 0 ? '  ' : '    ') + line;
  yield '';
}

function isWorthwhile({ totalTime }: Comparison): (row: ComparedValue) => boolean {
  const whole = Math.max(...totalTime.groups.map(({ mean }) => mean));
  return (row) => {
    const size = Math.abs(lastChange(row).absolute);
    return size > 0 && size >= LEAST_SHARE * whole;
  };
}

function totalRows({ runTime, totalTime, properties }: Comparison): Row[] {
  const waits = properties
    .filter(({ property, unit }) => unit === 'seconds' && (property === 'mpi' || property === 'omp'))
    .map((row) => ({ value: row, label: row.title }));
  return [{ value: runTime, label: 'Run time' }, { value: totalTime, label: 'Time of all locations' }, ...waits];
}

/** @param sign 1 for what got slower, -1 for what got faster */
function cellRows(comparison: Comparison, cells: readonly CellRow[], sign: 1 | -1): Row[] {
  return cells
    .filter((cell) => Math.sign(lastChange(cell).absolute) === sign)
    .map((cell) => {
      const { presence } = comparison.callPaths[cell.callPath];
      const mark = presence === 'new' || presence === 'gone' ? ` (${presence})` : '';
      const path = regionsOf(comparison, cell.callPath).slice(-3).join(' → ');
      return { value: cell, label: `${titleOf(comparison, cell.property)}: ${path}${mark}` };
    });
}

/** Change, share, before and after stand under one another; the label takes what is left. */
function* section(title: string, rows: readonly Row[], { width, style }: ComparisonLayout): Generator<string> {
  if (rows.length === 0) return;
  yield style.bold(title);
  const cells = rows.slice(0, MOST_ROWS).map(({ value, label }) => {
    const change = lastChange(value);
    const [before, after] = [value.groups[0], value.groups[value.groups.length - 1]];
    return {
      label: plainLine(label),
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
  for (const cell of cells) {
    const numbers = [
      padStart(cell.change, columns.change),
      padStart(cell.relative, columns.relative),
      `${padStart(cell.before, columns.before)} → ${padEnd(cell.after, columns.after)}`,
    ].join('  ');
    const room = width - used - 2;
    // Where names would be cut to nothing they get a line of their own.
    if (room >= 24) yield `  ${numbers}  ${fit(cell.label, room, 'end')}`.trimEnd();
    else {
      yield `  ${numbers}`.trimEnd();
      yield `    ${style.dim(fit(cell.label, width - 4, 'end'))}`;
    }
  }
  const more = rows.length - cells.length;
  if (more > 0) yield `  and ${more} smaller; --json has them all`;
  yield '';
}
