/** Messages between editors and engine about ranges of source lines. */

/** File in which a project keeps the ranges of source lines that are measured. */
export const RANGES = '.trimtab/ranges.yaml';

/** Lines of a file, from 1, both in it. */
export interface Lines {
  readonly first: number;
  readonly last: number;
}

/** A source file, and the ranges of its project. */
export interface MarkedSource {
  /** The text of the file of ranges; '' where there is none. */
  readonly ranges: string;
  /** Relative to the project, with slashes. */
  readonly file: string;
  /** The text of the source. */
  readonly source: string;
}

/** A range as an editor shows it, at the lines where it is now. */
export interface SourceRange extends Lines {
  readonly name: string;
  /** Ranges of a group are switched together. */
  readonly group: string;
  /** Whether its text is still that which was marked. */
  readonly isSame: boolean;
  /** Whether the source marks it itself. */
  readonly isWritten: boolean;
}
