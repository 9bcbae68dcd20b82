import { elementAt, lastUpTo } from '../../base/elements.js';

/** Position in a text, in user's terms: from 1, columns in UTF-16 units as in editors. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A stretch of a text: offsets in characters, the end is not part of it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Finds lines of one text. */
export class LineIndex {
  private readonly starts: readonly number[];

  constructor(text: string) {
    const starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    this.starts = starts;
  }

  at(offset: number): Position {
    const line = lastUpTo(this.starts, offset);
    return { line: line + 1, column: offset - elementAt(this.starts, line) + 1 };
  }
}
