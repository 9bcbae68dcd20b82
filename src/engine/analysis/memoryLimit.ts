/** How much memory a worker thread may take. */
import { totalmem } from 'node:os';
import { TrimtabError } from '../../base/problem.js';
import { dataSize } from '../../base/text.js';

/** The environment variable that sets the limit, in MiB. */
const VARIABLE = 'TRIMTAB_MEMORY_LIMIT';
const MIB = 1 << 20;
/** JavaScript's objects get no more than this, in bytes: engines with compressed pointers, as editors have, cannot. */
export const LARGEST_HEAP = 4096 * MIB;

/** Bytes of memory of this machine, or of the part of it that this process was given. */
function ownMemory(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/**
 * Returns the memory limit of a worker thread in bytes: half of the physical memory, or TRIMTAB_MEMORY_LIMIT. It keeps
 * a small file that requests much memory from blocking the machine or the engine.
 * @throws TrimtabError when the variable is no positive number
 */
export function memoryLimit(environment: NodeJS.ProcessEnv = process.env, memory = ownMemory()): number {
  const text = environment[VARIABLE];
  if (text === undefined || text === '') return Math.floor(memory / 2);
  const count = Number(text);
  if (Number.isFinite(count) && count > 0) return count * MIB;
  throw new TrimtabError(`${VARIABLE} is "${text}"; write a number of MiB, such as 4096, or remove it.`);
}

/**
 * Returns the message for a worker that reached its limit, with advice to raise the limit if possible.
 * @param limit bytes
 * @param isLargest whether no setting allows more
 */
export function beyondLimit(limit: number, isLargest: boolean): string {
  const needs = `needs more than ${dataSize(limit)} of memory`;
  return isLargest
    ? `${needs} for its objects, which is the most there can be`
    : `${needs}, which is the limit here; raise it (${VARIABLE}, in MiB; without it, half of the machine's)`;
}
