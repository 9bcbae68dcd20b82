/** Names and paths that a file system takes and programs stumble over. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file whose name is Latin-1: `caf\xe9` and the ending. */
export function writeLatin1Name(folder: string, ending: string): void {
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9]), Buffer.from(ending)]), 'x');
}

/** A file so deep below a folder that its path is longer than paths can be. @returns the first folder on the way */
export function writeDeepFile(folder: string): string {
  const name = 'p'.repeat(200);
  const [chain, outer] = [join(folder, 'chain'), join(folder, 'outer')];
  mkdirSync(chain);
  writeFileSync(join(chain, 'deep.c'), 'x');
  // From the innermost outwards: no path that is used on the way is long.
  for (let depth = 0; depth < 25; depth++) {
    mkdirSync(outer);
    renameSync(chain, join(outer, name));
    renameSync(outer, chain);
  }
  renameSync(join(chain, name), join(folder, name));
  rmdirSync(chain);
  return name;
}

/** Removes what `writeDeepFile` made, which functions that go by paths cannot. */
export function removeDeepFile(folder: string): void {
  execFileSync('rm', ['-rf', `${folder}/${'p'.repeat(200)}`]);
}
