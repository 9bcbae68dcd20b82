import { linesOf, textLines } from '../../base/files/lines.js';
import type { Format } from '../format.js';
import { LONG_HEAD } from '../format.js';
import { openStacks } from '../stacks/open.js';
import { isFolded, isRemark, mayBeFolded, readFolded } from './read.js';

/** Bytes of a text; it is gone through, and not kept. */
const LARGEST = 2 ** 40;

/** Lines that recognize it. */
const MOST_LINES = 32;

/** Stacks with counts, as scripts of flame graphs take them. */
export const folded: Format = {
  title: 'folded stacks',
  kind: 'profile',
  extensions: ['folded', 'collapsed'],
  plainNames: ['out', 'perf', 'stacks'],
  headSize: LONG_HEAD,
  recognizes: (head) => {
    const lines = textLines(Buffer.from(head).toString('utf8'));
    // The last one may be cut where the beginning of a longer file was read.
    const whole = (head.length < LONG_HEAD ? lines : lines.slice(0, -1)).filter((line) => !isRemark(line));
    const first = whole.slice(0, MOST_LINES);
    return first.every(mayBeFolded) && first.some(isFolded);
  },
  open: (path) =>
    openStacks(path, `${path} holds no folded stack, which is written as "main;solve;inner 12".`, () =>
      readFolded(linesOf(path, { limit: LARGEST })),
    ),
};
