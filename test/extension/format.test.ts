import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bar, moment } from '../../src/extension/format.js';

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
