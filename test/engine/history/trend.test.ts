import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { groupRepeats } from '../../../src/engine/history/repeats.js';
import { digest, lineOfKey, trendOf } from '../../../src/engine/history/trend.js';
import { finding, report } from '../presentation/fixtures.js';

const run = (id: string, from: Parameters<typeof report>[0]) => ({
  id,
  name: `the ${id} one`,
  date: '2026-01-01T00:00:00.000Z',
  digest: digest(report(from)),
  version: { version: id },
  together: 'all',
  title: 'heat, 4 ranks',
});

const old = run('old', { totalTime: 10 });
const fresh = run('fresh', { totalTime: 8, findings: [finding({ seconds: 0.5 }), finding({ seconds: 0.25 })] });

describe('a trend', () => {
  it('follows the total time where nothing else is known', () => {
    const trend = trendOf([old, fresh], 'unheard of', 'nowhere', 3);
    expect(trend).toMatchObject({ measure: 'totalTime', place: '', omitted: 3 });
    expect(trend.points).toEqual([
      { id: 'old', name: 'the old one', date: '2026-01-01T00:00:00.000Z', value: 10 },
      { id: 'fresh', name: 'the fresh one', date: '2026-01-01T00:00:00.000Z', value: 8 },
    ]);
  });

  it('follows a property of the whole program and of a call path, whose findings are added', () => {
    const { points, places } = trendOf([old, fresh], 'mpi_latesender', '', 0);
    expect(points.map(({ value }) => value)).toEqual([1.21, 0.75]);
    const path = places.find(({ label }) => label === 'call path main → MPI_Recv')!;
    expect(trendOf([old, fresh], 'mpi_latesender', path.key, 0).points.map(({ value }) => value)).toEqual([1.21, 0.75]);
  });

  it('offers the lines of the newest source only', () => {
    const moved = run('moved', { findings: [finding({ place: { file: '/src/heat.c', line: 12 } })] });
    const lines = trendOf([old, moved], 'mpi_latesender', '', 0).places.filter(
      ({ key }) => lineOfKey(key) !== undefined,
    );
    expect(lines.map(({ label }) => label)).toEqual(['line heat.c:12']);
    expect(lineOfKey(elementAt(lines, 0).key)).toEqual({ file: '/src/heat.c', line: 12 });
  });

  it('marks the experiment from which on it differs, among those similar to the newest one', () => {
    const slow = Array.from({ length: 12 }, (_, i) => ({
      ...run(`r${i}`, { totalTime: (i < 8 ? 10 : 12) + 0.01 * (i % 3) }),
      version: { version: `v${i}`, commit: `${i}abcdef` },
    }));
    const other = { ...run('other', { totalTime: 500 }), together: 'another program' };
    const trend = trendOf([other, ...slow.slice(0, 5), other, ...slow.slice(5)], 'totalTime', '', 0);
    expect(trend.tooFew).toBeUndefined();
    expect(trend.series).toEqual([
      { title: 'heat, 4 ranks', points: [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13] },
      { title: 'heat, 4 ranks', points: [0, 6] },
    ]);
    expect(trend.changes).toEqual([
      {
        index: 10,
        kind: 'rise',
        sentence: 'Total time rises from experiment the r8 one (commit 8abcdef) on, +20 % (8 runs before, 4 since).',
      },
    ]);
    const few = trendOf(slow.slice(0, 5), 'totalTime', '', 0);
    expect(few.changes).toEqual([]);
    expect(few.tooFew).toMatch(/^5 comparable/);
  });

  it('of nothing has no points', () => {
    expect(trendOf([], 'span', '', 0)).toMatchObject({ measure: 'span', points: [] });
  });
});

describe('repeats', () => {
  const traits = (id: string, sameness: string, baseline = false) => ({ id, created: id, baseline, sameness });

  it('are grouped, the starred ones first, then by age', () => {
    const groups = groupRepeats([traits('3', 'b'), traits('1', 'a'), traits('4', 'c', true), traits('2', 'b')]);
    expect(groups).toEqual([['4'], ['1'], ['2', '3']]);
  });

  it('that are all alike are compared one with another', () => {
    expect(groupRepeats([traits('2', 'a'), traits('1', 'a')])).toEqual([['1'], ['2']]);
  });
});
