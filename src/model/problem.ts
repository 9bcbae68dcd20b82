export { CancelledError, TrimtabError } from '../base/problem.js';

/** How bad a problem is: an error stopped something, a warning makes results incomplete, information explains. */
export type ProblemLevel = 'error' | 'warning' | 'information';

/** One case of a kind of problem as plain data, so that it can leave its thread or its process. */
export interface ProblemNote {
  readonly level: ProblemLevel;
  /** What makes cases belong together: a key of the sentences, or else the sentence itself. */
  readonly kind: string;
  /** Where it occurred, such as the name of a location. */
  readonly place: string;
  /** What its sentence needs to know about it. */
  readonly detail: string;
}

/** Something that went wrong with an input or a run, told as one sentence a person can act on. */
export interface Problem {
  readonly level: ProblemLevel;
  /** One sentence: what happened, where, and what to do. */
  readonly message: string;
  /** The file, location or step it is about, where there is one. */
  readonly where?: string;
}
