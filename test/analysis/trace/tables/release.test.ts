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

  it('stays where it is part of a larger buffer', () => {
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
