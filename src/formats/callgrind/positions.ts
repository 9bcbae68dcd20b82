/** Positions of costs: a line, an address, or both. Each is a number, or relative to the one before. */
export class Positions {
  private last = [0];
  private lineColumn = 0;

  /** Numbers of a position. */
  get count(): number {
    return this.last.length;
  }

  define(names: readonly string[]): void {
    const known = names.filter((name) => /^(instr|bb|line)$/.test(name));
    this.last = (known.length === 0 ? ['line'] : known).map(() => 0);
    this.lineColumn = known.length === 0 ? 0 : known.indexOf('line');
  }

  /** Takes the position of costs. @returns its line, 0 if it has none; undefined if it cannot be read */
  move(words: readonly string[]): number | undefined {
    const next = this.last.map((last, column) => positionOf(words[column], last));
    if (!next.every(Number.isFinite)) return undefined;
    this.last = next;
    return this.line(next);
  }

  /** The line of a callee, whose position changes no other one. 0 if it is not known */
  target(words: readonly string[]): number {
    return this.line(this.last.map((last, column) => positionOf(words[column], last)));
  }

  private line(position: readonly number[]): number {
    const line = position[this.lineColumn] ?? 0;
    return Number.isInteger(line) && line > 0 && line < 2 ** 31 ? line : 0;
  }
}

/** A number; NaN if it is none. */
function positionOf(word: string | undefined, last: number): number {
  if (word === undefined || word === '') return NaN;
  if (word === '*') return last;
  if (word.startsWith('+')) return last + Number(word.slice(1));
  return word.startsWith('-') ? last - Number(word.slice(1)) : Number(word);
}
