/** Choosing, sorting and grouping what the history page shows. */
import { dayIn } from '../../base/dates.js';
import { searchWords } from '../../base/searchWords.js';
import { type HistoryEntry, ADAPTATION, isInternal } from '../../experiments/index.js';
import type { Grouping, HistoryGroup, HistoryView, HistoryWindow, Sorting } from '../../protocol/pages/history.js';
import { shownEntry } from '../wire/history.js';

type Day = (iso: string) => string;

/**
 * Returns a test whether the text of an entry contains every typed word; `is:baseline` and `is:failed` test its kind.
 */
function finder(search: string, day: Day): (entry: HistoryEntry) => boolean {
  const words = searchWords(search);
  if (words.length === 0) return () => true;
  return (entry) => {
    const said = describedOf(entry, day);
    return words.every((word) => (word.startsWith('is:') ? hasKind(entry, word.slice(3)) : said.includes(word)));
  };
}

function describedOf(entry: HistoryEntry, day: Day) {
  const { name, program, target, note = '', state, measurement = '', worst, doubt = '', date, tags } = entry;
  const hashed = tags.map((tag) => `#${tag}`);
  return [name, program, target, note, state, measurement, worst?.title ?? '', doubt, day(date), ...hashed]
    .join('\n')
    .toLowerCase();
}

function hasKind(entry: HistoryEntry, kind: string): boolean {
  if (kind === ADAPTATION) return isInternal(entry);
  return kind === 'baseline' ? entry.baseline : entry.state === kind;
}

/** Reports whether the search asks for runs of adaptations, which are otherwise excluded. */
function asksForInternal(search: string): boolean {
  return searchWords(search).some((word) => word === `is:${ADAPTATION}` || word === `#${ADAPTATION}`);
}

/** Entries in an order; those without a value come last whichever way it goes, and of equal ones the newer first. */
function sorted(entries: readonly HistoryEntry[], { by, descending }: Sorting): HistoryEntry[] {
  const sign = descending ? -1 : 1;
  return [...entries].sort((a, b) => {
    const [x, y] = [valueOf(a, by), valueOf(b, by)];
    if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined);
    if (x === y) return a.date < b.date ? 1 : a.date > b.date ? -1 : 0;
    return typeof x === 'number' && typeof y === 'number' ? sign * (x - y) : sign * String(x).localeCompare(String(y));
  });
}

function valueOf(entry: HistoryEntry, by: Sorting['by']): string | number | undefined {
  switch (by) {
    case 'worst':
      return entry.worst?.severity;
    case 'tags':
      return entry.tags.length === 0 ? undefined : entry.tags.join(' ');
    case 'note':
      return (entry.note ?? '') === '' ? undefined : entry.note;
    default:
      return entry[by];
  }
}

/** Returns groups in the order of their first entries, limited to the first `most` entries in total. */
function grouped(entries: readonly HistoryEntry[], by: Grouping, day: Day, most: number): HistoryGroup[] {
  const titleOf = (entry: HistoryEntry): string => (by === 'none' ? '' : by === 'date' ? day(entry.date) : entry[by]);
  const groups = new Map<string, HistoryEntry[]>();
  for (const entry of entries) {
    const title = titleOf(entry);
    const group = groups.get(title);
    if (group === undefined) groups.set(title, [entry]);
    else group.push(entry);
  }
  let left = most;
  return [...groups].flatMap(([title, members]) => {
    const rows = members.slice(0, left).map(shownEntry);
    left -= rows.length;
    return rows.length === 0 ? [] : [{ title, count: members.length, rows }];
  });
}

/**
 * Returns the data that a view shows.
 * @param all entries, of which those of adaptations are excluded unless the search asks for them
 * @throws RangeError when there is no such time zone
 */
export function historyWindow(all: readonly HistoryEntry[], view: HistoryView): Omit<HistoryWindow, 'problems'> {
  const day = dayIn(view.timeZone);
  const entries = asksForInternal(view.search) ? all : all.filter((entry) => !isInternal(entry));
  const found = entries.filter(finder(view.search, day));
  const ticked = new Set(view.ticked);
  const total = (size: (entry: HistoryEntry) => number): number => all.reduce((sum, entry) => sum + size(entry), 0);
  return {
    groups: grouped(sorted(found, view.sorting), view.grouping, day, view.rows),
    matching: found.length,
    all: entries.length,
    hidden: all.length - entries.length,
    ticked: found.filter(({ id }) => ticked.has(id)).map(shownEntry),
    size: total((entry) => entry.size),
    traceSize: total((entry) => entry.traceSize),
  };
}
