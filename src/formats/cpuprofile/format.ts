import type { Format } from '../format.js';
import { readJson } from '../stacks/json.js';
import { openStacks } from '../stacks/open.js';
import { readCpuProfile } from './read.js';

/** Samples of V8, as Node.js and Chrome write them. */
export const cpuprofile: Format = {
  title: 'V8 CPU profile',
  kind: 'profile',
  extensions: [],
  offered: ['cpuprofile'],
  plainNames: [],
  recognizes: (head) =>
    /^\s*\{\s*"nodes"\s*:\s*\[\s*\{\s*"id"\s*:\s*\d+\s*,\s*"callFrame"/.test(Buffer.from(head).toString('utf8')),
  open: (path) =>
    openStacks(path, `${path} contains no samples; record it again with "node --cpu-prof".`, () =>
      readCpuProfile(readJson(path)),
    ),
};
