/** Stored counters, compared with their readings. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../../src/base/elements.js';
import { CounterRecorder, countersOf, emptyCounters } from '../../../../src/analysis/trace/timeline/counters.js';
import { rounds } from '../../../support/matrix.js';

const NAME = { name: 'PAPI_TOT_INS', unit: '#', scale: 10 };

const reading = fc.record({
  seconds: fc.oneof(fc.constant(0), fc.double({ min: 0.1, max: 3, noNaN: true })),
  counted: fc.integer({ min: -2, max: 1000 }),
});

/** Returns the stored readings of two locations that read the same. */
function kept(readings: readonly { readonly seconds: number; readonly counted: number }[]) {
  const table = emptyCounters();
  let [time, value] = [0, 0];
  const recorders = [1, 0].map((location) => new CounterRecorder(location, table));
  const rates: { readonly from: number; readonly to: number; readonly rate: number }[] = [];
  let last: { readonly time: number; readonly value: number } | undefined;
  for (const { seconds, counted } of readings) {
    [time, value] = [time + seconds, value + counted];
    for (const recorder of recorders) recorder.read(time, Float64Array.of(7, 1, value), 0);
    if (last !== undefined && time > last.time && value >= last.value)
      rates.push({ from: last.time, to: time, rate: ((value - last.value) / (time - last.time)) * NAME.scale });
    if (last === undefined || time > last.time) last = { time, value };
  }
  return { ...countersOf(table, new Map([[7, [NAME]]]), 2), rates };
}

describe('counters of a timeline', () => {
  it('have the minimum, the maximum and the mean of the rates per second, nothing omitted', () => {
    const some = fc.array(reading, { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 60 }), (drawn, times) => {
        const { counters, counterNames, rates } = kept(Array.from({ length: times }, () => drawn).flat());
        expect(counterNames).toEqual([{ name: 'PAPI_TOT_INS', unit: '#' }]);
        const [, end = 0] = counters.first;
        expect([...counters.first]).toEqual([0, end, 2 * end]);
        let at = 0;
        for (let row = 0; row < end; row++) {
          const to = elementAt(counters.to, row);
          const own = [];
          for (; at < rates.length && elementAt(rates, at).to <= to; at++) own.push(elementAt(rates, at));
          expect(own.length).toBeGreaterThan(0);
          const seconds = own.reduce((sum, one) => sum + one.to - one.from, 0);
          const mean = own.reduce((sum, one) => sum + one.rate * (one.to - one.from), 0) / seconds;
          const all = own.map(({ rate }) => rate);
          expect(elementAt(counters.least, row)).toBeCloseTo(Math.min(...all), 6);
          expect(elementAt(counters.most, row)).toBeCloseTo(Math.max(...all), 6);
          expect(Math.abs(elementAt(counters.mean, row) - mean)).toBeLessThanOrEqual(1e-9 * Math.max(1, mean));
        }
        expect(at).toBe(rates.length);
      }),
      { numRuns: rounds(15, 200) },
    );
  });
});
