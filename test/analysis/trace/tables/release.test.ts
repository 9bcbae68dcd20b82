import { describe, expect, it } from 'vitest';
import { release } from '../../../../src/analysis/trace/tables/release.js';
import { Table } from '../../../../src/analysis/trace/tables/table.js';

const ROWS = 100_000;

describe('memory that is given back', () => {
  it('leaves empty columns', () => {
    const column = new Float64Array(ROWS);
    release(column, new Int32Array(1));
    expect(column.length).toBe(0);
  });

  it('stays where others share it', () => {
    const shared = new Float64Array(new SharedArrayBuffer(ROWS * Float64Array.BYTES_PER_ELEMENT));
    release(shared);
    expect(shared.length).toBe(ROWS);
    const whole = new Float64Array(ROWS);
    release(whole.subarray(1));
    expect(whole.length).toBe(ROWS);
  });

  it('is that of a table which is cleared, and that can be filled again', () => {
    const table = new Table(['time'], ['row']);
    table.reserve(ROWS);
    const { time } = table.columns;
    table.clear();
    expect(time.length).toBe(0);
    expect(table.addRow()).toBe(0);
    expect(table.columns.time.length).toBeGreaterThan(0);
  });
});
