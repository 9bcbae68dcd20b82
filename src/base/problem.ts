/**
 * An error a person can act on. Everything else that is thrown is a defect of Trimtab and shown as such.
 * `message` is one sentence: what happened, where, and what to do.
 */
export class TrimtabError extends Error {
  override readonly name = 'TrimtabError';
  /** Longer material to look at, such as the last lines a failed command printed. */
  readonly details: string | undefined;

  constructor(message: string, options: { details?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.details = options.details;
  }
}

/** Thrown when the person cancelled; shown to nobody. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';
  constructor() {
    super('cancelled');
  }
}
