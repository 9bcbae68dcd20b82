import { CancelledError, TrimtabError } from '../../base/problem.js';
import { beyondLimit } from './memoryLimit.js';

/** Why a thread could not do its work, as a message to the one that started it. */
export type FailureMessage =
  | { readonly kind: 'cancelled' }
  /** A sentence for people. */
  | { readonly kind: 'problem'; readonly message: string; readonly details?: string }
  /** The machine has too little memory, or the thread reached its limit, in bytes. */
  | { readonly kind: 'memory'; readonly limit?: number; readonly isLargest?: boolean }
  | { readonly kind: 'defect'; readonly message: string; readonly stack?: string };

/** The machine has too little memory, or a limit was reached; which trace that was is known further up. */
export class MemoryError extends Error {
  override readonly name = 'MemoryError';

  /**
   * @param limit what was reached, in bytes; undefined where the machine has no more
   * @param isLargest whether no setting gives more than that
   */
  constructor(
    readonly limit?: number,
    readonly isLargest = false,
  ) {
    super(limit === undefined ? 'out of memory' : `more than ${limit} bytes of memory`);
  }
}

export function failureOf(error: unknown): FailureMessage {
  if (error instanceof CancelledError) return { kind: 'cancelled' };
  if (error instanceof TrimtabError) {
    const { message, details } = error;
    return details === undefined ? { kind: 'problem', message } : { kind: 'problem', message, details };
  }
  if (error instanceof MemoryError && error.limit !== undefined)
    return { kind: 'memory', limit: error.limit, isLargest: error.isLargest };
  if (isOutOfMemory(error)) return { kind: 'memory' };
  if (!(error instanceof Error)) return { kind: 'defect', message: String(error) };
  const { message, stack } = error;
  return stack === undefined ? { kind: 'defect', message } : { kind: 'defect', message, stack };
}

function isOutOfMemory(error: unknown): boolean {
  if (error instanceof MemoryError) return true;
  if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') return true;
  return error instanceof RangeError && /allocation failed|invalid array length|buffer length/i.test(error.message);
}

/** The error that a failure in another thread is here. */
export function errorOf(failure: FailureMessage): Error {
  if (failure.kind === 'cancelled') return new CancelledError();
  if (failure.kind === 'memory') return new MemoryError(failure.limit, failure.isLargest);
  if (failure.kind === 'problem') {
    return new TrimtabError(failure.message, failure.details === undefined ? {} : { details: failure.details });
  }
  const error = new Error(failure.message);
  if (failure.stack !== undefined) error.stack = failure.stack;
  return error;
}

/**
 * Returns the error of a worker that ended without a result.
 * @param failure its last message or fatal error, if any
 * @param words its activity, such as `The analysis of x`, and a remedy if memory is insufficient
 */
export function endOf(
  failure: FailureMessage | undefined,
  code: number,
  { what, remedy }: { readonly what: string; readonly remedy: string },
): Error {
  if (failure === undefined) return new TrimtabError(`${what} ended unexpectedly (code ${code}); start it again.`);
  if (failure.kind !== 'memory') return errorOf(failure);
  return new TrimtabError(
    failure.limit === undefined
      ? `${what} needs more memory than is free; close other programs, or ${remedy}.`
      : `${what} ${beyondLimit(failure.limit, failure.isLargest === true)}, or ${remedy}.`,
  );
}
