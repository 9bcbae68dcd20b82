import { describe, expect, it } from 'vitest';
import { measuredData, openmpRun, shipped } from './support.js';

/** Fürlinger & Gerndt 2005, figure 3. */
const loop = { construct: 'loop', columns: { execT: [6.32, 6.32, 6.32, 6.32], exitBarT: [2.03, 2.02, 0, 0] } } as const;

/** The same, section 4.2: two critical sections of Quicksort, version 1.0. */
const critical = [
  {
    construct: 'critical',
    columns: { execT: [1.61, 2.79, 2.57, 2.56], enterT: [0.87, 1.54, 1.38, 1.39], exitT: [0.31, 0.54, 0.51, 0.49] },
  },
  {
    construct: 'critical',
    columns: { execT: [1.6, 1.57, 1.55, 1.56], enterT: [0.85, 0.83, 0.81, 0.81], exitT: [0.32, 0.31, 0.31, 0.31] },
  },
] as const;

describe('the examples of Fürlinger & Gerndt', () => {
  it('an unevenly divided loop takes 0.32 of the run', () => {
    const { found } = shipped(
      'ImbalanceInParallelLoop',
      measuredData(openmpRun([loop], { wall: 6.33, cpu: 4 * 6.33 })),
    );
    expect(found).toHaveLength(1);
    expect(found[0]?.severity).toBeCloseTo(2.03 / 6.33, 12);
    expect(found[0]?.severity).toBeCloseTo(0.3207, 4);
    expect(found[0]?.confidence).toBe(1);
    expect(found[0]?.impact).toBeCloseTo(4.05, 12);
  });

  it('critical sections of Quicksort take 0.12 and 0.07 of the seconds of all threads', () => {
    const data = measuredData(openmpRun(critical, { wall: 61.02 / 4, cpu: 61.02 }));
    const { found } = shipped('CriticalSectionContention', data);
    expect(found.map(({ severity }) => Number(severity.toFixed(4)))).toEqual([0.1152, 0.0746]);
    expect(found.map(({ values }) => values.get('lost'))).toEqual([expect.closeTo(7.03, 10), expect.closeTo(4.55, 10)]);
  });

  it('unmeasured data are absent: no property over them holds, and this is reported', () => {
    const { found, isMeasured } = shipped(
      'CriticalSectionContention',
      measuredData(openmpRun([loop], { wall: 6.33, cpu: 25.32 })),
    );
    expect(found).toEqual([]);
    expect(isMeasured).toBe(false);
  });
});
