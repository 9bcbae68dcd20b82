import { linesOf, textLines } from '../../base/files/lines.js';
import { TrimtabError } from '../../base/problem.js';
import { readHead } from '../../base/files/index.js';
import { type Format, LONG_HEAD } from '../format.js';
import { openStacks } from '../stacks/open.js';
import { readScript } from './read.js';
import { beginsSample } from './script.js';

/** Bytes of a text; it is gone through, and not kept. */
const LARGEST = 2 ** 40;
/** Mark at the start of perf's own recordings. */
const RECORDED = 'PERFILE2';

const text = (head: Uint8Array): string => Buffer.from(head).toString('utf8');

/** Samples of Linux perf, as `perf script` prints them. */
export const perf: Format = {
  title: 'perf script output',
  kind: 'profile',
  extensions: ['perf'],
  offered: ['perf.txt'],
  plainNames: ['perf', 'out'],
  headSize: LONG_HEAD,
  recognizes: (head) => {
    const begin = text(head);
    if (begin.startsWith(RECORDED) || begin.startsWith('# ========\n# captured on')) return true;
    return beginsSample(textLines(begin).filter((line) => line.trim() !== '' && !line.startsWith('#')));
  },
  open: (path) => {
    if (text(readHead(path, RECORDED.length)) === RECORDED)
      throw new TrimtabError(
        `${path} is what perf recorded, which perf alone can read: print it with "perf script -F +srcline -i ${path} > out.perf" where it was recorded, and open that.`,
      );
    const empty = `${path} contains no sample as "perf script" prints them; print it again with "perf script > out.perf".`;
    return openStacks(path, empty, () => readScript(linesOf(path, { limit: LARGEST })));
  },
};
