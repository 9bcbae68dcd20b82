import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactList, duration, escapeMarkdown, percent, plainLine } from '../../../src/engine/presentation/text.js';

describe('percent', () => {
  it('never calls something nothing', () => {
    expect([0, 0.0001, 0.0005, 0.382, 1].map(percent)).toEqual(['0.0 %', '< 0.1 %', '0.1 %', '38.2 %', '100.0 %']);
  });
});

describe('duration', () => {
  it('keeps three digits and picks the unit', () => {
    expect([0, 1.5e-9, 0.00123456, 0.01, 1, 59.94, 123.4, 4321].map(duration)).toEqual([
      '0 s',
      '1.50 ns',
      '1.23 ms',
      '10.0 ms',
      '1.00 s',
      '59.9 s',
      '123 s',
      '4321 s',
    ]);
  });

  it('is exact to three digits for every size and never uses an exponent', () => {
    const units = new Map([
      ['s', 1],
      ['ms', 1e-3],
      ['µs', 1e-6],
      ['ns', 1e-9],
    ]);
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1e5, noNaN: true }), (seconds) => {
        const [number, unit] = duration(seconds).split(' ');
        expect(number).toMatch(/^\d+(\.\d+)?$/);
        expect(Math.abs(Number(number) * (units.get(unit) ?? NaN) - seconds)).toBeLessThanOrEqual(seconds * 0.00501);
      }),
    );
  });
});

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
            const [from, to = from] = part.split('–').map(Number);
            return Array.from({ length: to - from + 1 }, (_, index) => from + index);
          });
        expect(read).toEqual(sorted);
      }),
    );
  });
});

describe('escapeMarkdown', () => {
  it('leaves no mark of Markdown, HTML or links alone', () => {
    const text = '[x](command:evil) <b> `c` | https://a.b ![i](u) &amp; a_b_ **c**\n# d';
    const escaped = escapeMarkdown(text);
    expect(escaped).not.toMatch(/(^|[^\\])[[\]()<>`|!&_*#:]/);
    expect(escaped).not.toContain('\n');
    expect(escaped.replace(/\\/g, '')).toBe(text.replace('\n', ' '));
  });

  it('escapes every punctuation mark of any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const unescaped = escapeMarkdown(text).replace(/\\[!-/:-@[-`{-~]/g, '');
        expect(unescaped).not.toMatch(/[!-/:-@[-`{-~]/);
      }),
    );
  });
});

describe('plainLine', () => {
  it('drops what breaks lines or turns their direction', () => {
    expect(plainLine(' a\u202Eb\r\nc\u0000\u2028d ')).toBe('a b c d');
  });
});
