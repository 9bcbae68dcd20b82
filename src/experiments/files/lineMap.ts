import { diffArrays } from 'diff';
import { elementAt } from '../../base/elements.js';

/** Position of a measured line in the current text. */
export interface MappedLine {
  /** 0-based line of the current text. */
  readonly line: number;
  /** The measured line itself was changed or deleted; `line` is then the nearest place that is left of it. */
  readonly stale: boolean;
}

/** The measured line that a line of the current text was. */
export interface MeasuredLine {
  /** 1-based line of the measured text. */
  readonly line: number;
  /** False for a line that was added since: `line` is then the nearest measured one above it. */
  readonly wasMeasured: boolean;
}

/** Beyond this many changed lines the difference is no longer searched for: everything between the unchanged ends is stale. */
const MAX_EDIT_LENGTH = 1500;

/** Splits a text into lines, whatever ends them; a final line end adds no empty line, a byte order mark is no text. */
export function splitLines(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  if (lines.length > 1 && lines[lines.length - 1] === '') lines.pop();
  return lines;
}

/** The way of every line of a measured text into the current one. */
export class LineMap {
  /** Current line of each measured line. */
  private readonly target: Int32Array;
  private readonly changed: Uint8Array;
  private readonly lastLine: number;

  constructor(
    readonly measured: readonly string[],
    /** The lines of the current text. */
    readonly current: readonly string[],
  ) {
    this.target = new Int32Array(measured.length);
    this.changed = new Uint8Array(measured.length);
    this.lastLine = Math.max(0, current.length - 1);
    const [head, tail] = commonEnds(measured, current);
    this.keep(0, 0, head);
    this.keep(measured.length - tail, current.length - tail, tail);
    this.alignMiddle(measured.slice(head, measured.length - tail), current.slice(head, current.length - tail), head);
  }

  /**
   * Places a measured line.
   * @param line 1-based, as measurements count; a line beyond the measured text is placed at the end and stale
   */
  place(line: number): MappedLine {
    const index = line - 1;
    if (index < 0 || index >= this.target.length) {
      return { line: Math.min(Math.max(0, index), this.lastLine), stale: true };
    }
    return { line: Math.min(elementAt(this.target, index), this.lastLine), stale: this.changed[index] === 1 };
  }

  /**
   * The measured line of a current one; a changed line is the one that it replaced.
   * @param line 0-based
   * @returns undefined where no measured line is at or above it
   */
  measuredAt(line: number): MeasuredLine | undefined {
    let [exact, above] = [-1, -1];
    for (const [index, target] of this.target.entries()) {
      if (target === line && (exact < 0 || this.changed[index] === 0)) exact = index;
      // Deleted lines are placed at the next one that is left.
      if (target < line) above = index;
    }
    if (exact >= 0) return { line: exact + 1, wasMeasured: true };
    return above < 0 ? undefined : { line: above + 1, wasMeasured: false };
  }

  /** Aligns the lines between the unchanged ends, both of which begin at line `start`. */
  private alignMiddle(measured: string[], current: string[], start: number): void {
    const changes = diffArrays(measured, current, { maxEditLength: MAX_EDIT_LENGTH });
    if (changes === undefined) {
      this.replace(start, measured.length, start, current.length);
      return;
    }
    let from = start;
    let to = start;
    let gone = 0;
    let come = 0;
    for (const { added, removed, count } of changes) {
      if (removed) gone += count;
      else if (added) come += count;
      else {
        this.replace(from, gone, to, come);
        from += gone;
        to += come;
        this.keep(from, to, count);
        from += count;
        to += count;
        gone = come = 0;
      }
    }
    this.replace(from, gone, to, come);
  }

  private keep(from: number, to: number, count: number): void {
    for (let k = 0; k < count; k++) this.target[from + k] = to + k;
  }

  /** Measured lines `from…from+gone` became current lines `to…to+come`: line by line as far as those go. */
  private replace(from: number, gone: number, to: number, come: number): void {
    for (let k = 0; k < gone; k++) {
      this.target[from + k] = to + Math.min(k, Math.max(0, come - 1));
      this.changed[from + k] = 1;
    }
  }
}

/** How many lines at the start and, beyond those, at the end are the same. */
function commonEnds(a: readonly string[], b: readonly string[]): [head: number, tail: number] {
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  return [head, tail];
}
