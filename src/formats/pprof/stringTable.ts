import { Cost, type MemoryBudget } from '../profile/index.js';

/** Bytes of a name that are read. */
const LONGEST = 1 << 16;

/** The strings of a profile, of which only those are decoded that are asked for. */
export class StringTable {
  private readonly begins: number[] = [];
  private readonly ends: number[] = [];
  private readonly decoded = new Map<number, string>();

  constructor(
    private readonly bytes: Uint8Array,
    private readonly memory: MemoryBudget,
  ) {}

  /** Adds the string between two positions of the bytes. */
  add(begin: number, end: number): void {
    this.memory.take(2 * Cost.number);
    this.begins.push(begin);
    this.ends.push(Math.min(end, begin + LONGEST));
  }

  /** Empty where there is none. */
  at(index: number): string {
    const known = this.decoded.get(index);
    if (known !== undefined) return known;
    const [begin, end] = [this.begins[index], this.ends[index]];
    if (begin === undefined || end === undefined) return '';
    this.memory.take(Cost.entry + 2 * (end - begin));
    const text = Buffer.from(this.bytes.buffer, this.bytes.byteOffset + begin, end - begin).toString('utf8');
    this.decoded.set(index, text);
    return text;
  }

  /**
   * The indices of all strings that a pattern matches.
   * @param start characters that these begin with
   * @param longest bytes that these have at most
   */
  matching(pattern: RegExp, start: string, longest: number): ReadonlySet<number> {
    const found = new Set<number>();
    const first = new Set(Buffer.from(start));
    this.begins.forEach((begin, index) => {
      const length = (this.ends[index] ?? begin) - begin;
      if (length === 0 || length > longest || !first.has(this.bytes[begin] ?? 0)) return;
      if (pattern.test(this.short(begin, length))) found.add(index);
    });
    return found;
  }

  private short(begin: number, length: number): string {
    return String.fromCharCode(...this.bytes.subarray(begin, begin + length));
  }
}
