/** Work that needs a folder of its own until its experiment is made. */
import { rmSync } from 'node:fs';
import { confirm, type ExperimentStore, release } from '../../experiments/index.js';

/** How often other machines are told that a folder is in use, in milliseconds. */
const CONFIRM = 60_000;

export interface ScratchOptions {
  /** The folder of a process that is gone, already claimed, to go on in. */
  readonly left?: string | undefined;
  /** Whether a later process goes on in the folder; it is then left as it is. */
  readonly goesOn?: (scratch: string) => boolean;
}

/**
 * Does work in a hidden folder beside the experiments, which is removed when the work has ended.
 * @throws TrimtabError when there can be no such folder, and whatever the work throws
 */
export async function inScratch<T>(
  store: ExperimentStore,
  work: (scratch: string) => Promise<T>,
  { left, goesOn = () => false }: ScratchOptions = {},
): Promise<T> {
  const scratch = left ?? store.scratch();
  const confirming = setInterval(() => confirm(scratch), CONFIRM);
  try {
    return await work(scratch);
  } finally {
    clearInterval(confirming);
    if (goesOn(scratch)) release(scratch);
    else rmSync(scratch, { recursive: true, force: true });
  }
}
