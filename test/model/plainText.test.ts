import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  editorLine,
  editorLines,
  editorName,
  jsonText,
  outputText,
  plainLine,
  plainLines,
  plainName,
  revealedText,
} from '../../src/base/plainText.js';
import { foreignText, hidden, liveIcon, liveLink } from './foreignText.js';

const check = (property: (text: string) => void): void => {
  fc.assert(fc.property(foreignText, property), { numRuns: 200 });
};

describe.each([
  { name: 'plainLine', make: plainLine, lines: false, bounded: true },
  { name: 'plainName', make: plainName, lines: false, bounded: true },
  { name: 'plainLines', make: plainLines, lines: true, bounded: true },
  { name: 'editorLine', make: editorLine, lines: false, bounded: true },
  { name: 'editorName', make: editorName, lines: false, bounded: true },
  { name: 'editorLines', make: editorLines, lines: true, bounded: true },
  { name: 'outputText', make: outputText, lines: true, bounded: false },
])('$name', ({ name, make, lines, bounded }) => {
  it('holds nothing hidden, whatever it is made of', () => {
    check((text) => {
      expect(make(text)).not.toMatch(hidden);
      if (!lines) expect(make(text)).not.toMatch(/[\n\t]/);
    });
  });

  it('changes nothing when done twice', () => {
    check((text) => {
      expect(make(make(text))).toBe(make(text));
    });
  });

  it('leaves printable text alone', () => {
    for (const text of ['operator<< [clone .omp_fn.0]', 'Größe × 2 – “a” (b)', '日本語', 'naïve 👍'])
      expect(make(text)).toBe(text);
  });

  if (name.startsWith('editor'))
    it('has no live link and no icon', () => {
      check((text) => {
        expect(make(text)).not.toMatch(liveLink);
        expect(make(text)).not.toMatch(liveIcon);
      });
      expect(make('[Update it](command:x) $(error)')).toBe('[Update it] (command:x) $ (error)');
    });

  if (bounded)
    it('is cut if it is too long, never through a character, and marked as cut', () => {
      expect(make('a'.repeat(10_000_000)).length).toBeLessThanOrEqual(20_000);
      expect(make('](command:x)'.repeat(1_000_000)).length).toBeLessThanOrEqual(20_000);
      // Not all hidden characters are inspected; the omission is marked nevertheless.
      expect(make(`a${'\u200b'.repeat(1_000_000)}b`)).toMatch(/…$/);
      fc.assert(
        fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
          const shown = make(text.repeat(30_000));
          expect(shown.length).toBeLessThanOrEqual(20_000);
          expect(shown).not.toMatch(hidden);
          expect(make(shown)).toBe(shown);
        }),
        { numRuns: 20 },
      );
    });
});

describe('plainLine', () => {
  it('joins what lines ends part, and drops what turns the direction', () => {
    expect(plainLine(' a\u202Eb\r\nc\u0000\u2028d ')).toBe('a b c d');
  });
});

describe('plainLines', () => {
  it('keeps lines, tabs and indentation', () => {
    expect(plainLines('run:\r\n  command: [a]\n\tb\u202e')).toBe('run:\n  command: [a]\n\tb ');
  });
});

describe('outputText', () => {
  it('takes colors, cursor movements, links and titles out', () => {
    expect(outputText('\u001b[01m\u001b[Kheat2d.c:3:\u001b[m\u001b[K \u001b]0;title\u0007error\u001b[2J')).toBe(
      'heat2d.c:3: error',
    );
    expect(outputText('\u001b]8;;https://example.org\u001b\\text\u001b]8;;\u001b\\')).toBe('text');
  });

  it('leaves lines as they are, of any length', () => {
    expect(outputText('a\r\nb\rc\td\n')).toBe('a\nb\nc\td\n');
    expect(outputText('a'.repeat(100_000))).toHaveLength(100_000);
  });
});

describe('jsonText', () => {
  it('reads back the same, and holds nothing hidden but its line ends', () => {
    fc.assert(
      fc.property(fc.jsonValue(), foreignText, foreignText, (value, name, text) => {
        const whole = { value, [name]: text };
        const shown = jsonText(whole);
        expect(shown).not.toMatch(hidden);
        expect(shown).not.toContain('\t');
        expect(JSON.stringify(JSON.parse(shown))).toBe(JSON.stringify(whole));
      }),
      { numRuns: 300 },
    );
  });

  it('is laid out like JSON elsewhere', () => {
    expect(jsonText({ a: [1, 'ä'] })).toBe('{\n  "a": [\n    1,\n    "ä"\n  ]\n}');
  });
});

describe('revealedText', () => {
  it('writes hidden characters out, so that what is to be read is all there', () => {
    expect(revealedText('rm \u202e-rf\u001b[8m\tx\n')).toBe('rm \\u{202e}-rf\\u{1b}[8m\tx\n');
    check((text) => {
      expect(revealedText(text)).not.toMatch(hidden);
    });
  });
});
