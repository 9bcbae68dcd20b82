import { linesOf } from '../../base/files/lines.js';
import type { Format } from '../format.js';
import { openStacks } from '../stacks/open.js';
import { readGprof } from './read.js';

/** Bytes of a text; it is gone through, and not kept. */
const LARGEST = 2 ** 32;

/** Titles that GNU prints. */
const TITLES = /^(Flat profile:|\s*Call graph\b)/m;
/** The same of BSD and AIX, and headings of tables that were cut out without their titles. */
const HEADINGS =
  /^\s*((flat|call graph) profile:|n?granularity: each sample hit covers|index +%\s*time +self +(children|desc))|^ *% +cumulative +self|^ +cumulative +self +\w+ +\w+ *$/im;

function recognizes(head: Uint8Array): boolean {
  const text = Buffer.from(head).toString('latin1');
  return TITLES.test(text) || HEADINGS.test(text);
}

/** Flat profile and call graph, as gprof prints them. */
export const gprof: Format = {
  title: 'gprof output',
  kind: 'profile',
  extensions: ['gprof'],
  offered: ['gprof.txt'],
  plainNames: ['gmon', 'out'],
  recognizes,
  open: (path) =>
    openStacks(
      path,
      `${path} contains neither a flat profile nor a call graph of gprof; print it again with "gprof program gmon.out".`,
      () => readGprof(linesOf(path, { limit: LARGEST })),
    ),
};
