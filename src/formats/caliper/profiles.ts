/** Profiles of either of Caliper's files. */
import type { Profile } from '../../model/profile.js';
import { fieldsOf } from '../stacks/json.js';
import { rowsOf } from './cali.js';
import { jsonFacts, jsonRows } from './jsonSplit.js';
import { readRows } from './read.js';
import { rankCounts } from './table.js';

/** @param lines of a `.cali` file @returns undefined where nothing was measured @throws Damaged */
export function readCali(lines: Iterable<string>): Profile | undefined {
  const { rows, facts, records } = rowsOf(lines);
  return readRows(rows, {
    facts,
    strange: () => records.strange,
    ranks: () => rankCounts((name) => records.globals.get(name)),
  });
}

/** @param content of a file that the formatter json-split wrote @returns undefined where nothing was measured @throws Damaged */
export function readSplit(content: unknown): Profile | undefined {
  const ranks = rankCounts((name) => fieldsOf(content)[name]);
  return readRows(jsonRows(content), { facts: jsonFacts(content), strange: () => 0, ranks: () => ranks });
}
