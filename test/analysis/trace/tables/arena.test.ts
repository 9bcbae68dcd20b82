import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Arena } from '../../../../src/analysis/trace/tables/arena.js';
import { unforeseenIn } from '../../../../src/analysis/trace/tables/forecast.js';
import { release, shortened } from '../../../../src/analysis/trace/tables/release.js';
import { Table } from '../../../../src/analysis/trace/tables/table.js';
import { elementAt } from '../../../../src/base/elements.js';

const BLOCK = 1 << 16;
const UNIT = 1024;

/** As many numbers as take up so many units. */
function numbersIn(units: number): number {
  return (units * UNIT) / Float64Array.BYTES_PER_ELEMENT;
}

/** Something to do: take a column of so many numbers, give the n-th one there is back, or keep a part of it. */
type Step = { readonly take: number } | { readonly give: number } | { readonly keep: number; readonly of: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ take: fc.nat({ max: 3000 }) }) },
  { weight: 2, arbitrary: fc.record({ give: fc.nat() }) },
  fc.record({ of: fc.nat(), keep: fc.nat({ max: 3000 }) }),
);

describe('memory for columns that all threads see', () => {
  it('gives columns that are zero and do not overlap, whatever was released before', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const arena = new Arena(0, BLOCK);
        const there: { column: Float64Array; mark: number }[] = [];
        steps.forEach((each, mark) => {
          if ('take' in each) {
            const column = arena.float64(each.take);
            expect(column.length).toBe(each.take);
            expect(column.every((value) => value === 0)).toBe(true);
            there.push({ column: column.fill(mark), mark });
          } else if ('give' in each) {
            for (const { column } of there.splice(each.give % Math.max(1, there.length), 1)) release(column);
          } else {
            const found = there.at(each.of % Math.max(1, there.length));
            if (found !== undefined) found.column = shortened(found.column, Math.min(each.keep, found.column.length));
          }
          for (const { column, mark: own } of there) expect(column.every((value) => value === own)).toBe(true);
        });
      }),
    );
  });

  it('reuses released memory at once, in one piece with adjacent free memory', () => {
    const arena = new Arena(0, BLOCK);
    const columns = [10, 10, 10, 10].map((units) => arena.float64(numbersIn(units)));
    const { buffer, byteOffset } = elementAt(columns, 1);
    release(elementAt(columns, 2), elementAt(columns, 1));
    const larger = arena.float64(numbersIn(20));
    expect(larger.buffer).toBe(buffer);
    expect(larger.byteOffset).toBe(byteOffset);
  });

  it('uses the space behind the end of a column', () => {
    const arena = new Arena(0, BLOCK);
    const column = shortened(arena.float64(numbersIn(50)), 1);
    expect(column.length).toBe(1);
    expect(arena.float64(numbersIn(49)).buffer).toBe(column.buffer);
  });

  it('has columns that are larger than a block', () => {
    const arena = new Arena(0, BLOCK);
    const column = arena.float64(BLOCK);
    column.fill(1);
    release(column);
    const again = arena.float64(BLOCK);
    expect(again.buffer).toBe(column.buffer);
    expect(again.every((value) => value === 0)).toBe(true);
  });

  it('takes blocks of other threads over, once each', () => {
    const [own, other] = [new Arena(1, BLOCK), new Arena(2, BLOCK)];
    const column = other.float64(numbersIn(10));
    own.adopt(column, other.int32(1), new Float64Array(1));
    own.adopt(column);
    expect(own.float64(1).buffer).toBe(column.buffer);
    // Memory released by one of them cannot be allocated by the other.
    expect(other.float64(1).byteOffset).not.toBe(own.float64(1).byteOffset);
  });

  it('reports a column that is released twice', () => {
    const column = new Arena(0, BLOCK).float64(1);
    release(column);
    expect(() => release(column)).toThrow('released twice');
  });

  it('lets tables grow, end and be filled again', () => {
    const arena = new Arena(0, BLOCK);
    const table = new Table(['time'], ['row'], unforeseenIn(arena), ['kind']);
    const fill = (): void => {
      for (let row = 0; row < 1000; row++) {
        const at = table.addRow();
        table.columns.time[at] = row;
        table.columns.row[at] = -row;
        table.columns.kind[at] = row % 256;
      }
    };
    fill();
    table.finish();
    expect(table.columns.time).toEqual(Float64Array.from({ length: 1000 }, (_, row) => row));
    expect(table.columns.row.every((value, row) => value === 0 - row)).toBe(true);
    expect(table.columns.kind.length).toBe(1000);
    table.clear();
    fill();
    fill();
    expect(table.length).toBe(2000);
    expect(table.columns.time[1999]).toBe(999);
  });
});
