/** What the columns are called, and what can be done with rows. Nothing here knows the browser. */
import { counted } from '../../base/text.js';
import { whyNotComparable } from '../../model/comparableState.js';
import type { Column, HistoryRow, HistoryWindow } from '../../protocol/pages/history.js';

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

/** What can be done with the rows that are ticked, and what is said of them. */
export interface Ticked {
  readonly ids: readonly string[];
  readonly compare: boolean;
  /** Needs runs with different numbers of ranks. */
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
