import { describe, expect, it } from 'vitest';
import { extentOf, sumText, threadNumber } from '../../src/model/findings/extent.js';

const partsOf = (processes: number, locations: readonly string[]) => extentOf({ processes, locations });

describe('the extent of a run', () => {
  it('is given in ranks, and in threads if ranks have several', () => {
    expect(partsOf(2, ['MPI Rank 0', 'MPI Rank 1'])).toEqual({ parts: ['2 ranks'], whole: 'all ranks' });
    const names = [0, 1].flatMap((rank) => [`MPI Rank ${rank}, Master thread`, `MPI Rank ${rank}, OMP thread 1`]);
    expect(partsOf(2, names)).toEqual({ parts: ['2 ranks', '4 threads'], whole: 'all ranks' });
    expect(partsOf(2, [...names, 'CUDA[0:1]']).parts).toEqual(['2 ranks', '5 locations']);
  });

  it('is given in threads for a single process', () => {
    const names = ['Process, Master thread', 'Process, OMP thread 1'];
    expect(partsOf(1, names)).toEqual({ parts: ['2 threads'], whole: 'all threads' });
    expect(partsOf(1, ['Process', 'CUDA[0:1]'])).toEqual({ parts: ['2 locations'], whole: 'all locations' });
    expect(partsOf(1, ['MPI Rank 0'])).toEqual({ parts: ['1 rank'], whole: 'all ranks' });
  });

  it('is one process for serial programs, whose sums are of no other locations', () => {
    for (const names of [['Process'], ['main.py']]) {
      const extent = partsOf(1, names);
      expect(extent).toEqual({ parts: ['1 process'], whole: 'the process' });
      expect(sumText('3.00 s', extent)).toBe('3.00 s');
    }
    expect(sumText('3.00 s', partsOf(2, ['MPI Rank 0', 'MPI Rank 1']))).toBe('3.00 s of all ranks together');
  });

  it('knows no ranks where the trace has no processes', () => {
    expect(partsOf(0, ['a', 'b'])).toEqual({ parts: ['2 locations'], whole: 'all locations' });
  });
});

describe('numbers of threads', () => {
  it('are read from names', () => {
    expect(['Process, Master thread', 'OMP thread 12', 'thread 3', 'CUDA[0:1]'].map(threadNumber)).toEqual([
      0,
      12,
      3,
      undefined,
    ]);
  });
});
