import { CancelledError, TrimtabError } from '../../model/problem.js';

/** Why a thread could not do its work, as a message to the one that started it. */
export type FailureMessage =
  | { readonly kind: 'cancelled' }
  /** A sentence for people. */
  | { readonly kind: 'problem'; readonly message: string; readonly details?: string }
  /** The machine has too little memory. */
  | { readonly kind: 'memory' }
  | { readonly kind: 'defect'; readonly message: string; readonly stack?: string };

/** The machine has too little memory; which trace that was is known further up. */
export class MemoryError extends Error {
  override readonly name = 'MemoryError';
}

export function failureOf(error: unknown): FailureMessage {
  if (error instanceof CancelledError) return { kind: 'cancelled' };
  if (error instanceof TrimtabError) {
    const { message, details } = error;
    return details === undefined ? { kind: 'problem', message } : { kind: 'problem', message, details };
  }
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
  if (failure.kind === 'memory') return new MemoryError();
  if (failure.kind === 'problem') {
    return new TrimtabError(failure.message, failure.details === undefined ? {} : { details: failure.details });
  }
  const error = new Error(failure.message);
  if (failure.stack !== undefined) error.stack = failure.stack;
  return error;
}
