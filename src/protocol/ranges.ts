/** Ranges of source lines that builds measure, as clients receive them. */

/** File in which a project keeps its ranges. */
export const RANGES_FILE = '.trimtab/ranges.yaml';

/** Lines that a person chose, from 1, both in it. */
export interface ChosenLines {
  readonly first: number;
  readonly last: number;
}

/** A range as an editor shows it, at the lines where it is now. */
export interface ShownRange extends ChosenLines {
  readonly name: string;
  /** Ranges of a group are switched together. */
  readonly group: string;
  /** Whether its text is still that which was marked; else it is not measured. */
  readonly isSame: boolean;
  /** Whether the source marks it itself. */
  readonly isWritten: boolean;
}

/** The group of ranges without an explicit group. */
export const RANGES_GROUP = 'RANGES';

/** File that contains the ranges of a source. */
export interface RangesFile {
  /** Absolute. */
  readonly path: string;
  /** The source, relative to the project, with slashes. */
  readonly file: string;
}

/** The commands of lenses over ranges, which the client registers; their argument names the lines. */
export const GROUP_LINES_COMMAND = 'trimtab.groupLines';
export const DROP_LINES_COMMAND = 'trimtab.dropLines';
export type LinesArguments = readonly [ChosenLines];

/** A source file, and the ranges of its project. */
export interface SourceWithRanges {
  /** The text of the file of ranges; '' where there is none. */
  readonly ranges: string;
  /** Relative to the project, with slashes. */
  readonly file: string;
  /** The text of the source. */
  readonly source: string;
}
