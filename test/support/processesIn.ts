import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * Command lines of the processes that run in a folder or below it, so that tests that run the same program beside each
 * other see only their own. A process that ends meanwhile, and one that has ended but was not waited for, is none.
 */
export function processesIn(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const place = readlinkSync(`/proc/${pid}/cwd`);
        const isInside = place === folder || place.startsWith(`${folder}/`);
        return isInside ? [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()] : [];
      } catch (error) {
        // It has ended, or belongs to somebody else.
        if (error instanceof Error && 'code' in error) return [];
        throw error;
      }
    });
}
