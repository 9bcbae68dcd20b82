/** Choosing and sorting rows of the history. */
import { searchWords } from '../../base/searchWords.js';
import type { HistoryEntry, HistoryFilter, HistoryPage, SortKey } from './entry.js';

type Test = (entry: HistoryEntry) => boolean;

/** The text a search looks through. */
function searchable({ id, name, program, target, note, tags, problem, worst }: HistoryEntry): string {
  return [id, name, program, target, note, ...tags, problem, worst?.title, worst?.property].join('\n').toLowerCase();
}

function testsOf(filter: HistoryFilter): Test[] {
  const { search, programs, targets, states, tags, baselines, from, until } = filter;
  const tests: Test[] = [];
  if (programs !== undefined) tests.push(({ program }) => programs.includes(program));
  if (targets !== undefined) tests.push(({ target }) => targets.includes(target));
  if (states !== undefined) tests.push(({ state }) => states.includes(state));
  if (tags !== undefined) tests.push((entry) => tags.every((tag) => entry.tags.includes(tag)));
  if (baselines !== undefined) tests.push(({ baseline }) => baseline === baselines);
  if (from !== undefined) tests.push(({ date }) => Date.parse(date) >= Date.parse(from));
  if (until !== undefined) tests.push(({ date }) => Date.parse(date) < Date.parse(until));
  const words = searchWords(search ?? '');
  if (words.length > 0)
    tests.push((entry) => {
      const text = searchable(entry);
      return words.every((word) => text.includes(word));
    });
  return tests;
}

const compareValues = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

function valueFor(key: SortKey, entry: HistoryEntry): string | number | undefined {
  return key === 'worst' ? entry.worst?.severity : entry[key];
}

/** Entries without the value come last in both directions; the newer of equals first. */
function order({ by, descending }: NonNullable<HistoryFilter['sort']>) {
  const sign = descending ? -1 : 1;
  return (a: HistoryEntry, b: HistoryEntry): number => {
    const [x, y] = [valueFor(by, a), valueFor(by, b)];
    if (x !== undefined && y !== undefined) {
      const difference = compareValues(x, y);
      if (difference !== 0) return sign * difference;
    } else if (x !== y) return x === undefined ? 1 : -1;
    return compareValues(b.date, a.date) || compareValues(b.id, a.id);
  };
}

const sorted = (values: Iterable<string>): string[] => [...new Set(values)].sort();

/** Returns the rows that match a filter, the newest first by default. */
export function select(entries: readonly HistoryEntry[], filter: HistoryFilter): Omit<HistoryPage, 'problems'> {
  const tests = testsOf(filter);
  const matching = entries.filter((entry) => tests.every((test) => test(entry)));
  matching.sort(order(filter.sort ?? { by: 'date', descending: true }));
  const offset = filter.offset ?? 0;
  return {
    entries: matching.slice(offset, filter.limit === undefined ? undefined : offset + filter.limit),
    matching: matching.length,
    all: entries.length,
    programs: sorted(entries.map(({ program }) => program)),
    targets: sorted(entries.map(({ target }) => target)),
    tags: sorted(entries.flatMap(({ tags }) => tags)),
  };
}
