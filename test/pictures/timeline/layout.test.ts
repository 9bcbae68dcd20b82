import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeClasses } from '../../../src/pictures/colors/inks.js';
import type { Drawn } from '../../../src/pictures/drawing/drawList.js';
import { widthOfText } from '../../../src/pictures/drawing/fonts.js';
import { ticks, windowText } from '../../../src/pictures/timeline/axis.js';
import { type Columns, layersOf, WHOLE } from '../../../src/pictures/timeline/columns.js';
import {
  type Frame,
  moved,
  rowAt,
  rowSize,
  timeAt,
  windowAbout,
  xOf,
  yOf,
  zoomed,
} from '../../../src/pictures/timeline/frame.js';
import { collectivesInTime } from '../../../src/pictures/timeline/instances.js';
import {
  chosenMessages,
  collectiveMoments,
  labels,
  messageLines,
  messagesText,
  MOST_COLLECTIVES,
  omittedTexts,
  pathLines,
} from '../../../src/pictures/timeline/marks.js';
import { rowBars } from '../../../src/pictures/timeline/rows.js';

/** Shares that add up to the whole at most, and waiting that is part of them. */
const column = fc
  .tuple(
    fc.array(fc.nat({ max: WHOLE }), { minLength: 8, maxLength: 8 }),
    fc.nat({ max: WHOLE }),
    fc.nat({ max: WHOLE }),
  )
  .map(([weights, all, waits]) => {
    const sum = weights.reduce((total, weight) => total + weight, 0) || 1;
    const shares = weights.map((weight) => Math.floor((weight / sum) * all));
    const rest = shares.slice(1).reduce((total, share) => total + share, 0);
    return { shares, waiting: Math.min(waits, rest) };
  });

const columnsOf = (cells: readonly { shares: readonly number[]; waiting: number }[], rows = 1): Columns => ({
  rows,
  columns: cells.length / rows,
  classes: timeClasses,
  shares: Uint8Array.from(cells.flatMap(({ shares }) => shares)),
  waiting: Uint8Array.from(cells.map(({ waiting }) => waiting)),
});

const frameOf = (over: Partial<Frame> = {}): Frame => ({
  ...{ window: { from: 0, to: 1 }, left: 100, width: 1000, top: 50, rowHeight: 28, gap: 5, rows: 4 },
  ...over,
});

const areas = (drawn: readonly Drawn[]) => drawn.filter((item) => item.is === 'area');

describe('bars', () => {
  it('cover each column of pixels once, as high as their shares', () => {
    fc.assert(
      fc.property(fc.array(column, { minLength: 1, maxLength: 40 }), (cells) => {
        const box = { x: 7, y: 11, width: cells.length, height: 28 };
        const drawn = areas(rowBars(columnsOf(cells), 0, box));
        for (const [at, { shares }] of cells.entries()) {
          const here = drawn
            .filter(({ x, width }) => x <= 7 + at + 0.5 && x + width > 7 + at + 0.5)
            .sort((a, b) => b.y - a.y);
          // On one another from the bottom, without gap or overlap.
          let foot = box.y + box.height;
          for (const { y, height } of here) {
            expect(y + height).toBeCloseTo(foot, 9);
            foot = y;
          }
          const all = shares.reduce((total, share) => total + share, 0);
          expect(box.y + box.height - foot).toBeCloseTo((all / WHOLE) * box.height, 9);
        }
      }),
    );
  });

  it('give waiting and every class their shares', () => {
    fc.assert(
      fc.property(column, (cell) => {
        const layers = layersOf(columnsOf([cell]), 0, 0);
        const heightOf = (name: string): number =>
          layers.filter(({ ink }) => ink === name).reduce((sum, { from, to }) => sum + to - from, 0);
        const [computation = 0, ...others] = cell.shares;
        expect(heightOf('computation')).toBeCloseTo(computation / WHOLE, 9);
        expect(heightOf('waiting')).toBeCloseTo(cell.waiting / WHOLE, 9);
        const rest = others.reduce((sum, share) => sum + share, 0);
        for (const [at, share] of others.entries())
          expect(heightOf(timeClasses[at + 1] ?? '')).toBeCloseTo(
            rest === 0 ? 0 : (share * (1 - cell.waiting / rest)) / WHOLE,
            9,
          );
      }),
    );
  });

  it('merge columns with equal contents', () => {
    const same = { shares: [200, 0, 0, 0, 0, 55, 0, 0], waiting: 20 };
    const drawn = areas(rowBars(columnsOf([same, same, same]), 0, { x: 0, y: 0, width: 300, height: 28 }));
    expect(drawn.map(({ fill, width }) => [fill, width])).toEqual([
      [{ time: 'computation' }, 300],
      [{ time: 'pointToPoint' }, 300],
      [{ time: 'waiting' }, 300],
    ]);
  });

  it('mix their shares where they are too low to be divided', () => {
    const cell = { shares: [51, 0, 0, 0, 0, 102, 0, 0], waiting: 51 };
    const [bar, ...others] = areas(rowBars(columnsOf([cell]), 0, { x: 0, y: 0, width: 10, height: 3 }));
    expect(others).toEqual([]);
    expect(bar?.fill).toEqual({
      mix: [
        ['computation', expect.closeTo(0.2, 9)],
        ['pointToPoint', expect.closeTo(0.2, 9)],
        ['waiting', expect.closeTo(0.2, 9)],
        ['ground', expect.closeTo(0.4, 9)],
      ],
    });
  });
});

const moment = fc.double({ min: 0, max: 1, noNaN: true });

describe('labels', () => {
  it('never lie over one another, nor outside of what they name', () => {
    const span = fc
      .tuple(fc.nat({ max: 3 }), moment, moment, fc.string({ maxLength: 30 }))
      .map(([row, a, b, text]) => ({ row, from: Math.min(a, b), to: Math.max(a, b), text }));
    fc.assert(
      fc.property(fc.array(span, { maxLength: 40 }), (spans) => {
        const frame = frameOf();
        const drawn = labels(frame, spans).filter((item) => item.is === 'text');
        for (const [at, one] of drawn.entries()) {
          const half = widthOfText(one.text, one.size) / 2;
          expect(one.x - half).toBeGreaterThanOrEqual(frame.left);
          expect(one.x + half).toBeLessThanOrEqual(frame.left + frame.width);
          for (const other of drawn.slice(at + 1))
            if (other.y === one.y)
              expect(Math.abs(other.x - one.x)).toBeGreaterThanOrEqual(half + widthOfText(other.text, other.size) / 2);
        }
      }),
    );
  });

  it('are omitted in low rows', () => {
    expect(labels(frameOf({ rowHeight: 3 }), [{ row: 0, from: 0, to: 1, text: 'relax' }])).toEqual([]);
  });
});

describe('collective operations in order of time', () => {
  const columns = {
    collectiveCommunicator: Uint32Array.of(7, 3, 9),
    collectiveLast: Float64Array.of(0.5, 0.25, 0.75),
    collectiveLate: Uint32Array.of(12, 10, 10),
    collectiveWaiting: Float64Array.of(2, 0, 1),
    // The members of communicator 9 are not known, and one of communicator 3 is not shown.
    communicator: Uint32Array.of(7, 3),
    communicatorEnd: Uint32Array.of(3, 5),
    communicatorMember: Uint32Array.of(10, 11, 12, 10, 99),
  };
  const rowOf = new Map([
    [10, 0],
    [11, 2],
    [12, 3],
  ]);

  it('have the rows of their members, and the one that came last', () => {
    expect(collectivesInTime(columns, rowOf)).toEqual([{ time: 0.5, rows: [0, 2, 3], late: 3, waiting: 2 }]);
  });

  it('are lines through all members where the last one came, which is marked', () => {
    const frame = frameOf();
    const [through, late, ...others] = collectiveMoments(frame, collectivesInTime(columns, rowOf));
    expect(others).toEqual([]);
    expect(through).toMatchObject({ points: [600, yOf(frame, 0), 600, yOf(frame, 3) + 28], ink: 'waiting' });
    expect(late).toMatchObject({ points: [600, yOf(frame, 3), 600, yOf(frame, 3) + 28], thickness: 4 });
  });

  it('mark no location if none waits', () => {
    const even = [{ time: 0.1, rows: [0, 1], late: 1, waiting: 0 }];
    expect(collectiveMoments(frameOf(), even)).toEqual([expect.objectContaining({ ink: 'message', thickness: 1.5 })]);
  });

  it('are the longest waits if they are many, which a text reports', () => {
    const many = Array.from({ length: 1000 }, (_, at) => ({ time: at, rows: [0, 1], late: undefined, waiting: 1 }));
    expect(collectiveMoments(frameOf(), many)).toHaveLength(MOST_COLLECTIVES);
    const none = { drawn: 0, all: 0 };
    expect(omittedTexts(none, 1000)).toEqual([
      '200 of 1,000 collective operations are drawn, the longest waiting first',
    ]);
    expect(omittedTexts(none, MOST_COLLECTIVES)).toEqual([]);
  });
});

describe('messages', () => {
  const many = (count: number) => ({
    ...{ sender: new Uint32Array(count), receiver: new Uint32Array(count).fill(1) },
    ...{ send: new Float64Array(count), receive: new Float64Array(count).fill(0.5) },
    waiting: Float64Array.from({ length: count }, (_, at) => (at * 7919) % count),
  });

  it('are at most 2,000, those waited for longest, which is reported', () => {
    const messages = many(5003);
    const chosen = chosenMessages(messages);
    expect(chosen).toHaveLength(2000);
    expect(chosen.map((at) => messages.waiting[at])).toEqual(Array.from({ length: 2000 }, (_, at) => 5002 - at));
    expect(messageLines(frameOf(), messages)).toHaveLength(2000);
    expect(messagesText(2000, 1_234_567)).toBe(
      '2,000 of 1,234,567 messages are drawn as lines, the longest waiting first',
    );
    expect(messagesText(17, 17)).toBeUndefined();
    expect(messagesText(2000, 1_234_567, { bundles: 812, omitted: 0 })).toBe(
      '2,000 of 1,234,567 messages are drawn as lines, the longest waiting first, 1,232,567 in 812 bundles',
    );
    expect(messagesText(2000, 5000, { bundles: 1, omitted: 12 })).toBe(
      '2,000 of 5,000 messages are drawn as lines, the longest waiting first, 2,988 in 1 bundle, 12 in weaker bundles are omitted',
    );
  });

  it('go from the edge of the sender to that of the receiver', () => {
    const [line] = messageLines(frameOf(), { ...many(1), waiting: [0.25] });
    expect(line).toMatchObject({ is: 'line', points: [100, 78, 600, 83], ink: 'waiting', arrow: true });
  });

  it('make one line of a continuous path, another after a gap', () => {
    const lines = pathLines(frameOf(), [
      { row: 0, from: 0, to: 0.25 },
      { row: 1, from: 0.25, to: 0.5 },
      { row: 1, from: 0.75, to: 1 },
    ]);
    expect(lines.map((line) => (line.is === 'line' ? line.points : []))).toEqual([
      [100, 75, 350, 75, 350, 108, 600, 108],
      [850, 108, 1100, 108],
    ]);
  });
});

describe('time', () => {
  const length = fc.double({ min: 1e-6, max: 1e4, noNaN: true });

  it('has round ticks that do not touch', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e5, noNaN: true }),
        length,
        fc.integer({ min: 60, max: 4000 }),
        (from, by, width) => {
          const frame = frameOf({ window: { from, to: from + by }, width });
          const { at, write } = ticks(frame);
          expect(at.length).toBeLessThan(width / 24 + 2);
          for (const [index, time] of at.entries()) {
            const next = at[index + 1];
            if (next === undefined) continue;
            const half = (widthOfText(write(time), 11) + widthOfText(write(next), 11)) / 2;
            expect(xOf(frame, next) - xOf(frame, time)).toBeGreaterThan(half);
          }
        },
      ),
    );
  });

  it('is written with the digits that distinguish moments', () => {
    expect(windowText({ from: 16.18, to: 16.82 })).toBe('16.18–16.82 s');
    expect(windowText({ from: 0, to: 26.4 })).toBe('0–26 s');
  });

  it('is where the pointer is, and rows too', () => {
    const frame = frameOf({ window: { from: 16, to: 17 } });
    fc.assert(
      fc.property(moment, (part) => {
        expect(timeAt(frame, xOf(frame, 16 + part))).toBeCloseTo(16 + part, 9);
      }),
    );
    expect([49, 50, 82, 83, 181, 182].map((y) => rowAt(frame, y))).toEqual([undefined, 0, 0, 1, 3, undefined]);
    expect(yOf(frame, 3)).toBe(149);
    expect([4, 40, 4000].map((rows) => rowSize(rows, 900).height)).toEqual([28, 14, 3]);
  });

  it('stays within the run, and at the pointer while zooming', () => {
    const span = { from: 0, to: 26 };
    expect(windowAbout(span, 0.1, 2)).toEqual({ from: 0, to: 2 });
    expect(windowAbout(span, 30, 2)).toEqual({ from: 24, to: 26 });
    expect(windowAbout(span, 3, 100)).toEqual(span);
    expect(zoomed(span, { from: 10, to: 14 }, 11, 0.5, 1e-6)).toEqual({ from: 10.5, to: 12.5 });
    expect(zoomed(span, { from: 10, to: 14 }, 11, 1e-12, 1)).toEqual({ from: 10.75, to: 11.75 });
    expect(moved(span, { from: 10, to: 14 }, 0.25)).toEqual({ from: 11, to: 15 });
    fc.assert(
      fc.property(moment, moment, moment, fc.double({ min: 0.01, max: 100, noNaN: true }), (a, b, about, factor) => {
        const window = { from: Math.min(a, b) * 20, to: Math.max(a, b) * 20 + 1e-3 };
        const at = window.from + about * (window.to - window.from);
        const next = zoomed(span, window, at, factor, 1e-6);
        expect(next.from).toBeGreaterThanOrEqual(0);
        expect(next.to).toBeLessThanOrEqual(26 + 1e-9);
        expect(next.to).toBeGreaterThan(next.from);
      }),
    );
  });
});
