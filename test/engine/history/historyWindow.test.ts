import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayIn, localTime } from '../../../src/base/dates.js';
import { historyWindow } from '../../../src/engine/history/historyWindow.js';
import type { HistoryEntry } from '../../../src/experiments/index.js';
import { columns, groupings, type HistoryView, newestFirst } from '../../../src/protocol/pages/history.js';

function entry(change: Partial<HistoryEntry>): HistoryEntry {
  return {
    id: 'a',
    name: 'heat2d',
    program: 'heat2d',
    target: 'local',
    date: '2026-11-02T12:00:00.000Z',
    ranks: 4,
    state: 'complete',
    tags: [],
    baseline: false,
    size: 10,
    traceSize: 5,
    folder: '/p',
    ...change,
  };
}

const shown = (entries: readonly HistoryEntry[], view: Partial<HistoryView> = {}) =>
  historyWindow(entries, { ...newestFirst, ...view });
const idsOf = ({ groups }: ReturnType<typeof shown>) => groups.flatMap(({ rows }) => rows.map(({ id }) => id));

describe('a window of the history', () => {
  it('has rows with every word, and of a kind', () => {
    const row = entry({ note: 'Isend before the halo', tags: ['tuned'], baseline: true });
    for (const search of ['', 'heat', 'HALO isend', '#tuned', 'is:baseline', 'is:complete local', '2026-11-02'])
      expect(shown([row], { search }).matching, search).toBe(1);
    for (const search of ['heat cluster', '#fast', 'is:failed']) expect(shown([row], { search }).matching).toBe(0);
  });

  it('omits intermediate measurements of adaptations, unless they are requested', () => {
    const rows = [entry({ id: 'own' }), entry({ id: 'round', tags: ['adaptation', 'x'] })];
    expect(shown(rows)).toMatchObject({ matching: 1, all: 1, hidden: 1, size: 20 });
    for (const search of ['is:adaptation', '#adaptation'])
      expect([idsOf(shown(rows, { search })), shown(rows, { search }).hidden]).toEqual([['round'], 0]);
    // A baseline is what a person has made of one.
    expect(idsOf(shown([entry({ id: 'round', tags: ['adaptation'], baseline: true })]))).toEqual(['round']);
  });

  it('is sorted, with rows that have no value last whichever way it goes', () => {
    const rows = [entry({ id: 'none' }), entry({ id: 'short', totalTime: 1 }), entry({ id: 'long', totalTime: 2 })];
    const ids = (descending: boolean) => idsOf(shown(rows, { sorting: { by: 'totalTime', descending } }));
    expect(ids(false)).toEqual(['short', 'long', 'none']);
    expect(ids(true)).toEqual(['long', 'short', 'none']);
  });

  it('has groups in the order of the rows, each with how many it has', () => {
    const rows = [entry({ program: 'b' }), entry({ program: 'a' }), entry({ program: 'b' })];
    const groups = (rowCount: number) =>
      shown(rows, { rows: rowCount }).groups.map(({ title, count, rows: members }) => [title, count, members.length]);
    expect(groups(9)).toEqual([
      ['b', 2, 2],
      ['a', 1, 1],
    ]);
    expect(groups(1)).toEqual([['b', 2, 1]]);
    expect(shown(rows, { grouping: 'none' }).groups).toMatchObject([{ title: '', count: 3 }]);
  });

  it("uses the days of the viewer's time zone", () => {
    const rows = [entry({ date: '2026-11-02T23:30:00.000Z' })];
    const [titles, found] = [
      (timeZone: string) => shown(rows, { grouping: 'date', timeZone }).groups.map(({ title }) => title),
      (timeZone: string) => shown(rows, { search: '2026-11-03', timeZone }).matching,
    ];
    expect(titles('Asia/Tokyo')).toEqual(['2026-11-03']);
    expect(titles('UTC')).toEqual(['2026-11-02']);
    expect([found('Asia/Tokyo'), found('UTC')]).toEqual([1, 0]);
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }), (date) => {
        const iso = date.toISOString();
        expect(dayIn(here)(iso)).toBe(localTime(iso, 'day'));
      }),
    );
  });

  it('includes only ticked experiments that match the search, shown or not', () => {
    const rows = ['a', 'b', 'c'].map((id) => entry({ id, ...(id === 'c' ? { name: 'other', program: 'other' } : {}) }));
    const { ticked, groups } = shown(rows, { search: 'heat2d', rows: 1, ticked: ['b', 'c', 'gone'], grouping: 'none' });
    expect(groups[0]?.rows.map(({ id }) => id)).toEqual(['a']);
    expect(ticked.map(({ id }) => id)).toEqual(['b']);
  });

  it('is the beginning of the whole list, whatever the view, and sums all', () => {
    const entries = fc.array(
      fc.record({
        program: fc.constantFrom('heat2d', 'lulesh', 'clover'),
        target: fc.constantFrom('local', 'cluster'),
        ranks: fc.constantFrom(1, 2, 4),
        totalTime: fc.constantFrom(1, 2, 3),
        tags: fc.subarray(['tuned', 'slow']),
        date: fc.constantFrom('2026-11-02T12:00:00.000Z', '2026-11-03T12:00:00.000Z'),
        size: fc.nat(1000),
      }),
    );
    const view = fc.record({
      sorting: fc.record({ by: fc.constantFrom('name' as const, ...columns), descending: fc.boolean() }),
      grouping: fc.constantFrom(...groupings),
      search: fc.constantFrom('', 'heat2d', '#tuned'),
      rows: fc.nat(8),
    });
    fc.assert(
      fc.property(entries, view, (made, asked) => {
        const rows = made.map((part, index) => entry({ ...part, id: String(index) }));
        const [part, whole] = [shown(rows, asked), shown(rows, { ...asked, rows: 1000 })];
        expect(idsOf(part)).toEqual(idsOf(whole).slice(0, asked.rows));
        expect(idsOf(whole)).toHaveLength(whole.matching);
        expect(
          [...part.groups].every(({ count, rows: members }) => members.length > 0 && members.length <= count),
        ).toBe(true);
        expect(part).toMatchObject({ matching: whole.matching, all: rows.length, size: whole.size });
        expect(part.size).toBe(rows.reduce((sum, { size }) => sum + size, 0));
      }),
    );
  });
});
