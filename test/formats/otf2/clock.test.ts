import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { ClockCorrection } from '../../../src/formats/otf2/clock.js';

const START = 10n ** 18n;

function correction(...measured: [ticks: number, offset: number][]): ClockCorrection | undefined {
  const offsets = measured.map(([ticks, offset]) => ({ time: START + BigInt(ticks), offset: BigInt(offset) }));
  return ClockCorrection.from(offsets, START);
}

describe('clock correction', () => {
  test('nothing to do without two measurements, or where all are zero', () => {
    expect(correction()).toBeUndefined();
    expect(correction([5, 100])).toBeUndefined();
    expect(correction([0, 0], [1000, 0])).toBeUndefined();
    expect(correction([7, 3], [7, 9], [5, 1])).toBeUndefined();
  });

  test('follows the line through two measurements, also outside them', () => {
    const clock = correction([1000, -500], [2000, 500]);
    expect([0, 1000, 1500, 2000, 3000].map((ticks) => clock?.correct(ticks))).toEqual([-1500, 500, 1500, 2500, 4500]);
  });

  test('hits every measurement and gives the same in any order of questions', () => {
    const step = fc.tuple(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: -1e6, max: 1e6 }));
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 2, maxLength: 8 }),
        fc.array(fc.integer({ min: -1e9, max: 1e10 })),
        (steps, moments) => {
          let now = 0;
          const measured = steps.map(([gap, offset]): [number, number] => [(now += gap), offset]);
          const clock = correction(...measured);
          if (clock === undefined) return;
          for (const [ticks, offset] of measured) expect(clock.correct(ticks)).toBe(ticks + offset);
          const sorted = [...moments].sort((a, b) => a - b);
          const fresh = correction(...measured);
          const forward = new Map(sorted.map((moment) => [moment, fresh?.correct(moment)]));
          for (const moment of moments) expect(clock.correct(moment)).toBe(forward.get(moment));
        },
      ),
    );
  });
});
