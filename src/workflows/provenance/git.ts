import { capture } from '../../base/processes/capture.js';
import type { Command } from '../../base/processes/process.js';

/** No pager, no hooks, no file system monitor: nothing of the repository's configuration is to be run. */
const HARMLESS = ['-c', 'core.fsmonitor=false', '-c', 'core.pager=cat', '-c', 'core.hooksPath=/dev/null'];

/**
 * Asks git, or lets it do something, in a folder. Git itself is started outside of it.
 * @param limit how many bytes of output are accepted at most
 * @returns what it prints; undefined when it is absent or fails, as in a folder that is in no repository
 */
export function askGit(
  folder: string,
  argv: readonly string[],
  environment: Command['environment'],
  limit?: number,
): Promise<string | undefined> {
  return capture(['git', '-C', folder, ...HARMLESS, ...argv], environment, limit === undefined ? {} : { limit });
}
