/**
 * Values that Python's module `marshal` wrote, versions 0 to 5: numbers, texts, tuples, lists and dictionaries. Nothing is
 * executed; code objects and other values that no profile has are refused. Source: Python/marshal.c.
 */
import { Cost, type MemoryBudget } from '../profile/index.js';
import { Damaged } from '../stacks/damage.js';

/** A value; undefined is None, and anything else that has no meaning in a profile. */
export type MarshalValue = string | number | undefined | readonly MarshalValue[] | MarshalDictionary;

export class MarshalDictionary {
  readonly entries: (readonly [key: MarshalValue, value: MarshalValue])[] = [];
}

/** Values in values: a profile has five levels. */
const DEEPEST = 16;
/** The value may be referred to later, by its number in order of these flags. */
const FLAG_REF = 0x80;
/** Digits of long integers have so many bits. */
const LONG_BASE = 2 ** 15;
/** Digits of a long integer that a number can hold; a longer one is no count. */
const MOST_DIGITS = 68;

export class MarshalReader {
  private at = 0;
  private readonly view: DataView;
  private readonly references: MarshalValue[] = [];
  /** Texts that Python 2 refers to. */
  private readonly interned: string[] = [];

  /** @param memory values are charged to it */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly memory: MemoryBudget,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** The value that the file consists of. @throws Damaged, TooLarge */
  read(): MarshalValue {
    const value = this.value(0);
    if (value === END) throw this.damaged('a value');
    return value;
  }

  private value(depth: number): MarshalValue | typeof END {
    if (depth > DEEPEST) throw new Damaged('is no profile of Python: its values are nested too deeply; write it again');
    const start = this.at;
    const code = this.byte();
    this.memory.take(Cost.number);
    const type = String.fromCharCode(code & ~FLAG_REF);
    // The number of a tuple is that before those of its elements.
    const number = (code & FLAG_REF) === 0 ? undefined : this.references.push(undefined) - 1;
    const value = this.ofType(type, depth, start);
    if (number !== undefined && value !== END) this.references[number] = value;
    return value;
  }

  private ofType(type: string, depth: number, start: number): MarshalValue | typeof END {
    switch (type) {
      case '0':
        return END;
      case 'N':
      case 'S':
      case '.':
        return undefined;
      case 'F':
        return 0;
      case 'T':
        return 1;
      case 'i':
        return this.take(4).getInt32(0, true);
      case 'I':
        return Number(this.take(8).getBigInt64(0, true));
      case 'l':
        return this.long();
      case 'g':
        return this.take(8).getFloat64(0, true);
      case 'f':
        return Number(this.text(this.byte(), 'latin1'));
      case 'r':
        return this.reference(this.references, start);
      case 'R':
        return this.reference(this.interned, start);
      case '(':
      case '[':
        return this.list(this.size(), depth);
      case ')':
        return this.list(this.byte(), depth);
      case '{':
        return this.dictionary(depth);
      default:
        return this.string(type, start);
    }
  }

  private string(type: string, start: number): string {
    switch (type) {
      case 's':
      case 'u':
        return this.text(this.size(), 'utf8');
      case 't': {
        const text = this.text(this.size(), 'utf8');
        this.interned.push(text);
        return text;
      }
      case 'a':
      case 'A':
        return this.text(this.size(), 'latin1');
      case 'z':
      case 'Z':
        return this.text(this.byte(), 'latin1');
      default:
        throw new Damaged(
          `is no profile of Python: byte ${start} begins a value of the unknown type ${JSON.stringify(type)}; write it again`,
        );
    }
  }

  private list(size: number, depth: number): MarshalValue[] {
    // Each element has a byte at least, so that no size is believed without them.
    if (size > this.bytes.length - this.at) throw this.damaged(`${size} values`);
    const values: MarshalValue[] = [];
    for (let i = 0; i < size; i++) {
      const value = this.value(depth + 1);
      if (value === END) throw this.damaged('a value');
      values.push(value);
    }
    return values;
  }

  private dictionary(depth: number): MarshalDictionary {
    const dictionary = new MarshalDictionary();
    for (;;) {
      const key = this.value(depth + 1);
      if (key === END) return dictionary;
      const value = this.value(depth + 1);
      if (value === END) throw this.damaged('a value');
      this.memory.take(Cost.entry);
      dictionary.entries.push([key, value]);
    }
  }

  private long(): number {
    const digits = this.take(4).getInt32(0, true);
    const count = Math.abs(digits);
    const view = this.take(2 * count);
    let value = 0;
    for (let i = Math.min(count, MOST_DIGITS) - 1; i >= 0; i--) value = value * LONG_BASE + view.getUint16(2 * i, true);
    return count > MOST_DIGITS ? Infinity : Math.sign(digits) * value;
  }

  private reference<T>(known: readonly T[], start: number): T | undefined {
    const number = this.size();
    if (number < known.length) return known[number];
    throw new Damaged(
      `is damaged: byte ${start} refers to value ${number}, and only ${known.length} values precede it; copy it again`,
    );
  }

  private text(size: number, encoding: 'utf8' | 'latin1'): string {
    this.take(size);
    this.memory.take(2 * size);
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset + this.at - size, size).toString(encoding);
  }

  private size(): number {
    return this.take(4).getUint32(0, true);
  }

  private byte(): number {
    return this.take(1).getUint8(0);
  }

  /** The next bytes. @throws Damaged where the file has not so many */
  private take(count: number): DataView {
    const begin = this.at;
    if (count > this.bytes.length - begin) throw this.damaged(`${count} bytes`);
    this.at += count;
    return new DataView(this.view.buffer, this.view.byteOffset + begin, count);
  }

  private damaged(expected: string): Damaged {
    return new Damaged(
      `is truncated: ${expected} should follow byte ${this.at}, and it has ${this.bytes.length} bytes; copy it again`,
    );
  }
}

/** The end of a dictionary. */
const END = Symbol('end');
