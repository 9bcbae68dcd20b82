/** Writes exported data to files. */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeForPerson } from '../../base/files/index.js';
import type { Exported } from './forms.js';

/**
 * Writes to a file, or into a folder where there are several.
 * @param path absolute
 * @returns how many files were written
 */
export function writeExported(path: string, exported: Exported): number {
  if (!('files' in exported)) {
    writeForPerson(path, 'bytes' in exported ? exported.bytes : encoded(exported.lines));
    return 1;
  }
  let count = 0;
  for (const file of exported.files) {
    const at = join(path, file.path);
    mkdirSync(dirname(at), { recursive: true });
    writeForPerson(at, file.text);
    count++;
  }
  return count;
}

function* encoded(lines: Iterable<string>): Generator<Uint8Array> {
  for (const line of lines) yield Buffer.from(`${line}\n`);
}
