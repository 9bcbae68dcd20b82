import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { bundleAt, bundleColumns, bundleLines, bundleText } from '../../../src/pictures/timeline/bundles.js';
import { xOf, yOf } from '../../../src/pictures/timeline/frame.js';
import { bundlesTable } from '../../../src/pictures/timeline/tables.js';

const frame = { window: { from: 0, to: 10 }, left: 100, width: 1000, top: 50, rowHeight: 20, gap: 10, rows: 4 };

/** Bundles as [sender, receiver, count, sent, received]. */
const bundlesOf = (all: readonly (readonly [number, number, number, number, number])[]) => ({
  sender: Uint32Array.from(all, ([sender]) => sender),
  receiver: Uint32Array.from(all, ([, receiver]) => receiver),
  count: Float64Array.from(all, ([, , count]) => count),
  bytes: Float64Array.from(all, ([, , count]) => count * 1000),
  waiting: new Float64Array(all.length),
  send: Float64Array.from(all, ([, , , send]) => send),
  receive: Float64Array.from(all, ([, , , , receive]) => receive),
});

describe('bundles of messages', () => {
  it('are as strong as they have messages, the strongest on top', () => {
    const drawn = bundleLines(frame, bundlesOf([[0, 1, 1000, 1, 2], [2, 1, 30, 1, 2], [1, 3, 1, 4, 5]])); // prettier-ignore
    const lines = drawn.filter((item) => item.is === 'line');
    expect(lines).toHaveLength(3);
    const thickness = lines.map((line) => line.thickness);
    expect(thickness).toEqual([...thickness].sort((a, b) => a - b));
    expect(thickness).toEqual([1, 1 + 4 * (Math.log(30) / Math.log(1000)), 5]);
    expect(lines.at(-1)?.points).toEqual([xOf(frame, 1), yOf(frame, 0) + 20, xOf(frame, 2), yOf(frame, 1)]);
    // Single messages only: none is highlighted.
    const [one] = bundleLines(frame, bundlesOf([[0, 1, 1, 1, 2]]));
    expect(one).toMatchObject({ thickness: 1, opacity: 0.25 });
  });

  it('have columns of about 32 pixels', () => {
    fc.assert(
      fc.property(fc.integer({ min: 64, max: 16_000 }), (width) => {
        const pixels = width / bundleColumns(width);
        expect(pixels).toBeGreaterThan(25);
        expect(pixels).toBeLessThan(43);
      }),
    );
    expect([bundleColumns(3), bundleColumns(100_000)]).toEqual([1, 512]);
  });

  it('are found under a pointer that is on their line', () => {
    const bundles = bundlesOf([[0, 1, 9, 1, 2], [3, 2, 5, 6, 6]]); // prettier-ignore
    const middle = { x: xOf(frame, 1.5), y: (yOf(frame, 0) + 20 + yOf(frame, 1)) / 2 };
    expect(bundleAt(frame, bundles, middle, 3)).toMatchObject({ sender: 0, receiver: 1, count: 9, bytes: 9000 });
    expect(bundleAt(frame, bundles, { x: middle.x + 90, y: middle.y }, 3)).toBeUndefined();
  });

  it('are described with how many messages and bytes they have', () => {
    const bundle = { sender: 0, receiver: 1, count: 1234, bytes: 5_100_000, waiting: 0.0123, send: 1.5, receive: 1.6 };
    const nameOf = (row: number): string => `rank ${row}`;
    expect(bundleText(bundle, nameOf)).toBe(
      '1,234 messages from rank 0 to rank 1 with 5.1 MB, sent at about 1.500000 s; 12.3 ms of waiting',
    );
    expect(bundleText({ ...bundle, count: 1, bytes: Number.NaN, waiting: 0 }, nameOf)).toBe(
      '1 message from rank 0 to rank 1, sent at about 1.500000 s',
    );
  });

  it('are listed in a table that leads to them', () => {
    const rows = ['a', 'b'].map((name, location) => ({ name, locations: [location + 5] }));
    const { heads, lines } = bundlesTable(bundlesOf([[0, 1, 2000, 1, 2]]), rows);
    expect(heads).toHaveLength(elementAt(lines, 0).texts.length);
    expect(lines).toEqual([
      {
        texts: ['a', 'b', '2,000', '2.0 MB', '1.000000 s', '2.000000 s', ''],
        values: ['a', 'b', 2000, 2_000_000, 1, 2, 0],
        at: { location: 6, time: 2, from: 1, to: 2 },
      },
    ]);
  });
});
