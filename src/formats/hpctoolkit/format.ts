import { dirname, join } from 'node:path';
import { isFile, readBytes } from '../../base/files/index.js';
import { TrimtabError } from '../../base/problem.js';
import type { Format } from '../format.js';
import { openStacks } from '../stacks/open.js';
import { readDatabase } from './read.js';

/** Bytes of a file; all of it is in memory while it is read. */
const LIMIT = { limit: 2 ** 31 - 1 };

/** Databases of HPCToolkit since 2022.10: folders that hold meta.db and profile.db. */
export const hpctoolkit: Format = {
  title: 'HPCToolkit database',
  kind: 'profile',
  extensions: [],
  fileNames: ['meta.db'],
  sharesFileNames: true,
  plainNames: ['meta.db'],
  recognizes: (head) => Buffer.from(head.subarray(0, 14)).toString('latin1') === 'HPCTOOLKITmeta',
  open: (path) => {
    const values = join(dirname(path), 'profile.db');
    if (!isFile(values))
      throw new TrimtabError(
        `${path} has no profile.db in the same folder, which contains the values; copy the whole database.`,
      );
    return openStacks(path, `${path} belongs to a database without values; create it again with hpcprof.`, () =>
      readDatabase(readBytes(path, LIMIT), readBytes(values, LIMIT)),
    );
  },
};
