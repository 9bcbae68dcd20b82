/** What is said of ranges of source lines that builds measure. */

/** Where a project keeps them. */
export const RANGES_FILE = '.trimtab/ranges.yaml';

/** Lines that a person chose, from 1, both in it. */
export interface ChosenLines {
  readonly first: number;
  readonly last: number;
}

/** A range as an editor shows it, at the lines where it is now. */
export interface ShownRange extends ChosenLines {
  readonly name: string;
  /** Whether its text is still that which was marked; else it is not measured. */
  readonly isSame: boolean;
  /** Whether the source marks it itself. */
  readonly isWritten: boolean;
}

/** A source file, and the ranges of its project. */
export interface SourceWithRanges {
  /** The text of the file of ranges; '' where there is none. */
  readonly ranges: string;
  /** Relative to the project, with slashes. */
  readonly file: string;
  /** The text of the source. */
  readonly source: string;
}
