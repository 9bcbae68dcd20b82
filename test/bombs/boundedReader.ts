/** Reads files in separate processes whose memory is bounded. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { fieldsOf, textOf, type Fields } from '../../src/formats/stacks/json.js';
import { bundled } from '../support/bundled.js';
import { rounds } from '../support/matrix.js';
import { withFile } from './files.js';

/**
 * Factor by which the files of `npm test` are smaller. All data kept of them is charged this many times, and the
 * available memory is smaller by it. The same files are refused, before the memory is full.
 */
export const SMALLER = rounds(8, 1);

/** Megabytes of objects that reading may take, and where samples are summed; the last ones are for the program. */
const HEAP = 1024 / SMALLER + rounds(16, 0);
export const SMALL_HEAP = rounds(48, 256);
/** Megabytes for files whose values are refused before they are made. */
export const WHOLE_HEAP = 1024;

/** Message about profiles that need more. */
export const TOO_LARGE = 'needs more than 1.1 GB of memory for its names, call paths and values';

/**
 * Returns a function that reads a file with this name and content, and returns the output of readOne.ts. A sentence
 * that refuses the file contains its name as its path. The reading program is bundled before the tests of the calling
 * file.
 */
export function boundedReader(): (name: string, content: string | Uint8Array, heap?: number) => Fields {
  const folder = mkdtempSync(join(tmpdir(), 'trimtab-bombs-'));
  beforeAll(() => bundled({ readOne: join(import.meta.dirname, 'readOne.ts') }, folder));
  afterAll(() => rmSync(folder, { recursive: true }));
  return (name, content, heap = HEAP) =>
    withFile(name, content, (path) => {
      const words = [`--max-old-space-size=${heap}`, join(folder, 'readOne.cjs'), path, String(SMALLER)];
      const printed: unknown = JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' }));
      const result = fieldsOf(printed);
      return result.refusal === undefined ? result : { refusal: textOf(result.refusal).replace(path, name) };
    });
}
