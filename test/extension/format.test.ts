import { describe, expect, it } from 'vitest';
import { moment } from '../../src/extension/format.js';

describe('moment', () => {
  it('is local time to the minute', () => {
    const date = new Date(2026, 0, 5, 9, 7, 59);
    expect(moment(date.toISOString(), new Date(2026, 0, 6))).toBe('2026-01-05 09:07');
    expect(moment(date.toISOString(), new Date(2026, 0, 5))).toBe('today 09:07');
  });

  it('leaves text that is no date unchanged', () => {
    expect(moment('yesterday')).toBe('yesterday');
  });
});
