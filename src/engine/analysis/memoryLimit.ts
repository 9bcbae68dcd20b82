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
 * Bytes that a worker thread may take: half of the memory there is, so that neither the machine nor the engine comes
 * to a stop for a small file that asks for much; or what TRIMTAB_MEMORY_LIMIT says.
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
 * What happened where a worker reached its limit, and that it can be raised if it can.
 * @param limit bytes
 * @param isLargest whether no setting gives more
 */
export function beyondLimit(limit: number, isLargest: boolean): string {
  const needs = `needs more than ${dataSize(limit)} of memory`;
  return isLargest
    ? `${needs} for its objects, which is the most there can be`
    : `${needs}, which is the limit here; raise it (${VARIABLE}, in MiB; without it, half of the machine's)`;
}
