/** Work that needs a separate folder until its experiment is made. */
import { rmSync } from 'node:fs';
import { confirm, type ExperimentStore, release } from '../../experiments/index.js';

/** Interval at which the folder is marked as in use for other machines, in milliseconds. */
const CONFIRM = 60_000;

export interface ScratchOptions {
  /** The folder of a process that is gone, already claimed, to go on in. */
  readonly left?: string | undefined;
  /** Whether a later process resumes in the folder; it is then left unchanged. */
  readonly goesOn?: (scratch: string) => boolean;
}

/**
 * Does work in a hidden folder next to the experiments, which is removed when the work has ended.
 * @throws TrimtabError when the folder cannot be made, and any error of the work
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
