/** Which rows of the history are shown, in which order and groups. Nothing here knows the browser. */
import { localTime } from '../../base/dates.js';
import { counted } from '../../base/text.js';
import { type HistoryEntry, whyNotComparable } from '../../protocol/pages/history.js';

export const groupings = ['program', 'target', 'date', 'none'] as const;
export type Grouping = (typeof groupings)[number];

export const columns = [
  'date',
  'program',
  'target',
  'ranks',
  'totalTime',
  'span',
  'worst',
  'tags',
  'note',
  'size',
] as const;
export type Column = (typeof columns)[number];
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

export interface Sorting {
  readonly by: Column | 'name';
  readonly descending: boolean;
}

export interface Group {
  readonly title: string;
  readonly rows: readonly HistoryEntry[];
}

/** Whether a row has every word that was typed, in whatever it says; `is:baseline` and `is:failed` look at its kind. */
export function matches(row: HistoryEntry, search: string): boolean {
  const said = [
    row.name,
    row.program,
    row.target,
    row.note ?? '',
    row.state,
    row.worst?.title ?? '',
    row.doubt ?? '',
    localTime(row.date, 'day'),
    ...row.tags.map((tag) => `#${tag}`),
  ]
    .join('\n')
    .toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .every((word) => (word.startsWith('is:') ? hasKind(row, word.slice(3)) : said.includes(word)));
}

function hasKind(row: HistoryEntry, kind: string): boolean {
  return kind === 'baseline' ? row.baseline : row.state === kind;
}

/** What can be done with the rows that are ticked, and what is said of them. */
export interface Ticked {
  readonly ids: readonly string[];
  readonly compare: boolean;
  /** Needs runs with different numbers of ranks. */
  readonly scalability: boolean;
  readonly sentence: string;
}

export function tickedOf(rows: readonly HistoryEntry[]): Ticked {
  const ids = rows.map(({ id }) => id);
  const refused = rows.find((row) => whyNotComparable(row) !== undefined);
  const sentence =
    ids.length === 0 ? 'Tick two or more experiments to compare them.' : `${counted(ids.length, 'experiment')} ticked.`;
  if (refused === undefined)
    return { ids, compare: ids.length > 1, scalability: new Set(rows.map(({ ranks }) => ranks)).size > 1, sentence };
  const why = `“${refused.name}” ${whyNotComparable(refused) ?? ''} and cannot be compared.`;
  return { ids, compare: false, scalability: false, sentence: `${sentence} ${why}` };
}

/** The rows in an order; rows without a value come last whichever way it goes. */
export function sorted(rows: readonly HistoryEntry[], { by, descending }: Sorting): HistoryEntry[] {
  const sign = descending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [x, y] = [keyOf(a, by), keyOf(b, by)];
    if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined);
    if (x === y) return b.date.localeCompare(a.date);
    return typeof x === 'number' && typeof y === 'number' ? sign * (x - y) : sign * String(x).localeCompare(String(y));
  });
}

function keyOf(row: HistoryEntry, by: Sorting['by']): string | number | undefined {
  switch (by) {
    case 'worst':
      return row.worst?.severity;
    case 'tags':
      return row.tags.length === 0 ? undefined : row.tags.join(' ');
    case 'note':
      return (row.note ?? '') === '' ? undefined : row.note;
    default:
      return row[by];
  }
}

/** Groups in the order in which their first rows come. */
export function grouped(rows: readonly HistoryEntry[], by: Grouping): Group[] {
  if (by === 'none') return [{ title: '', rows }];
  const groups = new Map<string, HistoryEntry[]>();
  for (const row of rows) {
    const title = by === 'date' ? localTime(row.date, 'day') : row[by];
    const group = groups.get(title);
    if (group === undefined) groups.set(title, [row]);
    else group.push(row);
  }
  return [...groups].map(([title, members]) => ({ title, rows: members }));
}
