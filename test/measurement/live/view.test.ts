import { describe, expect, it } from 'vitest';
import { isSameSelection, parseLiveView } from '../../../src/measurement/live/view.js';

const TEXT = `run 3 flat
rank 0 iteration 159
rank 0 made 2
rank 0 missed 0
rank 0 process trace 1.744 132392 4 2.5000 1
phase time step
group on 0 smooth
group off 1 both of them
group on 63 DEFAULT
function on 8000000000000000 main
function off 3 void f(int, char)
rank 0 selection 4 134c
rank 1 iteration 158
rank 1 missed 7
rank 1 process trace 1.7 131544 1 0.0085 2
rank 1 selection 4 134d
rank 2 silent
sum 632 1319145312 MPI_Sendrecv
sum 3 500000000 main\tvoid f(int, char)
of a newer probe
`;

describe('what a running program tells', () => {
  it('is read', () => {
    const view = parseLiveView(TEXT);
    expect(view).toMatchObject({ size: 3, phase: 'time step', silent: [2], missed: [1] });
    expect(view.ranks[0]).toEqual({
      rank: 0,
      iteration: 159,
      mode: 'trace',
      seconds: 1.744,
      bytes: 132392,
      threads: 4,
      overhead: 0.025,
      waiting: 1,
      selection: '4 134c',
    });
    expect(view.groups.map(({ name, on }) => [name, on])).toEqual([
      ['smooth', true],
      ['both of them', false],
      ['DEFAULT', true],
    ]);
    expect(view.functions).toEqual([
      { name: 'main', on: true, groups: ['DEFAULT'] },
      { name: 'void f(int, char)', on: false, groups: ['smooth', 'both of them'] },
    ]);
    expect(view.sums).toEqual([
      { path: ['MPI_Sendrecv'], visits: 632, own: 1.319145312 },
      { path: ['main', 'void f(int, char)'], visits: 3, own: 0.5 },
    ]);
    expect(isSameSelection(view)).toBe(false);
    expect(isSameSelection(parseLiveView(TEXT.replace('134d', '134c')))).toBe(true);
  });

  it('has groups of ranges, those of one name with functions', () => {
    const text = `${TEXT}ranges off 2 halo exchange\nranges on 1 smooth\n`;
    expect(parseLiveView(text).groups).toEqual([
      { name: 'smooth', on: true, ranges: 1 },
      { name: 'both of them', on: false, ranges: 0 },
      { name: 'DEFAULT', on: true, ranges: 0 },
      { name: 'halo exchange', on: false, ranges: 2 },
    ]);
  });

  it('is nothing where nothing is told', () => {
    expect(parseLiveView('')).toMatchObject({ size: 0, phase: undefined, ranks: [], functions: [], sums: [] });
  });
});
