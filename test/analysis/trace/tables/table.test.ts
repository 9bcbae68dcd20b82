import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { Table } from '../../../../src/analysis/trace/tables/table.js';

/** Whether the engine knows two objects by one shape. */
function agree(one: object, other: object): boolean {
  setFlagsFromString('--allow-natives-syntax');
  try {
    const same: unknown = runInNewContext('%HaveSameMap(one, other)', { one, other });
    return same === true;
  } finally {
    setFlagsFromString('--no-allow-natives-syntax');
  }
}

const columnsOfNew = (rows: number): object => {
  const table = new Table(['enter', 'leave'], ['location', 'node'], undefined, ['kind']);
  table.reserve(rows);
  return table.columns;
};

describe('the columns of a table', () => {
  it('have one shape in all tables of a kind, however often they grow, which avoids lookups by name', () => {
    const first = columnsOfNew(0);
    for (let rows = 0; rows < 200; rows += 10) expect(agree(first, columnsOfNew(rows))).toBe(true);
    expect(agree(first, new Table(['time'], ['operation']).columns)).toBe(false);
  });
});
