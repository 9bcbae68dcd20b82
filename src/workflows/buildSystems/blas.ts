/** The linear algebra library that many numerical programs need and few machines provide by default. */
import { join } from 'node:path';
import { entriesOf } from '../../base/files/index.js';

const NAME = /^lib(\w*blas|mkl_rt|[ts]atlas)[\w.-]*\.(so|a)\b/;
/** Search paths of linkers on Linux, with their subfolders for each architecture. */
const FOLDERS = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/usr/local/lib', '/usr/local/lib64'];

/** Message if none is found. */
export const NO_BLAS =
  'It also needs a BLAS library, and this machine has none in the usual folders: install one (Debian: apt install libopenblas-dev) and name it there';

/** Whether a part of a build description asks for it. */
export function wantsBlas(text: string): boolean {
  return /\bBLAS\b|-l\w*blas\b/i.test(text);
}

function usualFolders(): string[] {
  const named = [process.env.LIBRARY_PATH, process.env.LD_LIBRARY_PATH].flatMap((path) => path?.split(':') ?? []);
  return [...FOLDERS, ...named.filter((path) => path.startsWith('/'))];
}

/** Whether such a library is in one of the folders, or in those for kinds of machines below them. */
export function hasBlas(folders: readonly string[] = usualFolders()): boolean {
  return folders.some((folder) => {
    const entries = entriesOf(folder);
    const machines = entries.filter(({ name }) => name.includes('-linux-gnu')).map(({ name }) => join(folder, name));
    return entries.some(({ name }) => NAME.test(name)) || (machines.length > 0 && hasBlas(machines));
  });
}
