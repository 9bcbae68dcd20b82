import type { Format } from '../format.js';
import { readJson } from '../stacks/json.js';
import { openStacks } from '../stacks/open.js';
import { readCpuProfile } from './read.js';

/** Single values, such as the title, and the nodes: a list, or in older files a tree below `head`. */
const BEGIN =
  /^\s*\{(?:\s*"\w+"\s*:\s*(?:"(?:[^"\\]|\\.)*"|[-+.\w]+)\s*,)*\s*(?:"nodes"\s*:\s*\[\s*\{\s*"id"\s*:\s*\d+\s*,\s*"callFrame"|"head"\s*:\s*\{[^[\]{}]*"functionName"\s*:)/;

/** Samples of V8, as Node.js and Chrome write them. */
export const cpuprofile: Format = {
  title: 'V8 CPU profile',
  kind: 'profile',
  extensions: [],
  offered: ['cpuprofile'],
  plainNames: [],
  recognizes: (head) => BEGIN.test(Buffer.from(head).toString('utf8')),
  open: (path) =>
    openStacks(path, `${path} contains no samples; record it again with "node --cpu-prof".`, () =>
      readCpuProfile(readJson(path)),
    ),
};
