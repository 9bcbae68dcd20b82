import { describe, expect, it } from 'vitest';
import type { HistoryRow, HistoryWindow } from '../../src/protocol/pages/history.js';
import { labelOf, linesOf, tickedOf, tickedRows } from '../../src/webviews/history/view.js';

function entry(change: Partial<HistoryRow>): HistoryRow {
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
    ...change,
  };
}

describe('the history page', () => {
  it('has what is ticked and found, in the window or not, and nothing else', () => {
    const [near, far, gone] = ['near', 'far', 'gone'].map((id) => entry({ id })) as [
      HistoryRow,
      HistoryRow,
      HistoryRow,
    ];
    const window: HistoryWindow = {
      groups: [{ title: 'heat2d', count: 2, rows: [near] }],
      matching: 2,
      all: 3,
      hidden: 0,
      ticked: [far],
      size: 0,
      traceSize: 0,
      problems: [],
    };
    const ids = (...chosen: HistoryRow[]) =>
      tickedRows(window, new Set(chosen.map(({ id }) => id))).map(({ id }) => id);
    expect(ids(near, far, gone)).toEqual(['near', 'far']);
    // Removed here before the engine knows.
    expect(ids(near)).toEqual(['near']);
  });

  it('compares experiments with results, and lists those without', () => {
    const done = entry({ id: 'b', totalTime: 3 });
    const more = entry({ id: 'c', totalTime: 2, ranks: 8 });
    const failed = entry({ id: 'd', name: 'broken', state: 'failed' });
    // Results next to the state are those of an earlier try.
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

  it('joins points of experiments that may be compared, and no others', () => {
    const points = [1, 2, 3, 4].map((value) => ({ id: String(value), name: 'heat2d', date: '', value }));
    const series = [
      { title: 'heat2d, 4 ranks', points: [0, 3] },
      { title: 'heat2d, 2 ranks', points: [1, 2] },
    ];
    expect(linesOf({ points, series })).toEqual([
      { label: 'heat2d, 4 ranks', look: 0, values: [1, null, null, 4] },
      { label: 'heat2d, 2 ranks', look: 1, values: [null, 2, 3, null] },
    ]);
    const many = Array.from({ length: 8 }, (_, at) => ({ title: `${at} ranks`, points: at < 4 ? [at] : [] }));
    const apart = linesOf({ points, series: [...many.slice(4), ...many.slice(0, 4)] });
    expect(apart.map(({ isApart = false }) => isApart)).toEqual([false, false, false, false, false, true]);
    expect(apart.at(-1)?.values).toEqual([null, 2, 3, 4]);
  });

  it('names experiments on the axis if names differ in the available space, else it numbers them', () => {
    expect(labelOf(['first version', 'sends early'], 2, 100)).toBe('sends early');
    expect(labelOf(['heat2d, first version', 'heat2d sends early'], 1, 160)).toBe('heat2d, first versi…');
    expect(labelOf(['heat2d, first version', 'heat2d, first version again'], 1, 160)).toBe('1');
    expect(labelOf(['first version', 'sends early'], 1, 50)).toBe('1');
    expect(labelOf(['first version'], 3, 100)).toBe('');
  });
});
