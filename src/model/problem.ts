export { CancelledError, TrimtabError } from '../base/problem.js';

/** How bad a problem is: an error stopped something, a warning makes results incomplete, information explains. */
export type ProblemLevel = 'error' | 'warning' | 'information';

/** Something that went wrong with an input or a run, told as one sentence a person can act on. */
export interface Problem {
  readonly level: ProblemLevel;
  /** One sentence: what happened, where, and what to do. */
  readonly message: string;
  /** The file, location or step it is about, where there is one. */
  readonly where?: string;
}
