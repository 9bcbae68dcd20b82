/** Titles of the columns, and actions on rows. Independent of the browser. */
import { counted } from '../../base/text.js';
import { whyNotComparable } from '../../model/findings/comparableState.js';
import type { Column, HistoryRow, HistoryWindow, Trend } from '../../protocol/pages/history.js';
import type { Line } from '../kit/line.js';

export const defaultColumns: readonly Column[] = ['date', 'ranks', 'totalTime', 'worst', 'tags', 'note'];

export const columnTitles: Readonly<Record<Column | 'name', string>> = {
  name: 'Name',
  date: 'Date',
  program: 'Program',
  target: 'Target',
  ranks: 'Ranks',
  totalTime: 'Total time',
  span: 'Run time',
  worst: 'Worst property',
  tags: 'Tags',
  note: 'Note',
  size: 'Size',
};

/**
 * The rows that are ticked and found by the search, shown or not: what is hidden by the search must not be deleted with
 * the rest.
 */
export function tickedRows({ groups, ticked }: HistoryWindow, chosen: ReadonlySet<string>): HistoryRow[] {
  const found = [...groups.flatMap(({ rows }) => rows), ...ticked];
  const byId = new Map(found.map((row) => [row.id, row]));
  return [...byId.values()].filter(({ id }) => chosen.has(id));
}

/** Available actions on the ticked rows, and the message about these rows. */
export interface Ticked {
  readonly ids: readonly string[];
  readonly compare: boolean;
  /** Needs runs with different rank counts. */
  readonly scalability: boolean;
  readonly sentence: string;
}

export function tickedOf(rows: readonly HistoryRow[]): Ticked {
  const ids = rows.map(({ id }) => id);
  const refused = rows.find((row) => whyNotComparable(row) !== undefined);
  const sentence =
    ids.length === 0 ? 'Tick two or more experiments to compare them.' : `${counted(ids.length, 'experiment')} ticked.`;
  if (refused === undefined)
    return { ids, compare: ids.length > 1, scalability: new Set(rows.map(({ ranks }) => ranks)).size > 1, sentence };
  const why = `“${refused.name}” ${whyNotComparable(refused) ?? ''} and cannot be compared.`;
  return { ids, compare: false, scalability: false, sentence: `${sentence} ${why}` };
}

/** Maximum number of lines with a distinct appearance. */
const MOST_LINES = 5;
/** Width of a character on an axis in CSS pixels, and the minimum number of useful characters. */
const CHARACTER = 8;
const FEWEST = 9;

/** A line for experiments that may be compared with one another; what is left has points only. */
export function linesOf({ points, series }: Pick<Trend, 'points' | 'series'>): Line[] {
  const valuesOf = (own: readonly number[]): (number | null)[] => {
    const chosen = new Set(own);
    return points.map(({ value }, at) => (chosen.has(at) ? value : null));
  };
  const lines = series
    .slice(0, MOST_LINES)
    .map(({ title, points: own }, look) => ({ label: title, values: valuesOf(own), look }));
  const others = series.slice(MOST_LINES).flatMap(({ points: own }) => own);
  if (others.length === 0) return lines;
  return [...lines, { label: 'others', values: valuesOf(others), look: MOST_LINES, isApart: true }];
}

/**
 * Returns a label on the axis of experiments: the name if distinct names fit, else the number.
 * @param value number of the experiment, from 1
 * @param pixels from one mark to the next
 */
export function labelOf(names: readonly string[], value: number, pixels: number): string {
  const name = names[value - 1];
  if (name === undefined) return '';
  const room = Math.floor(pixels / CHARACTER);
  const cut = (text: string): string => (text.length <= room ? text : `${text.slice(0, room - 1)}…`);
  if (room < FEWEST || new Set(names.map(cut)).size < names.length) return String(value);
  return cut(name);
}
