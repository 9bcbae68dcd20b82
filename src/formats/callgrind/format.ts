import { linesOf } from '../../base/files/lines.js';
import type { Format } from '../format.js';
import { LONG_HEAD } from '../format.js';
import { openStacks } from '../stacks/open.js';
import { filesBeside, onlyRun } from './beside.js';
import { readCallgrind } from './read.js';

/** Bytes of a text; it is gone through, and not kept. */
const LARGEST = 2 ** 40;

const FIRST = /^\s*# callgrind format/;
/** The heading of files without a first line, up to the events, which are names. */
const HEADING =
  /^(?:(?:version|creator|cmd|pid|part|thread|desc|positions|event|summary): ?[^\n]*\n|#[^\n]*\n|[ \t]*\n)*events: [A-Za-z][^\n]*\n/;

/** Output of Callgrind and Cachegrind, and of tools that convert to the format of KCachegrind. */
export const callgrind: Format = {
  title: 'Callgrind profile',
  kind: 'profile',
  extensions: ['callgrind'],
  fileNames: ['callgrind.out.*', 'callgrind.out.*.*', 'cachegrind.out.*'],
  plainNames: [],
  headSize: LONG_HEAD,
  recognizes: (head) => {
    const text = Buffer.from(head).toString('latin1').replaceAll('\r\n', '\n');
    return FIRST.test(text) || HEADING.test(text);
  },
  fileOf: (_, names) => onlyRun(names),
  open: (path) =>
    openStacks(path, `${path} contains no costs of functions; measure again with "valgrind --tool=callgrind".`, () =>
      readCallgrind(
        filesBeside(path).map(({ path: file, rank }) => ({ lines: linesOf(file, { limit: LARGEST }), rank })),
      ),
    ),
};
