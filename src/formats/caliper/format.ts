import { readHead, utf8Bytes } from '../../base/files/index.js';
import { linesOf } from '../../base/files/lines.js';
import type { Format } from '../format.js';
import { readJson } from '../stacks/json.js';
import { openStacks } from '../stacks/open.js';
import { readCali, readSplit } from './profiles.js';

/** Bytes of a text; it is gone through, and not kept. */
const LARGEST = 2 ** 40;

const isJson = (head: Uint8Array): boolean =>
  /^\s*\{\s*"data"\s*:\s*\[\s*\[/.test(Buffer.from(head).toString('latin1'));

/** Files of Caliper: its own format, and that of its formatter json-split. */
export const caliper: Format = {
  title: 'Caliper profile',
  kind: 'profile',
  extensions: ['cali'],
  offered: ['cali.json'],
  plainNames: ['profile'],
  recognizes: (head) => Buffer.from(head).toString('latin1').startsWith('__rec=') || isJson(head),
  open: (path) =>
    openStacks(
      path,
      `${path} contains no measured values; record it again with a service that measures, such as timer.`,
      () =>
        isJson(utf8Bytes(readHead(path, 128)))
          ? readSplit(readJson(path))
          : readCali(linesOf(path, { limit: LARGEST })),
    ),
};
