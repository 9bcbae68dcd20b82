import type { Memory } from '../tables/memory.js';

/** Means the beginning of the trace, or of a team, in `first`. */
export const FROM_BEGINNING = -1;

/**
 * By wait state in order of time: the preceding synchronization, with which its stretch of time begins. For a message,
 * `first` codes its wait state. For a collective operation, `first` and `second` are the rows of the waiting and the
 * delaying location's members.
 */
export interface SynchronizationCodes {
  readonly first: Int32Array;
  readonly second: Int32Array;
}

/** Stretches that all begin with the trace. @param length number of wait states */
export function noSynchronizations(length: number, memory: Memory): SynchronizationCodes {
  return { first: memory.int32(length).fill(FROM_BEGINNING), second: memory.int32(length) };
}

/** Codes the wait state of a message. */
export function messageCode(state: number): number {
  return -2 - state;
}

/** The wait state of a message that is coded, or negative where it is none. */
export function messageOf(code: number): number {
  return -2 - code;
}
