import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bar, moment, stripEscapes } from '../../src/extension/format.js';

describe('bar', () => {
  it('is five blocks, full ones by share', () => {
    expect([0, 0.001, 0.5, 1].map(bar)).toEqual(['▱▱▱▱▱', '▰▱▱▱▱', '▰▰▰▱▱', '▰▰▰▰▰']);
    fc.assert(fc.property(fc.double({ noNaN: true }), (share) => bar(share).length === 5));
  });
});

describe('moment', () => {
  it('is local time to the minute', () => {
    const date = new Date(2026, 0, 5, 9, 7, 59);
    expect(moment(date.toISOString(), new Date(2026, 0, 6))).toBe('2026-01-05 09:07');
    expect(moment(date.toISOString(), new Date(2026, 0, 5))).toBe('today 09:07');
  });

  it('leaves what is no date as it is', () => {
    expect(moment('yesterday')).toBe('yesterday');
  });
});

describe('stripEscapes', () => {
  it('takes colours, cursor movements and titles out', () => {
    expect(stripEscapes('\u001b[01m\u001b[Kheat2d.c:3:\u001b[m\u001b[K \u001b]0;title\u0007error\u001b[2J')).toBe(
      'heat2d.c:3: error',
    );
  });

  it('leaves other text alone', () => {
    const plain = fc.string().filter((text) => !text.includes('\u001b'));
    fc.assert(fc.property(plain, (text) => stripEscapes(text) === text));
  });
});
