import { readHead } from '../../base/files/index.js';
import { linesOf } from '../../base/files/lines.js';
import type { Profile } from '../../model/profile.js';
import type { Format } from '../format.js';
import { fieldsOf, numberOf, readJson } from '../stacks/json.js';
import { openStacks } from '../stacks/open.js';
import { rowsOf } from './cali.js';
import { jsonRows } from './jsonSplit.js';
import { readRows } from './read.js';
import { RANKS } from './table.js';

/** Bytes of a text; it is gone through, and not kept. */
const LARGEST = 2 ** 40;

const isJson = (head: Uint8Array): boolean =>
  /^\s*\{\s*"data"\s*:\s*\[\s*\[/.test(Buffer.from(head).toString('latin1'));

/** What Caliper measured: its own files, and those that its formatter json-split writes. */
export const caliper: Format = {
  title: 'Caliper profile',
  kind: 'profile',
  extensions: ['cali'],
  offered: ['cali.json'],
  plainNames: ['profile'],
  recognizes: (head) => Buffer.from(head).toString('latin1').startsWith('__rec=') || isJson(head),
  open: (path) =>
    openStacks(
      path,
      `${path} contains no measured values; record it again with a service that measures, such as timer.`,
      () => (isJson(readHead(path, 64)) ? readSplit(path) : readCali(path)),
    ),
};

function readCali(path: string): Profile | undefined {
  const { rows, units, records } = rowsOf(linesOf(path, { limit: LARGEST }));
  const ranks = (): number | undefined => numberOf(Number(records.globals.get(RANKS)));
  return readRows(rows, units, () => records.strange, ranks);
}

function readSplit(path: string): Profile | undefined {
  const content = readJson(path);
  const ranks = numberOf(Number(fieldsOf(content)[RANKS]));
  return readRows(
    jsonRows(content),
    new Map(),
    () => 0,
    () => ranks,
  );
}
