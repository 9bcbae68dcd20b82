/** State of a running program, as lines of a terminal. */
import { counted, dataSize, duration, grouped, percent, plainLine } from '../../base/text.js';
import {
  imbalanceOf,
  isSameSelection,
  type LiveRank,
  type LiveSum,
  type LiveView,
  partInMpi,
} from '../../measurement/live/view.js';
import { shortFunctionName } from '../../model/text/functionNames.js';
import { columnWidths, fit, padEnd, padStart } from '../terminal/layout.js';
import type { Style } from '../terminal/terminal.js';

/** Maximum number of listed ranks and functions; more are only counted. */
const MOST_RANKS = 16;
const MOST_SUMS = 20;

export interface LiveLayout {
  readonly width: number;
  readonly style: Style;
}

export function* liveLines(view: LiveView, layout: LiveLayout): Generator<string> {
  yield layout.style.bold(headline(view));
  // Those first for whom others wait.
  const ranks = view.ranks.toSorted((a, b) => partInMpi(a) - partInMpi(b) || a.rank - b.rank);
  yield* table([
    ['Rank', 'Iteration', 'Mode', 'Time', 'Recorded', 'Overhead', 'In MPI'],
    ...ranks.slice(0, MOST_RANKS).map(rankRow),
  ]);
  yield* others(ranks.slice(MOST_RANKS));
  yield* doubts(view);
  if (view.groups.some(({ name }) => name !== 'DEFAULT'))
    yield `Groups: ${view.groups.map(({ name, on }) => `${plainLine(name)} ${on ? 'on' : 'off'}`).join(', ')}`;
  if (view.metrics.length > 0)
    yield `Counters: ${view.metrics.map(({ name, on }) => `${plainLine(name)} ${on ? 'read' : 'not read'}`).join(', ')}`;
  if (view.sampling > 0)
    yield `Lines: ${grouped(view.sampling)} samples per second and thread, while the thread is traced`;
  yield* sums(view, layout);
}

function headline({ size, phase, functions, ranks }: LiveView): string {
  const on = functions.filter((one) => one.on).length;
  const iterations = ranks.map(({ iteration }) => iteration);
  const loop =
    phase === undefined
      ? 'no progress loop is known: switches happen at once, not at the same iteration'
      : `${plainLine(phase)} ${Math.min(...iterations)} to ${Math.max(...iterations)}`;
  return `${counted(size, 'rank')}; ${loop}; ${on} of ${counted(functions.length, 'function')} on`;
}

function rankRow(one: LiveRank): string[] {
  const { rank, iteration, mode, seconds, bytes, overhead } = one;
  const told = [String(rank), String(iteration), mode, duration(seconds), dataSize(bytes), percent(overhead)];
  return [...told, percent(partInMpi(one))];
}

function* others(ranks: readonly LiveRank[]): Generator<string> {
  const [first, last] = [ranks.at(0), ranks.at(-1)];
  if (first === undefined || last === undefined) return;
  const parts = `${percent(partInMpi(first))} to ${percent(partInMpi(last))} in MPI`;
  yield `and ${counted(ranks.length, 'rank')} more, ${parts}`;
}

function* doubts(view: LiveView): Generator<string> {
  const waiting = Math.max(0, ...view.ranks.map((rank) => rank.waiting));
  if (view.silent.length > 0) yield `No data from rank ${view.silent.slice(0, MOST_RANKS).join(', ')}.`;
  if (view.missed.length > 0)
    yield `A switch was not decided in time and skipped on rank ${view.missed.slice(0, MOST_RANKS).join(', ')}.`;
  if (view.ranks.length > 1 && !isSameSelection(view)) yield 'The ranks measure different functions.';
  if (waiting > 0) yield `${counted(waiting, 'change')} pending.`;
}

/**
 * Returns the name of the last path element, to which time is attributed; those before it are shown by their number.
 */
function nameOf({ path }: LiveSum): string {
  const name = shortFunctionName(plainLine(path.at(-1) ?? ''));
  return '  '.repeat(path.length - 1) + name;
}

/** How much more than the mean the rank has that has most, and which one that is. */
function imbalanceText(sum: LiveSum, size: number): string {
  return sum.most === undefined ? '' : `${percent(imbalanceOf(sum, size))} (rank ${sum.most.rank})`;
}

function* sums(view: LiveView, { width }: LiveLayout): Generator<string> {
  const isTree = view.sums.some(({ path }) => path.length > 1);
  const shown = isTree ? view.sums : view.sums.toSorted((a, b) => b.own - a.own).slice(0, MOST_SUMS);
  const off = new Set(view.functions.filter(({ on }) => !on).map(({ name }) => name));
  const all = view.sums.reduce((total, { own }) => total + own, 0);
  if (shown.length === 0) return;
  yield* table(
    [
      ['Function', 'Calls', 'Time', 'Imbalance', ''],
      ...shown.map((sum) => [
        fit(nameOf(sum), Math.max(20, width - 60)),
        grouped(sum.visits),
        `${duration(sum.own)} ${percent(all > 0 ? sum.own / all : 0)}`,
        imbalanceText(sum, view.size),
        off.has(sum.path.at(-1) ?? '') ? 'off' : '',
      ]),
    ],
    1,
  );
}

/** @param left how many columns, from the first on, are flush left */
function* table(rows: readonly (readonly string[])[], left = 0): Generator<string> {
  const widths = columnWidths(rows);
  for (const row of rows)
    yield row
      .map((cell, column) => (column < left ? padEnd(cell, widths[column] ?? 0) : padStart(cell, widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
}
