import type { Format } from '../format.js';
import { readJson } from '../stacks/json.js';
import { openStacks } from '../stacks/open.js';
import { readSpeedscope } from './read.js';

/** Files of Speedscope, which py-spy, rbspy and others write too. */
export const speedscope: Format = {
  title: 'Speedscope profile',
  kind: 'profile',
  extensions: [],
  offered: ['speedscope.json', 'speedscope'],
  plainNames: ['profile', 'out'],
  recognizes: (head) => {
    const begin = Buffer.from(head).toString('utf8');
    return (
      /^\s*\{/.test(begin) &&
      (begin.includes('speedscope.app/file-format-schema') || /"shared"\s*:\s*\{\s*"frames"/.test(begin))
    );
  },
  open: (path) =>
    openStacks(path, `${path} contains no samples and no events; export it again.`, () =>
      readSpeedscope(readJson(path)),
    ),
};
