import type { Format } from '../format.js';
import { readJson } from '../stacks/json.js';
import { openStacks } from '../stacks/open.js';
import { readPyinstrument } from './read.js';

/** Sessions begin with their samples or, since version 4, with times, as trees do. */
const BEGIN = /^\s*\{\s*(?:"frame_records"\s*:\s*\[|"start_time"\s*:\s*[-+.\w]+\s*,\s*"duration"\s*:)/;

/** Sessions of pyinstrument, and what its renderer `json` writes. */
export const pyinstrument: Format = {
  title: 'pyinstrument profile',
  kind: 'profile',
  extensions: ['pyisession'],
  offered: ['pyinstrument.json'],
  plainNames: ['profile', 'out'],
  recognizes: (head) => BEGIN.test(Buffer.from(head).toString('utf8')),
  open: (path) =>
    openStacks(path, `${path} contains no samples; let the program run longer, or use a shorter interval.`, () =>
      readPyinstrument(readJson(path)),
    ),
};
