import type { Format } from '../format.js';
import { readJson } from '../stacks/json.js';
import { openStacks } from '../stacks/open.js';
import { readTimemory } from './read.js';

/** Profiles that timemory writes as JSON, in either form. */
export const timemory: Format = {
  title: 'timemory profile',
  kind: 'profile',
  extensions: [],
  offered: ['tree.json'],
  plainNames: ['wall', 'cpu', 'wall_clock', 'cpu_clock'],
  recognizes: (head) => /^\s*\{\s*"timemory"\s*:\s*\{/.test(Buffer.from(head).toString('utf8')),
  open: (path) =>
    openStacks(
      path,
      `${path} contains no values of regions that add up; open the file of a clock or a counter, such as wall.json.`,
      () => readTimemory(readJson(path)),
    ),
};
