import { describe, expect, it } from 'vitest';
import { imbalanceOf, isSameSelection, parseLiveView, partInMpi } from '../../../src/measurement/live/view.js';

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
metric on task-clock
metric off L1-dcache-load-misses
rank 0 selection 4 134c
rank 0 times 750000000 1000000000
rank 1 iteration 158
rank 1 missed 7
rank 1 process trace 1.7 131544 1 0.0085 2
rank 1 selection 4 134d
rank 2 silent
sum 632 1319145312 MPI_Sendrecv
most 1 879430208 MPI_Sendrecv
sum 3 500000000 main\tvoid f(int, char)
of a newer probe
`;

describe('the data of a running program', () => {
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
      mpi: 0.75,
      seen: 1,
      selection: '4 134c',
    });
    expect(view.groups.map(({ name, on }) => [name, on])).toEqual([
      ['smooth', true],
      ['both of them', false],
      ['DEFAULT', true],
    ]);
    expect(view.metrics).toEqual([
      { name: 'task-clock', on: true },
      { name: 'L1-dcache-load-misses', on: false },
    ]);
    expect(view.ranks.map(partInMpi)).toEqual([0.75, 0]);
    // Of three ranks the mean is 0.4397 s: one has twice as much.
    expect(view.sums.map((sum) => imbalanceOf(sum, 3))).toEqual([expect.closeTo(1, 8), 0]);
    expect(view.functions).toEqual([
      { name: 'main', on: true, groups: ['DEFAULT'] },
      { name: 'void f(int, char)', on: false, groups: ['smooth', 'both of them'] },
    ]);
    expect(view.sums).toEqual([
      { path: ['MPI_Sendrecv'], visits: 632, own: 1.319145312, most: { rank: 1, own: 0.879430208 } },
      { path: ['main', 'void f(int, char)'], visits: 3, own: 0.5, most: undefined },
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

  it('is the previous one if no change is reported', () => {
    const before = parseLiveView(TEXT);
    const text =
      'run 3 flat\nsince 4\nrank 0 iteration 160\ngroup on 0 smooth\nsum 640 2000000000 MPI_Sendrecv\nsum 1 5 new\n';
    const after = parseLiveView(text, before);
    expect(after.functions).toEqual(before.functions);
    expect(after.sums.map(({ path, visits }) => [path.join('/'), visits])).toEqual([
      ['MPI_Sendrecv', 640],
      ['main/void f(int, char)', 3],
      ['new', 1],
    ]);
    // Data of ranks are sent completely each time; all other data only if nothing was sent since then.
    expect(after.ranks.map(({ iteration }) => iteration)).toEqual([160]);
    expect(parseLiveView(text.replace('since 4\n', ''), before).sums).toHaveLength(2);
  });

  it('is empty without data', () => {
    expect(parseLiveView('')).toMatchObject({ size: 0, phase: undefined, ranks: [], functions: [], sums: [] });
  });
});
