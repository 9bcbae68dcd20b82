import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { absent } from '../../src/base/elements.js';
import { compactList } from '../../src/base/text.js';

describe('compactList', () => {
  it('joins runs of three and more', () => {
    expect(compactList([])).toBe('');
    expect(compactList([1, 2, 3, 7])).toBe('1–3, 7');
    expect(compactList([0, 1, 5, 6, 8, 9, 10])).toBe('0, 1, 5, 6, 8–10');
  });

  it('can be read back', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(50)), (numbers) => {
        const sorted = numbers.sort((a, b) => a - b);
        const read = compactList(sorted)
          .split(', ')
          .filter((part) => part !== '')
          .flatMap((part) => {
            const [from = absent('from'), to = from] = part.split('–').map(Number);
            return Array.from({ length: to - from + 1 }, (_, index) => from + index);
          });
        expect(read).toEqual(sorted);
      }),
    );
  });
});
