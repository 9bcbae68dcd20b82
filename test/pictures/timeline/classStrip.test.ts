import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeNames } from '../../../src/pictures/colors/inks.js';
import {
  divisionText,
  dividedOf,
  stripFrame,
  stripName,
  stripScale,
} from '../../../src/pictures/timeline/classStrip.js';
import { coloringByClass, coloringByFocus, NO_FUNCTIONS } from '../../../src/pictures/timeline/coloring.js';
import { type Columns, meanOf } from '../../../src/pictures/timeline/columns.js';
import { type TimelineData, timelinePicture } from '../../../src/pictures/timeline/picture.js';

const colored = { classes: ['computation', 'pointToPoint'] as const, functions: NO_FUNCTIONS, nameOf: () => '' };
const ranks = { count: 4, areRanks: true };

/** Columns of two classes: of each row, by column, how much of 255 is computation; the rest is point-to-point. */
const columnsOf = (rows: readonly (readonly number[])[], waiting = 0): Columns => ({
  rows: rows.length,
  columns: rows[0]?.length ?? 0,
  classes: ['computation', 'pointToPoint'],
  shares: Uint8Array.from(rows.flatMap((row) => row.flatMap((share) => [share, 255 - share]))),
  waiting: new Uint8Array(rows.flat().length).fill(waiting),
});

describe('the strip of classes', () => {
  it('is named by what it divides, and into what', () => {
    expect(dividedOf([0, 1, 2])).toEqual({ count: 3, areRanks: true });
    expect(dividedOf([0, 0, 1])).toEqual({ count: 3, areRanks: false });
    expect(stripName(ranks, coloringByClass(colored))).toBe('ranks by class');
    expect(stripName({ count: 4, areRanks: false }, coloringByFocus(colored, []))).toBe('locations by function');
  });

  it('has one row of the same time as the rows above', () => {
    const frame = { window: { from: 1, to: 3 }, left: 80, width: 400, top: 40, rowHeight: 28, gap: 5, rows: 9 };
    const strip = stripFrame({ ...frame, below: [0, 50] }, 300);
    expect(strip).toEqual({ ...frame, top: 300, rowHeight: 34, gap: 0, rows: 1 });
    const names = stripScale(strip, 'ranks by class').filter((item) => item.is === 'text');
    expect(names).toMatchObject([{ anchor: 'end', x: 72 }]);
  });

  it('shows the number of locations in each class, which add up to the running ones', () => {
    const [half] = [columnsOf([[255], [255], [0], [0]], 0)].map(meanOf);
    if (half === undefined) throw new Error('no columns');
    expect(divisionText(half, 0, ranks, timeNames)).toBe('of 4 ranks: computation 2.0, point-to-point 2.0');
    const waits = meanOf(columnsOf([[0], [0]], 255));
    expect(divisionText(waits, 0, { count: 2, areRanks: false }, timeNames)).toBe('of 2 locations: waiting 2.0');
    const none = { ...half, shares: new Uint8Array(2), waiting: new Uint8Array(1) };
    expect(divisionText(none, 0, ranks, timeNames)).toBe('of 4 ranks: none runs');
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 255 }), { minLength: 1, maxLength: 40 }), (shares) => {
        const text = divisionText(
          meanOf(columnsOf(shares.map((share) => [share]))),
          0,
          { ...ranks, count: 100 },
          timeNames,
        );
        const parts = [...text.matchAll(/ (\d+\.\d)/g)].map(([, number]) => Number(number));
        expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(100, 0);
      }),
    );
  });

  it('is drawn below the rows of a picture, between them and the legend', () => {
    const columns = columnsOf([[255, 0], [0, 255]]); // prettier-ignore
    const window = { from: 0, to: 2 };
    const data: TimelineData = {
      ...{ title: 'app', span: window, window, names: ['rank 0', 'rank 1'], columns, columnsWindow: window },
      ...{ overview: meanOf(columns), spans: [], path: [], allMessages: 0, sentences: [] },
      messages: { sender: [], receiver: [], send: [], receive: [], waiting: [] },
    };
    const without = timelinePicture(data, { width: 600 });
    const drawn = timelinePicture(
      { ...data, division: { columns: meanOf(columns), name: 'ranks by class' } },
      { width: 600 },
    );
    expect(drawn.height).toBe(without.height + 44);
    const clips = drawn.items.filter((item) => item.is === 'clip');
    const [rows, strip] = clips;
    expect(clips).toHaveLength(2);
    expect(strip?.y).toBeGreaterThanOrEqual((rows?.y ?? NaN) + (rows?.height ?? NaN));
    const bars = strip?.items.filter((item) => item.is === 'area') ?? [];
    // Half of the ranks compute at any time.
    expect(bars.map(({ fill, height }) => [fill, height])).toEqual([
      [{ time: 'computation' }, expect.closeTo((34 * 128) / 256, 9)],
      [{ time: 'pointToPoint' }, expect.closeTo((34 * 128) / 256, 9)],
    ]);
  });
});
