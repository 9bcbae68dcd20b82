import { describe, expect, it } from 'vitest';
import { Arena } from '../../../../src/analysis/trace/tables/arena.js';
import { release } from '../../../../src/analysis/trace/tables/release.js';
import { Table } from '../../../../src/analysis/trace/tables/table.js';

const ROWS = 100_000;

describe('memory that is released', () => {
  it('is not detached from columns of this thread, which would slow down all others', () => {
    const column = new Float64Array(ROWS);
    release(column, column.subarray(1), new Int32Array(1));
    expect(column.length).toBe(ROWS);
  });

  it('is that of the next column in shared memory', () => {
    const memory = new Arena();
    const { byteOffset } = memory.float64(ROWS);
    release(new Float64Array(0));
    expect(memory.float64(ROWS).byteOffset).not.toBe(byteOffset);
    const third = memory.float64(ROWS);
    release(third);
    expect(memory.float64(ROWS).byteOffset).toBe(third.byteOffset);
  });

  it('is that of a table which is cleared, and that can be filled again', () => {
    const table = new Table(['time'], ['row']);
    table.reserve(ROWS);
    table.clear();
    expect(table.columns.time.length).toBe(0);
    expect(table.addRow()).toBe(0);
    expect(table.columns.time.length).toBeGreaterThan(0);
  });
});
