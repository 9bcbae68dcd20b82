import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  atLeast,
  neighbor,
  severityOrder,
  styleOf,
  textOf,
  toLevel,
} from '../../../src/extension/decorations/levels.js';
import type { LineMark } from '../../../src/protocol/messages.js';

const mark = (line: number, level: LineMark['level'] = 'high', stale = false): LineMark => ({
  line,
  level,
  stale,
  text: '8.2 % Late Sender · 3 of 4 ranks',
});

describe('a mark', () => {
  it('whose line changed is gray and labeled as such', () => {
    expect(styleOf(mark(1, 'high', true))).toBe('stale');
    expect(textOf(mark(1, 'high', true))).toBe('8.2 % Late Sender · 3 of 4 ranks (line changed since the run)');
    expect(styleOf(mark(1))).toBe('high');
    expect(textOf(mark(1))).toBe('8.2 % Late Sender · 3 of 4 ranks');
  });

  it('is shown from the level asked for', () => {
    const marks = severityOrder.map((level, line) => mark(line, level));
    expect(severityOrder.map((level) => atLeast(marks, level).length)).toEqual([4, 3, 2, 1]);
    expect(atLeast(marks, toLevel('no such level'))).toEqual(marks);
    expect(atLeast(marks, toLevel(undefined))).toEqual(marks);
  });
});

describe('going from mark to mark', () => {
  it('goes round at the ends', () => {
    const marks = [mark(20), mark(5)];
    expect([0, 5, 20].map((line) => neighbor(marks, line, 'next'))).toEqual([5, 20, 5]);
    expect([0, 5, 20].map((line) => neighbor(marks, line, 'previous'))).toEqual([20, 20, 5]);
    expect(neighbor([], 3, 'next')).toBeUndefined();
  });

  it('comes by every mark', () => {
    const lines = fc.uniqueArray(fc.nat(200), { minLength: 1 });
    fc.assert(
      fc.property(lines, fc.nat(200), fc.constantFrom('next' as const, 'previous' as const), (marked, start, way) => {
        const marks = marked.map((line) => mark(line));
        const seen: number[] = [];
        while (seen.length < marked.length) seen.push(neighbor(marks, seen.at(-1) ?? start, way) ?? -1);
        expect(seen.sort()).toEqual(marked.sort());
      }),
    );
  });
});
