import { TrimtabError } from '../../base/problem.js';

/** An invalid command line. The message contains the reason. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  /** @param command the command whose help explains it, such as `trimtab experiments list` */
  constructor(
    message: string,
    options?: ErrorOptions,
    readonly command = 'trimtab',
  ) {
    super(message, options);
  }
}

/** Runs a parser of words. Its errors become errors of use. */
export function understood<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof TrimtabError ? new UsageError(error.message, { cause: error }) : error;
  }
}
