/**
 * An error a person can act on. Everything else that is thrown is a defect of Trimtab and shown as such.
 * `message` is one sentence: what happened, where, and what to do.
 */
export class TrimtabError extends Error {
  override readonly name = 'TrimtabError';
  /** Longer material to look at, such as the last lines a failed command printed. */
  readonly details: string | undefined;
  /** Whether trying again changes nothing. */
  readonly isFinal: boolean;

  constructor(message: string, options: { details?: string; cause?: unknown; isFinal?: true } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.details = options.details;
    this.isFinal = options.isFinal === true;
  }
}

/** Thrown when the user cancelled; never shown. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';
  constructor() {
    super('cancelled');
  }
}

/** How bad a problem is: an error stopped something, a warning makes results incomplete, information explains. */
export type ProblemLevel = 'error' | 'warning' | 'information';

/** One case of a kind of problem as plain data, so that it can leave its thread or its process. */
export interface ProblemNote {
  readonly level: ProblemLevel;
  /** Key that groups cases: a key of the sentences, or else the sentence itself. */
  readonly kind: string;
  /** Place of occurrence, such as the name of a location. */
  readonly place: string;
  /** Detail for its sentence. */
  readonly detail: string;
}

/** A problem with an input or a run, as one sentence that a user can act on. */
export interface Problem {
  readonly level: ProblemLevel;
  /** One sentence: what happened, where, and what to do. */
  readonly message: string;
  /** The file, location or step it is about, where there is one. */
  readonly where?: string;
}
