import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fit, padEnd, padStart, textWidth, wrap } from '../../src/cli/terminal/layout.js';

const text = fc.string({ unit: 'grapheme' });

describe('layout', () => {
  it('cuts to the width, never more', () => {
    fc.assert(
      fc.property(text, fc.nat(30), fc.constantFrom('start' as const, 'end' as const), (value, width, from) => {
        const cut = fit(value, width, from);
        expect(textWidth(cut)).toBeLessThanOrEqual(width);
        if (textWidth(value) <= width) expect(cut).toBe(value);
      }),
    );
    expect(fit('main → solve → MPI_Recv', 11, 'end')).toBe('…→ MPI_Recv');
    expect(fit('a long title', 7)).toBe('a long…');
  });

  it('fills up to the width', () => {
    fc.assert(
      fc.property(text, fc.nat(40), (value, width) => {
        const expected = Math.max(width, textWidth(value));
        expect(textWidth(padEnd(value, width))).toBe(expected);
        expect(textWidth(padStart(value, width))).toBe(expected);
      }),
    );
  });

  it('wraps without losing a word', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, maxLength: 8 })),
        fc.integer({ min: 8, max: 40 }),
        (parts, width) => {
          const paragraph = parts.join(' ');
          const lines = wrap(paragraph, width);
          expect(lines.join(' ').split(/\s+/)).toEqual(paragraph.trim().split(/\s+/));
          for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(width);
        },
      ),
    );
  });

  it('keeps numbers next to their units', () => {
    expect(wrap('waited for rank 0 (52 %), rank 1 (48 %)', 21)).toEqual(['waited for rank 0', '(52 %), rank 1 (48 %)']);
    expect(wrap('it took 12.3 ms and 4 seconds', 10)).toEqual(['it took', '12.3 ms', 'and 4', 'seconds']);
  });
});
