import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NodeTimes } from '../../../../src/analysis/trace/intervals/nodeTimes.js';
import { LEAST_ROOM } from '../../../../src/analysis/trace/intervals/room.js';
import { IntervalRecorder } from '../../../../src/analysis/trace/intervals/intervals.js';
import { barrierMark, BEGINNING, markAt, MarkRecorder } from '../../../../src/analysis/trace/intervals/marks.js';
import { type NodeColumn, renumberNodes } from '../../../../src/analysis/trace/intervals/nodeColumn.js';
import { packed, releaseIntervals } from '../../../../src/analysis/trace/intervals/packedIntervals.js';
import { Arena } from '../../../../src/analysis/trace/tables/arena.js';
import { NO_FORECAST } from '../../../../src/analysis/trace/tables/forecast.js';
import { OWN_MEMORY } from '../../../../src/analysis/trace/tables/memory.js';

/** The largest node that 16 bits are enough for. */
const NARROW = 65_535;

describe('marks', () => {
  test('are what was added, however late others than the next operation come', () => {
    const added = fc.record({
      first: fc.nat(9),
      operations: fc.nat(40),
      others: fc.array(fc.integer({ min: -9, max: 60 })),
    });
    fc.assert(
      fc.property(added, ({ first, operations, others }) => {
        const sequence = Array.from({ length: operations }, (_, i) => first + i);
        const all = [...sequence, ...others.filter((mark) => mark !== BEGINNING)];
        const marks = new MarkRecorder(NO_FORECAST);
        all.forEach((mark, i) => marks.add(mark, i + 1));
        marks.finish(all.length + 1);
        expect(Array.from({ length: all.length + 1 }, (_, index) => markAt(marks, index))).toEqual([BEGINNING, ...all]);
        expect(marks.row?.length ?? all.length + 1).toBe(all.length + 1);
      }),
    );
  });

  test('take no memory as long as they are operations that follow each other', () => {
    const marks = new MarkRecorder(NO_FORECAST);
    for (let index = 1; index < 100; index++) marks.add(41 + index, index);
    expect([marks.first, marks.row]).toEqual([42, undefined]);
    marks.add(barrierMark(0), 100);
    expect(marks.row?.subarray(0, 3)).toEqual(Int32Array.of(BEGINNING, 42, 43));
    expect(markAt(marks, 100)).toBe(barrierMark(0));
  });
});

describe('nodes of intervals', () => {
  const recorded = (nodes: readonly number[], slots = LEAST_ROOM.slots): IntervalRecorder => {
    const intervals = new IntervalRecorder(new NodeTimes(), NO_FORECAST, { ...LEAST_ROOM, slots });
    nodes.forEach((node) => intervals.add(node, 1));
    intervals.finish();
    return intervals;
  };

  test('are kept as they are, in 16 bits where that is enough', () => {
    const narrow = recorded([0, NARROW, 7]);
    expect([...narrow.node]).toEqual([0, NARROW, 7]);
    expect(narrow.node).toBeInstanceOf(Uint16Array);
    const wide = recorded([0, NARROW, NARROW + 1, 7]);
    expect([...wide.node]).toEqual([0, NARROW, NARROW + 1, 7]);
  });

  test('have memory for those that the call tree has slots for: slot n + 1 belongs to node n', () => {
    expect(recorded([1], NARROW + 2).node).toBeInstanceOf(Uint16Array);
    expect(recorded([1], NARROW + 3).node).toBeInstanceOf(Int32Array);
  });

  test('become larger where parts are put together', () => {
    const renumbered = (largest: number): NodeColumn =>
      renumberNodes(Uint16Array.of(1, 0, 1), Int32Array.of(3, largest), largest, OWN_MEMORY);
    expect(renumbered(NARROW)).toEqual(Uint16Array.of(NARROW, 3, NARROW));
    expect(renumbered(NARROW + 1)).toEqual(Int32Array.of(NARROW + 1, 3, NARROW + 1));
  });
});

describe('packed intervals', () => {
  const columns = fc.record({
    rows: fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 400 }),
    entries: fc.array(fc.nat(9), { maxLength: 400 }),
    isWide: fc.boolean(),
    hasRow: fc.boolean(),
  });

  test('are the same, and give all their memory back', () => {
    fc.assert(
      fc.property(columns, ({ rows, entries, isWide, hasRow }) => {
        const intervals = {
          count: rows.length,
          marks: { first: 5, row: hasRow ? Int32Array.from(rows) : undefined },
          start: Int32Array.of(...rows.map(() => 0), entries.length),
          node: isWide ? Int32Array.from(entries) : Uint16Array.from(entries),
          seconds: Float64Array.from(entries, (entry) => entry / 2),
        };
        const block = 1 << 15;
        const memory = new Arena(0, block);
        const there = packed(intervals, memory);
        expect(there).toEqual(intervals);
        releaseIntervals(there);
        // All of the block can be given away again.
        expect(memory.uint8(block).buffer).toBe(there.start.buffer);
      }),
    );
  });
});
