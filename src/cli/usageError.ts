import { TrimtabError } from '../base/problem.js';

/** A command line that cannot be understood; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What Node's parser of arguments says, without its advice on words that begin with a dash. */
export function usageErrorOf(error: unknown): UsageError {
  const message = error instanceof Error ? error.message : String(error);
  const sentence = message.replace(/\. To specify .*$/s, '');
  return new UsageError(sentence.endsWith('.') ? sentence : `${sentence}.`, { cause: error });
}

/** Runs what understands words; what it says against them is a fault of the command line. */
export function understood<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof TrimtabError ? new UsageError(error.message, { cause: error }) : error;
  }
}
