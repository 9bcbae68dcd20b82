import { describe, expect, it } from 'vitest';
import { memoryOf } from '../../../src/analysis/report/memory.js';
import { memoryImbalance } from '../../../src/model/findings/memory.js';

const GB = 1e9;
const properties = (entries: Record<string, string>) => ({
  properties: new Map(Object.entries(entries).map(([name, value]) => [`TRIMTAB::MEMORY_${name}`, value])),
});
const told = {
  PROCESSES: '2',
  MEAN: String(2 * GB),
  HIGH_WATER: `1=${3 * GB},0.5,0,1000,${5 * GB},70,${2 * GB} 0=${GB},0.25,0,-5,${GB},30,0`,
  CALLS: [
    `${2 * GB} 0 ${3 * GB} 4 ${2 * GB} 1\t__GI___strdup\t./string/./string/strdup.c\t42\tfield\t/src/a.c\t14\tmain\t/src/a.c\t52`,
    `${GB} 1000 ${GB} 2 ${GB} 0\tfield\t/src/a.c\t14\tmain\t/src/a.c\t52`,
    `${GB / 2} 0 ${GB} 9 ${GB / 2} 0\tMPI_Init\t\t0\tmain\t/src/a.c\t50`,
    `0 0 100 1 0 0`,
  ].join('\n'),
};

describe('memory imbalance', () => {
  it('is the part of the most that is not held on average, with the call that holds most where the most is held', () => {
    const memory = memoryOf(properties(told));
    const found = memory && memoryImbalance(memory);
    // Ranks hold 3 GB and 1 GB: 2 GB on average.
    expect(found?.share).toBeCloseTo(1 / 3, 12);
    expect(found).toMatchObject({
      rank: 1,
      high: 3 * GB,
      call: { place: { file: '/src/a.c', line: 14 }, most: 2 * GB },
    });
  });

  it('is none of one process, and nothing where all hold the same', () => {
    const alone = memoryOf(
      properties({ ...told, PROCESSES: '1', MEAN: String(GB), HIGH_WATER: `0=${GB},0.5,0,0,1,1,0` }),
    );
    expect(alone && memoryImbalance(alone)).toBeUndefined();
    const same = { ...told, MEAN: String(GB), HIGH_WATER: `0=${GB},0.5,0,0,1,1,0 1=${GB},0.5,0,0,1,1,0` };
    const even = memoryOf(properties(same));
    expect(even && memoryImbalance(even)?.share).toBe(0);
  });
});

describe('memory as the probe reports it', () => {
  it('is read by rank, with unknown values omitted', () => {
    expect(memoryOf(properties(told))?.processes).toEqual([
      { rank: 1, high: 3 * GB, time: 0.5, end: 1000, taken: 5 * GB, blocks: 70, resident: 2 * GB },
      { rank: 0, high: GB, time: 0.25, end: 0, taken: GB, blocks: 30 },
    ]);
  });

  it("is attributed to the program's calls: system-internal calls are no step, and calls of MPI are one", () => {
    const calls = memoryOf(properties(told))?.calls ?? [];
    expect(calls).toEqual([
      {
        callPath: [
          { region: 'main', place: { file: '/src/a.c', line: 52 } },
          { region: 'field', place: { file: '/src/a.c', line: 14 } },
        ],
        place: { file: '/src/a.c', line: 14 },
        high: 3 * GB,
        share: 0.75,
        most: 2 * GB,
        rank: 1,
        end: 1000,
        taken: 4 * GB,
        blocks: 6,
      },
      expect.objectContaining({
        callPath: [{ region: 'main', place: { file: '/src/a.c', line: 50 } }, { region: 'MPI_Init' }],
        place: { file: '/src/a.c', line: 50 },
        share: 0.125,
      }),
      expect.objectContaining({ callPath: [], high: 0, taken: 100 }),
    ]);
  });

  it.each([
    {},
    { ...told, HIGH_WATER: 'x' },
    { ...told, HIGH_WATER: '1=2,3' },
    { ...told, PROCESSES: '1' },
    { ...told, MEAN: '', PROCESSES: '' },
  ])('is none where properties are missing or make no sense: %o', (entries) => {
    expect(memoryOf(properties(entries))).toBeUndefined();
  });

  it('excludes calls that make no sense', () => {
    const lines = ['', '1 2 3', 'a b c d e f\tf\t/a.c\t1', '1 1 1 1 1 0\tf\t/a.c'].join('\n');
    expect(memoryOf(properties({ ...told, CALLS: lines }))?.calls).toEqual([
      expect.objectContaining({ callPath: [], high: 1 }),
    ]);
  });
});
