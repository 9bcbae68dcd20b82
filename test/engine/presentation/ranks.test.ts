import { describe, expect, it } from 'vitest';
import { concernedRanks, countRanks, listRanks } from '../../../src/engine/presentation/ranks.js';

const waits = (...seconds: number[]) => [
  { locations: seconds.map((value, location) => ({ location, name: '', seconds: value })) },
];

describe('who loses time', () => {
  it('are threads in a program of one process', () => {
    const run = { processes: 1, locations: ['Process, Master thread', 'Process, OMP thread 1'] };
    const concerned = concernedRanks(waits(1, 0), run);
    expect([listRanks(concerned), countRanks(concerned)]).toEqual(['thread 0', '1 of 2 threads']);
    expect(listRanks(concernedRanks(waits(1, 1), run))).toBe('threads 0, 1');
  });

  it('are ranks in a program of several, whatever their threads', () => {
    const locations = [0, 1].flatMap((rank) => [`MPI Rank ${rank}, Master thread`, `MPI Rank ${rank}, OMP thread 1`]);
    const concerned = concernedRanks(waits(0, 1, 0, 1), { processes: 2, locations });
    expect([listRanks(concerned), countRanks(concerned)]).toEqual(['ranks 0, 1', '2 of 2 ranks']);
  });

  it('are locations if names reveal neither', () => {
    const run = { processes: 1, locations: ['Process', 'CUDA[0:1]'] };
    expect(listRanks(concernedRanks(waits(1, 0), run))).toBe('location 0');
  });
});
