/** Contents of an open row below its bar: calls by level, and counters. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import type { BarInk } from '../../../src/pictures/colors/inks.js';
import type { Drawn } from '../../../src/pictures/drawing/drawList.js';
import { widthOfText } from '../../../src/pictures/drawing/fonts.js';
import {
  counterLanes,
  type GivenCounters,
  heightBelow,
  levelBars,
  levelNote,
  MOST_LEVELS,
} from '../../../src/pictures/timeline/details.js';
import { type Frame, xOf, yOf } from '../../../src/pictures/timeline/frame.js';

const frame: Frame = {
  ...{ window: { from: 0, to: 10 }, left: 100, width: 1000, top: 50, rowHeight: 28, gap: 5, rows: 3 },
  below: [0, 0, 60, 60],
};
const INKS: readonly BarInk[] = ['computation', 'pointToPoint', 'collective'];
const look = { nameOf: (node: number) => `function ${node}`, inkOf: (node: number) => elementAt(INKS, node % 3) };

interface Call {
  readonly row: number;
  readonly depth: number;
  readonly node: number;
  readonly from: number;
  readonly to: number;
}

const columnsOf = (calls: readonly Call[]) => ({
  row: Uint32Array.from(calls, ({ row }) => row),
  depth: Uint32Array.from(calls, ({ depth }) => depth),
  node: Uint32Array.from(calls, ({ node }) => node),
  from: Float64Array.from(calls, ({ from }) => from),
  to: Float64Array.from(calls, ({ to }) => to),
});

const areas = (drawn: readonly Drawn[]) => drawn.filter((item) => item.is === 'area');
const texts = (drawn: readonly Drawn[]) => drawn.filter((item) => item.is === 'text');

describe('call levels', () => {
  const time = fc.double({ min: -5, max: 15, noNaN: true });
  const call = fc.record({
    ...{ row: fc.nat({ max: 2 }), depth: fc.nat({ max: MOST_LEVELS + 3 }), node: fc.nat({ max: 9 }) },
    ...{ a: time, b: time },
  });

  it('are below the bar of their row, one below the other, within the window', () => {
    fc.assert(
      fc.property(fc.array(call, { maxLength: 40 }), fc.nat({ max: 2 }), (drawnCalls, row) => {
        const calls = drawnCalls.map(({ a, b, ...rest }) => ({ ...rest, from: Math.min(a, b), to: Math.max(a, b) }));
        const drawn = levelBars(frame, row, columnsOf(calls), look);
        const first = yOf(frame, row) + frame.rowHeight + 3;
        for (const { x, y, width, height } of areas(drawn)) {
          const level = (y - first) / 14;
          expect(Number.isInteger(level)).toBe(true);
          expect(level).toBeGreaterThanOrEqual(0);
          expect(level).toBeLessThan(MOST_LEVELS);
          expect(height).toBe(13);
          expect(x).toBeGreaterThanOrEqual(frame.left);
          expect(x + width).toBeLessThanOrEqual(frame.left + frame.width + 1);
          // They end above what the row takes with so many levels.
          expect(y + height).toBeLessThanOrEqual(
            yOf(frame, row) + frame.rowHeight + heightBelow({ levels: level + 1, counters: 0 }),
          );
        }
        // As many wide ones as there are calls that are a pixel wide or more, no deeper than is shown.
        const seen = calls.filter((one) => {
          const [from, to] = [Math.max(100, xOf(frame, one.from)), Math.min(1100, xOf(frame, one.to))];
          return one.row === row && one.depth < MOST_LEVELS && to - from >= 1;
        });
        expect(areas(drawn).filter(({ fill }) => 'time' in fill)).toHaveLength(seen.length);
      }),
    );
  });

  it('have the name of a call where it has room, and never beyond it', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 10, noNaN: true }), fc.nat({ max: 9 }), (length, node) => {
        const [text, ...more] = texts(
          levelBars(frame, 0, columnsOf([{ row: 0, depth: 1, node, from: 0, to: length }]), look),
        );
        expect(more).toEqual([]);
        const room = length * 100 - 8;
        if (room >= widthOfText(`function ${node}`, 10)) expect(text?.text).toBe(`function ${node}`);
        if (text !== undefined) expect(widthOfText(text.text, 10)).toBeLessThanOrEqual(room);
      }),
    );
  });

  it('are as dense as they are in time where they are narrower than a pixel', () => {
    // A hundred calls in one pixel, which take half of it.
    const calls = Array.from({ length: 100 }, (_, at): Call => {
      const from = 5 + at * 0.0001;
      return { row: 0, depth: 2, node: 1, from, to: from + 0.00005 };
    });
    const drawn = areas(levelBars(frame, 0, columnsOf(calls), look));
    const cover = drawn.reduce((sum, { width, fill }) => sum + width * ('ink' in fill ? (fill.opacity ?? 1) : 0), 0);
    expect(cover).toBeCloseTo(0.5, 6);
    expect(drawn.length).toBeLessThanOrEqual(2);
  });

  it('are explained where they are not shown, in what room there is', () => {
    const note = levelNote(frame, 1, 'This trace was removed: '.repeat(20));
    expect(note.is === 'text' && widthOfText(note.text, 10)).toBeLessThanOrEqual(frame.width - 8);
  });
});

describe('counter lanes', () => {
  const names = [
    { name: 'PAPI_TOT_INS', unit: '#' },
    { name: 'read', unit: 'B' },
  ];
  const values = (rows: readonly (readonly [number, number, number, number, number, number])[]): GivenCounters => ({
    counter: Uint32Array.from(rows, (row) => row[0]),
    from: Float64Array.from(rows, (row) => row[1]),
    to: Float64Array.from(rows, (row) => row[2]),
    least: Float64Array.from(rows, (row) => row[3]),
    most: Float64Array.from(rows, (row) => row[4]),
    mean: Float64Array.from(rows, (row) => row[5]),
  });

  it('have a lane each in their order, scaled to the largest value of the window', () => {
    const given = values([
      [1, 0, 5, 10, 30, 20],
      [0, 0, 5, 100, 200, 150],
      [0, 5, 10, 0, 400, 100],
      // Behind the window, and no part of the scale.
      [0, 20, 30, 0, 9999, 5000],
    ]);
    const drawn = counterLanes(frame, 1, 2, given, names);
    const labels = texts(drawn).map(({ text }) => text);
    expect(labels).toEqual(['PAPI_TOT_INS, up to 400/s', 'read, up to 30 B/s']);
    const top = yOf(frame, 1) + frame.rowHeight + 4 + 2 * 14;
    const [first, second] = [top + 26, top + 56];
    const bars = areas(drawn);
    // From the least to the largest: half and all of the height of the lane, 24 pixels.
    expect(bars.map(({ x, y, width, height }) => [x, first - y, width, height])).toEqual([
      [100, 12, 500, 6],
      [600, 24, 500, 24],
      [100, first - (second - 24), 500, 16],
    ]);
    // Means as one line a lane, after its zero line.
    const lines = drawn.filter((item) => item.is === 'line').map(({ points }) => points);
    expect(lines[0]).toEqual([100, first, 1100, first]);
    expect(lines[1]).toEqual([100, first - 9, 600, first - 9, 600, first - 6, 1100, first - 6]);
    // All of it is in what the row takes.
    const end = yOf(frame, 1) + frame.rowHeight + heightBelow({ levels: 2, counters: 2 });
    for (const { y, height } of bars) expect(y + height).toBeLessThanOrEqual(end);
  });

  it('stay in their lane whatever they count', () => {
    const amount = fc.double({ min: 0, max: 1e12, noNaN: true });
    const at = fc.double({ min: -5, max: 15, noNaN: true });
    const value = fc.tuple(fc.nat({ max: 1 }), at, at, amount, amount, amount).map(([counter, a, b, ...three]) => {
      const [least, mean, most] = three.sort((one, other) => one - other);
      return [counter, Math.min(a, b), Math.max(a, b), least, most, mean] as const;
    });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 30 }), (rows) => {
        const lanes = [...new Set(rows.map(([counter]) => counter))].sort((a, b) => a - b);
        const top = yOf(frame, 0) + frame.rowHeight + 4;
        const drawn = counterLanes(frame, 0, 0, values(rows), names);
        for (const { x, y, width, height } of areas(drawn)) {
          const lane = Math.floor((y - top + 1e-6) / 30);
          expect(lane).toBeLessThan(lanes.length);
          expect(y - top - lane * 30).toBeGreaterThanOrEqual(2 - 1e-6);
          expect(y + height - top - lane * 30).toBeLessThanOrEqual(27);
          expect([x >= 100, x + width <= 1100.5]).toEqual([true, true]);
        }
      }),
    );
  });
});
