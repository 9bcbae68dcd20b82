import { describe, expect, it } from 'vitest';
import { duration } from '../../../src/base/text.js';
import type { Drawn } from '../../../src/pictures/drawing/drawList.js';
import { svgOf } from '../../../src/pictures/drawing/svgPen.js';
import {
  MOST_STRIP_BARS,
  rankStrip,
  STRIP_INKS,
  STRIP_PALETTE,
  type StripData,
} from '../../../src/pictures/hovers/rankStrip.js';
import { contrast } from '../../extension/contrast.js';
import { deltaE2000, labOf, seenBy, sights } from '../colors/difference.js';

/** Waiting of ranks from 0 on. */
function strip(values: readonly number[], causes: readonly number[] = [], change: Partial<StripData> = {}) {
  const ranks = values.map((value, number) => ({ number, value, isCause: causes.includes(number) }));
  return rankStrip({ what: 'Waiting', unit: 'rank', ranks, format: duration, ...change });
}

type Area = Extract<Drawn, { is: 'area' }>;

const areasOf = (picture: ReturnType<typeof rankStrip>): Area[] =>
  (picture?.items ?? []).filter((item) => item.is === 'area');
/** Returns all areas on the base line: marks are not. */
const barsOf = (picture: ReturnType<typeof rankStrip>): Area[] => {
  const areas = areasOf(picture);
  const base = Math.max(...areas.map(({ y, height }) => y + height));
  return areas.filter(({ y, height }) => y + height === base).sort((a, b) => a.x - b.x);
};
const textsOf = (picture: ReturnType<typeof rankStrip>) =>
  (picture?.items ?? []).flatMap((item) => (item.is === 'text' ? [item] : []));
const inkOf = ({ fill }: Area): string => ('ink' in fill ? fill.ink : '');

describe('the strip of waiting by rank', () => {
  it('has bars as high as the ranks wait, and none where a rank does not', () => {
    const values = [3.1, 0, 1.55, 2.9];
    const picture = strip(values);
    const bars = barsOf(picture);
    expect(bars).toHaveLength(3);
    const highest = Math.max(...bars.map(({ height }) => height));
    for (const [at, value] of [3.1, 1.55, 2.9].entries())
      expect((bars[at]?.height ?? 0) / highest).toBeCloseTo(value / 3.1, 10);
    expect(picture?.height).toBe(44);
    expect(picture?.width).toBeLessThan(320);
    expect(strip(Array.from({ length: 64 }, () => 1))?.width).toBeGreaterThan(300);
  });

  it('has the number of each rank below its bar, the largest value, and titles of both axes', () => {
    const picture = strip([3.1, 1, 1.55, 2.9]);
    const texts = textsOf(picture);
    expect(texts.map(({ text }) => text)).toEqual(['0', '1', '2', '3', '3.10 s', 'waiting', 'rank']);
    for (const [at, bar] of barsOf(picture).entries()) expect(texts[at]?.x).toBe(bar.x + bar.width / 2);
  });

  it('marks ranks that others wait for by color and by a triangle above their bars', () => {
    const picture = strip([3, 1, 2], [1]);
    expect(barsOf(picture).map(inkOf)).toEqual([STRIP_INKS.waiting, STRIP_INKS.cause, STRIP_INKS.waiting]);
    // The last three are the key.
    const mark = areasOf(picture).filter(({ y }) => y < 7);
    const [, bar] = barsOf(picture);
    const middle = (bar?.x ?? 0) + (bar?.width ?? 0) / 2;
    expect(mark.slice(0, 3).map(({ x, width }) => [x + width / 2, width])).toEqual([
      [middle, 6],
      [middle, 4],
      [middle, 2],
    ]);
    expect(mark).toHaveLength(6);
    expect(textsOf(picture).map(({ text }) => text)).toContain('cause');
    // One that does not wait has a mark and no bar.
    expect(areasOf(strip([3, 0, 2], [1])).filter((area) => inkOf(area) === STRIP_INKS.cause)).toHaveLength(6);
  });

  it('is described by a sentence with the numbers', () => {
    expect(strip([3.1, 0, 2.9, 2.4], [1])?.description).toBe(
      'Waiting by rank: rank 0 3.10 s, rank 2 2.90 s, rank 3 2.40 s, of 4 ranks. Rank 1 makes others wait.',
    );
    expect(strip([6, 5, 4, 3, 2, 1], [0, 1])?.description).toBe(
      'Waiting by rank: rank 0 6.00 s, rank 1 5.00 s, rank 2 4.00 s, rank 3 3.00 s and 2 others, of 6 ranks. Ranks 0, 1 make others wait.',
    );
  });

  it('is divided into means of neighbors where there are more ranks than bars', () => {
    const values = Array.from({ length: 1000 }, (_, rank) => rank % 7);
    const picture = strip(values, [999]);
    const bars = barsOf(picture);
    expect(bars).toHaveLength(MOST_STRIP_BARS);
    expect(bars.slice(-1).map(inkOf)).toEqual([STRIP_INKS.cause]);
    const means = Array.from({ length: MOST_STRIP_BARS }, (_, bar) => {
      const [start, end] = [Math.floor((bar * 1000) / 64), Math.floor(((bar + 1) * 1000) / 64)];
      return values.slice(start, end).reduce((sum, value) => sum + value, 0) / (end - start);
    });
    const most = Math.max(...means);
    const tallest = Math.max(...bars.map(({ height }) => height));
    for (const [at, mean] of means.entries()) expect((bars[at]?.height ?? 0) / tallest).toBeCloseTo(mean / most, 10);
    expect(picture?.description).toContain('of 1,000 ranks. The 64 bars are averages of up to 16 ranks each.');
    expect(textsOf(picture)[0]?.text).toBe('0');
  });

  it.each([2, 5, 33, 64, 65, 4096, 1_000_000])('keeps all within it, and numbers apart, with %i ranks', (count) => {
    const values = Array.from({ length: count }, (_, rank) => rank + 1);
    const picture = strip(values, [1]);
    for (const { x, y, width, height } of areasOf(picture)) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(picture?.width ?? 0);
      expect(y + height).toBeLessThanOrEqual(44);
    }
    expect(picture?.width).toBeLessThanOrEqual(320);
    for (const { size } of textsOf(picture)) expect(size).toBeGreaterThanOrEqual(10);
    const numbers = textsOf(picture).filter(({ anchor }) => anchor === 'middle');
    // No font is wider than 0.65 of its size for digits.
    const half = ({ text }: { text: string }): number => (text.length * 6.5) / 2;
    for (const [at, one] of numbers.entries()) {
      const before = numbers[at - 1];
      if (before !== undefined) expect(one.x - half(one)).toBeGreaterThan(before.x + half(before));
    }
  });

  it('takes at most 8 kB as data, whatever the numbers are', () => {
    const values = Array.from({ length: 100_000 }, (_, rank) => Math.abs(Math.sin(rank / 7)) + 1e-3);
    const all = [...values.keys()];
    const ranks = values.map((value, number) => ({ number, value, isCause: true }));
    for (const picture of [strip(values), strip(values, [], { ranks }), strip(values.slice(0, 64), all.slice(0, 64))]) {
      expect(picture).toBeDefined();
      if (picture !== undefined) expect((svgOf(picture, STRIP_PALETTE).length * 4) / 3).toBeLessThan(8000);
    }
  });

  it('is none where nothing waits, or there is one rank', () => {
    expect(strip([3])).toBeUndefined();
    expect(strip([0, 0])).toBeUndefined();
  });

  it('has colors that differ, also for color-blind users, and contrast with its background', () => {
    const [waiting, cause] = [STRIP_PALETTE[STRIP_INKS.waiting], STRIP_PALETTE[STRIP_INKS.cause]];
    for (const color of [waiting, cause]) expect(contrast(color, STRIP_PALETTE.ground)).toBeGreaterThan(3);
    for (const see of [(hex: string) => hex, ...sights.map((sight) => (hex: string) => seenBy(sight, hex))])
      expect(deltaE2000(labOf(see(waiting)), labOf(see(cause)))).toBeGreaterThan(12);
  });
});
