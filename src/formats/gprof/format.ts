import { linesOf } from '../../base/files/lines.js';
import type { Format } from '../format.js';
import { openStacks } from '../stacks/open.js';
import { readGprof } from './read.js';

/** Bytes of a text; it is gone through, and not kept. */
const LARGEST = 2 ** 32;

/** Of the flat profile or the call graph, as GNU, BSD and AIX print them; either may be cut out without its title. */
const HEADINGS =
  /^\s*(flat profile:|call graph( profile:|\b)|n?granularity: each sample hit covers|index +%\s*time +self +(children|desc))|^ *% +cumulative +self|^ +cumulative +self +\w+ +\w+ *$/im;

/** Flat profile and call graph, as gprof prints them. */
export const gprof: Format = {
  title: 'gprof output',
  kind: 'profile',
  extensions: ['gprof'],
  offered: ['gprof.txt'],
  plainNames: ['gmon', 'out'],
  recognizes: (head) => HEADINGS.test(Buffer.from(head).toString('latin1')),
  open: (path) =>
    openStacks(
      path,
      `${path} contains neither a flat profile nor a call graph of gprof; print it again with "gprof program gmon.out".`,
      () => readGprof(linesOf(path, { limit: LARGEST })),
    ),
};
