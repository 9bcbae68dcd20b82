import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactList, escapeMarkdown } from '../../../src/engine/presentation/text.js';
import { plainLine } from '../../../src/model/text.js';

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
