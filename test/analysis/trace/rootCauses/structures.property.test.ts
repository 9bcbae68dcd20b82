import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { barrierMark, barrierOf, BEGINNING, teamMark, teamOf } from '../../../../src/analysis/trace/intervals/marks.js';
import { LocationSums } from '../../../../src/analysis/trace/rootCauses/locationSums.js';
import { MaximumOf } from '../../../../src/analysis/trace/rootCauses/maximumOf.js';
import { sortByKey, sortedByKey } from '../../../../src/analysis/trace/tables/sortedByKey.js';
import { DelaySpread } from '../../../../src/analysis/trace/rootCauses/spread.js';
import { OWN_MEMORY } from '../../../../src/analysis/trace/tables/memory.js';
import { PairSums } from '../../../../src/analysis/trace/tables/pairSums.js';
import { addAt, elementAt } from '../../../../src/base/elements.js';

describe('sortedByKey', () => {
  test('orders as a stable sort of the numbers does', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(0, -0, 1, -1))), (numbers) => {
        const expected = numbers
          .map((_, i) => i)
          .sort((a, b) => elementAt(numbers, a) - elementAt(numbers, b) || a - b);
        const infinite = numbers.some((number) => !Number.isFinite(number));
        if (!infinite) expect([...sortedByKey(Float64Array.from(numbers))]).toEqual(expected);
      }),
    );
  });
});

describe('sortByKey', () => {
  test('keeps entries together, whether they come in runs, nearly sorted, or in any order', () => {
    const keys = fc.array(
      fc.oneof(
        fc.array(fc.nat(9), { maxLength: 40 }),
        fc.array(fc.nat(99), { maxLength: 40 }).map((run) => run.sort((a, b) => a - b)),
        fc.array(fc.nat(3), { maxLength: 80 }).map((steps) => steps.map((step, i) => i + step)),
      ),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(keys, (parts) => {
        const all = parts.flat();
        const values = Uint32Array.from(all, (_, i) => i * 2);
        const sorted = sortByKey({ keys: Float64Array.from(all), values }, OWN_MEMORY);
        const expected = all.map((_, i) => i).sort((a, b) => elementAt(all, a) - elementAt(all, b) || a - b);
        expect([...sorted.values]).toEqual(expected.map((i) => i * 2));
        expect([...sorted.keys]).toEqual(expected.map((i) => all[i]));
      }),
    );
  });
});

describe('marks', () => {
  test('of barriers, teams and operations are distinguished', () => {
    fc.assert(
      fc.property(fc.nat(), (row) => {
        expect([barrierOf(barrierMark(row)), teamOf(barrierMark(row))]).toEqual([row, undefined]);
        expect([barrierOf(teamMark(row)), teamOf(teamMark(row))]).toEqual([undefined, row]);
        expect([barrierOf(row), teamOf(row)]).toEqual([undefined, undefined]);
        expect([barrierOf(BEGINNING), teamOf(BEGINNING)]).toEqual([undefined, undefined]);
      }),
    );
  });
});

/** Amounts added to ranges that end at or before the position read last, as the search for causes does. */
const ranges = fc.array(
  fc.record({ read: fc.nat(19), from: fc.nat(19), length: fc.nat(19), amount: fc.integer({ min: 1, max: 9 }) }),
);

describe('Spread', () => {
  const KINDS = 2;
  /** Groups of positions, some of them many more than share a piece of memory, some empty. */
  const layouts = fc.array(fc.oneof(fc.nat(3), fc.nat(70)), { minLength: 1, maxLength: 4 });
  const steps = fc.array(
    fc.record({
      group: fc.nat(3),
      kind: fc.nat(KINDS - 1),
      pass: fc.nat(20),
      from: fc.nat(70),
      length: fc.nat(70),
      amount: fc.integer({ min: 1, max: 9 }),
    }),
  );

  test('adds what straightforward addition does', () => {
    fc.assert(
      fc.property(layouts, steps, (sizes, additions) => {
        const first = Int32Array.of(0, ...sizes).map((_, group) => sizes.slice(0, group).reduce((a, b) => a + b, 0));
        const spread = new DelaySpread(first, KINDS);
        const plain = new Float64Array(elementAt(first, sizes.length) * KINDS);
        const sums = new Float64Array(KINDS);
        const at = sizes.map((_, group) => elementAt(first, group + 1));
        const passTo = (group: number, position: number): void => {
          at[group] = position;
          spread.read(group, position, sums);
          expect(sums).toEqual(plain.slice(position * KINDS, (position + 1) * KINDS));
        };
        for (const { group: any, kind, pass, from: after, length, amount } of additions) {
          const group = any % sizes.length;
          const position = Math.max(elementAt(first, group), elementAt(at, group) - pass);
          if (position < elementAt(at, group)) passTo(group, position);
          const from = Math.min(elementAt(first, group) + after, elementAt(at, group));
          const to = from + length;
          expect(spread.add(group, kind, from, to, amount)).toBe(Math.min(to, elementAt(at, group)));
          for (let i = from; i < Math.min(to, elementAt(at, group)); i++) addAt(plain, i * KINDS + kind, amount);
        }
        sizes.forEach((_, group) => {
          for (let position = elementAt(at, group) - 1; position >= elementAt(first, group); position--)
            passTo(group, position);
        });
      }),
    );
  });
});

describe('MaximumOf', () => {
  test('finds what going through all amounts does', () => {
    fc.assert(
      fc.property(ranges, (additions) => {
        const maximum = new MaximumOf(1);
        const added: { from: number; amount: number }[] = [];
        for (const { read, from, amount } of [...additions].sort((a, b) => b.read - a.read)) {
          const inForce = added.filter((addition) => addition.from <= read);
          expect(maximum.at(0, read)).toBe(Math.max(0, ...inForce.map((addition) => addition.amount)));
          maximum.add(0, from, amount);
          added.push({ from, amount });
        }
      }),
    );
  });
});

describe('LocationSums', () => {
  const amounts = fc.array(fc.tuple(fc.nat(5), fc.double({ min: 0, max: 9, noNaN: true })), { maxLength: 4 });
  const steps = fc.array(fc.record({ location: fc.nat(3), list: fc.nat(2), amounts }));

  test('are the sums of all steps in their order, to the last bit', () => {
    const sums = new LocationSums();
    fc.assert(
      fc.property(steps, (all) => {
        const plain = [0, 1, 2].map(() => new PairSums());
        for (const { location, list, amounts: added } of all)
          for (const [callPath, amount] of added) elementAt(plain, list).add(callPath, location, amount);
        for (let location = 0; location < 4; location++) {
          all.forEach((step, at) => {
            if (step.location !== location) return;
            for (const [callPath, amount] of step.amounts) sums.add(step.list, callPath, amount, at);
          });
          sums.close(location);
        }
        expect(sums.take(3, all.length)).toEqual(plain.map((expected) => expected.copy()));
      }),
    );
  });
});
