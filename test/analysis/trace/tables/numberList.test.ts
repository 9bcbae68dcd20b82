import { expect, it } from 'vitest';
import { NumberList } from '../../../../src/analysis/trace/tables/numberList.js';
import { expectSame } from '../../../support/expectSame.js';

it('keeps numbers in their order, however many come', () => {
  const list = new NumberList();
  const numbers = Float64Array.from({ length: 150_000 }, (_, i) => i / 3);
  for (const number of numbers) list.push(number);
  expect(list.length).toBe(numbers.length);
  expectSame(list.toArray(), numbers);
  list.clear();
  expect(list.toArray()).toEqual(new Float64Array(0));
  list.push(7);
  expect(list.toArray()).toEqual(Float64Array.of(7));
  expect(new NumberList().toArray()).toEqual(new Float64Array(0));
});
