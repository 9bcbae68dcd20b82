/** Counters by iteration, against a plain specification. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CounterSums } from '../../../src/analysis/dynamics/series/counterSums.js';
import { elementAt } from '../../../src/base/elements.js';
import { rounds } from '../../support/matrix.js';

const STARTS = Float64Array.of(10, 20, 30, 40);
/** Call paths 0 and 1 have separate rows, 2 and 3 share one. */
const ROWS = Int32Array.of(0, 1, 2, 2);
/** Class 7 has the counters 0 and 1 and one that is not wanted, class 9 has counter 0 as well. */
const OF_CLASS = new Map([
  [7, [0, 1, -1]],
  [9, [0]],
]);

/** A call that begins or ends: readings of some classes, the event itself a bit later, and events without readings. */
const call = fc.record({
  time: fc.integer({ min: 0, max: 50 }),
  ids: fc.subarray([7, 9, 8]),
  node: fc.integer({ min: -1, max: 3 }),
  counted: fc.array(fc.integer({ min: -3, max: 100 }), { minLength: 3, maxLength: 3 }),
});

/** The iteration of a moment; 3: none. */
function iterationOf(time: number): number {
  const at = [...STARTS].findLastIndex((start) => start <= time);
  return at < 0 || at === 3 ? 3 : at;
}

describe('counters by iteration', () => {
  it('are the differences of readings, each in the iteration of the call that begins or ends with the first one', () => {
    fc.assert(
      fc.property(fc.array(call, { maxLength: 40 }), (drawn) => {
        const calls = drawn.toSorted((one, other) => one.time - other.time);
        const sums = new CounterSums({ count: 2, ofClass: OF_CLASS }, ROWS, 3, STARTS);
        const expected = [0, 1].map(() => [0, 1, 2].map(() => [0, 0, 0, 0]));
        const before = new Map<number, { values: number[]; time: number }>();
        for (const { time, ids, node, counted } of calls) {
          for (const [at, id] of ids.entries()) {
            const last = before.get(id);
            const values = counted.slice(0, id === 9 ? 1 : 3).map((own, index) => own + (last?.values[index] ?? 1000));
            // Readings are older than the call, those of the first class most.
            sums.times.event(time - 0.3 + 0.1 * at);
            sums.readings.read(node, Float64Array.of(-1, id, values.length, ...values), 1);
            before.set(id, { values, time });
            if (last === undefined || node < 0) continue;
            for (const [index, counter] of (OF_CLASS.get(id) ?? []).entries()) {
              const own = expected[counter]?.[elementAt(ROWS, node)];
              const slot = iterationOf(last.time);
              if (own !== undefined) own[slot] = (own[slot] ?? 0) + Math.max(0, elementAt(counted, index));
            }
          }
          sums.times.event(time);
          // Other events follow, such as a message.
          sums.times.event(time);
        }
        for (const counter of [0, 1])
          for (const row of [0, 1, 2]) expect([...sums.row(counter, row)]).toEqual(expected[counter]?.[row]);
      }),
      { numRuns: rounds(200, 5000) },
    );
  });
});
