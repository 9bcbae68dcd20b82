import { linesOf } from '../../base/files/lines.js';
import type { Format } from '../format.js';
import { openStacks } from '../stacks/open.js';
import { readGprof } from './read.js';

/** Bytes of a text; it is gone through, and not kept. */
const LARGEST = 2 ** 32;

/** Flat profile and call graph, as gprof prints them. */
export const gprof: Format = {
  title: 'gprof output',
  kind: 'profile',
  extensions: ['gprof'],
  offered: ['gprof.txt'],
  plainNames: ['gmon', 'out'],
  recognizes: (head) => /^(Flat profile:|\s*Call graph\b)/m.test(Buffer.from(head).toString('latin1')),
  open: (path) =>
    openStacks(
      path,
      `${path} contains neither a flat profile nor a call graph of gprof; print it again with "gprof program gmon.out".`,
      () => readGprof(linesOf(path, { limit: LARGEST })),
    ),
};
