import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../../src/protocol/pages/history.js';
import { grouped, matches, sorted, tickedOf } from '../../src/webviews/history/view.js';

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

describe('the history page', () => {
  it('finds rows that have every word, and kinds', () => {
    const row = entry({ note: 'Isend before the halo', tags: ['tuned'], baseline: true });
    for (const search of ['', 'heat', 'HALO isend', '#tuned', 'is:baseline', 'is:complete local', '2026-11-02'])
      expect(matches(row, search), search).toBe(true);
    for (const search of ['heat cluster', '#fast', 'is:failed']) expect(matches(row, search), search).toBe(false);
  });

  it('sorts, with rows that have no value last whichever way it goes', () => {
    const rows = [entry({ id: 'none' }), entry({ id: 'short', totalTime: 1 }), entry({ id: 'long', totalTime: 2 })];
    const ids = (descending: boolean) => sorted(rows, { by: 'totalTime', descending }).map(({ id }) => id);
    expect(ids(false)).toEqual(['short', 'long', 'none']);
    expect(ids(true)).toEqual(['long', 'short', 'none']);
  });

  it('groups in the order of the rows', () => {
    const rows = [entry({ program: 'b' }), entry({ program: 'a' }), entry({ program: 'b' })];
    expect(grouped(rows, 'program').map(({ title, rows: members }) => [title, members.length])).toEqual([
      ['b', 2],
      ['a', 1],
    ]);
    expect(grouped(rows, 'none')).toEqual([{ title: '', rows }]);
  });

  it('compares what has results, and says what has none', () => {
    const done = entry({ id: 'b', totalTime: 3 });
    const more = entry({ id: 'c', totalTime: 2, ranks: 8 });
    const failed = entry({ id: 'd', name: 'broken', state: 'failed' });
    // Results beside the state are those of an earlier try.
    const running = entry({ id: 'e', name: 'heat2d again', state: 'running', totalTime: 1, ranks: 8 });
    expect(tickedOf([])).toMatchObject({ compare: false, scalability: false, ids: [] });
    expect(tickedOf([done])).toMatchObject({ ids: ['b'], compare: false, scalability: false });
    expect(tickedOf([done, { ...done, id: 'f' }])).toMatchObject({ compare: true, scalability: false });
    expect(tickedOf([done, more])).toMatchObject({ compare: true, scalability: true });
    expect(tickedOf([done, more, failed])).toEqual({
      ids: ['b', 'c', 'd'],
      compare: false,
      scalability: false,
      sentence: '3 experiments ticked. “broken” has no results and cannot be compared.',
    });
    expect(tickedOf([done, running])).toMatchObject({
      compare: false,
      sentence: '2 experiments ticked. “heat2d again” is still running and cannot be compared.',
    });
  });
});
