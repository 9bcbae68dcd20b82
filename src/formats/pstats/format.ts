import { readBytes } from '../../base/files/index.js';
import type { Format } from '../format.js';
import { openStacks } from '../stacks/open.js';
import { readPstats } from './read.js';

/** Bytes of a file, which is in memory while it is read. */
const LARGEST = 2 ** 28;
const [DICTIONARY, TUPLE, SMALL_TUPLE, END] = ['{', '(', ')', '0'].map((type) => type.charCodeAt(0));
/** A value that may be referred to later. */
const FLAG_REF = 0x80;
/** Types of texts. */
const TEXTS = 'stuaAzZ';

/** A dictionary whose first key is a tuple of three, the first of which is a text; or an empty one. */
function recognizes(head: Uint8Array): boolean {
  const typeAt = (index: number): number => (head[index] ?? 0) & ~FLAG_REF;
  if (typeAt(0) !== DICTIONARY) return false;
  if (head.length === 2) return head[1] === END;
  const isSmall = typeAt(1) === SMALL_TUPLE && head[2] === 3;
  const isLong = typeAt(1) === TUPLE && [3, 0, 0, 0].every((byte, i) => head[2 + i] === byte);
  if (!isSmall && !isLong) return false;
  return TEXTS.includes(String.fromCharCode(typeAt(isSmall ? 3 : 6)));
}

/** Profiles that `python3 -m cProfile -o` writes. */
export const pstats: Format = {
  title: 'Python profile',
  kind: 'profile',
  extensions: ['pstats'],
  offered: ['prof'],
  plainNames: ['profile', 'out', 'output', 'program'],
  recognizes,
  open: (path) =>
    openStacks(path, `${path} contains no function; profile the program again with "python3 -m cProfile -o".`, () =>
      readPstats(readBytes(path, { limit: LARGEST })),
    ),
};
