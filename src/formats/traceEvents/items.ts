/**
 * Reads the JSON of a trace without holding all of it: a list of events, or an object with such lists. Other parts of a
 * trace, such as call stacks, are small. The end may be missing, which the format allows.
 */
import { Damaged } from '../stacks/damage.js';

/** Characters of an event, or of another part that is kept. */
const LONGEST = 1 << 26;
/** Lists of events, by their names. */
const LISTS = new Set(['traceEvents', 'samples']);
/** Other parts that are kept. */
const KEPT = new Set(['stackFrames']);

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, COMMA, COLON] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d, 0x2c, 0x3a,
];

/** Receives the parts. */
export interface ItemVisitor {
  /** An object in a list. @param list `traceEvents`, also where the whole file is a list, or `samples` */
  readonly item: (text: string, list: string) => void;
  /** Another part that is kept. */
  readonly part: (text: string, name: string) => void;
}

export class TraceItems {
  private depth = 0;
  private inText = false;
  private isEscaped = false;
  /** Whether the file is a list. */
  private isList = false;
  /** The list whose objects are visited. */
  private list: string | undefined;
  /** The last text at the level of names, and whether a colon follows it. */
  private name = '';
  private hasColon = false;
  /** The part that is kept, up to the present piece; undefined where none is. */
  private kept: string | undefined;
  /** Position in the present piece at which the kept part begins. */
  private begin = 0;

  constructor(private readonly visitor: ItemVisitor) {}

  /** Whether the file ends as it should: lists may end anywhere between events. */
  get isWhole(): boolean {
    return this.depth === 0 || (this.isList && this.depth === 1 && !this.inText);
  }

  /** Takes the next piece. @throws Damaged where a part is longer than is read */
  write(piece: string): void {
    this.begin = 0;
    for (let i = 0; i < piece.length; i++) {
      const code = piece.charCodeAt(i);
      if (this.inText) this.text(piece, i, code);
      else if (code === QUOTE) this.beginText(i);
      else if (code === OPEN_LIST || code === OPEN_OBJECT) this.open(code, i);
      else if (code === CLOSE_LIST || code === CLOSE_OBJECT) this.close(piece, i);
      else if (code === COLON && this.depth === 1 && !this.isList) this.hasColon = true;
      else if (code === COMMA && this.depth === 1) this.hasColon = false;
    }
    if (this.kept === undefined) return;
    this.kept += piece.slice(this.begin);
    if (this.kept.length > LONGEST) throw tooLong();
  }

  /** The level of the objects that are visited. */
  private get level(): number {
    return this.isList ? 1 : 2;
  }

  private text(piece: string, i: number, code: number): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (code === BACKSLASH) this.isEscaped = true;
    else if (code === QUOTE) {
      this.inText = false;
      if (this.isName) this.name = this.take(piece, i);
    }
  }

  /** Whether a text is the name of a part of the file. */
  private get isName(): boolean {
    return this.depth === 1 && !this.isList && !this.hasColon;
  }

  private beginText(i: number): void {
    this.inText = true;
    if (this.isName) this.keep(i + 1);
  }

  private open(code: number, i: number): void {
    if (this.depth === 0) {
      this.isList = code === OPEN_LIST;
      if (this.isList) this.list = 'traceEvents';
    } else if (this.depth === 1 && !this.isList && this.hasColon) {
      if (code === OPEN_LIST && LISTS.has(this.name)) this.list = this.name;
      else if (KEPT.has(this.name)) this.keep(i);
    } else if (this.list !== undefined && this.depth === this.level && code === OPEN_OBJECT) this.keep(i);
    this.depth++;
  }

  private close(piece: string, i: number): void {
    this.depth = Math.max(0, this.depth - 1);
    if (this.list !== undefined && this.depth === this.level) {
      if (this.kept !== undefined) this.visitor.item(this.take(piece, i + 1), this.list);
    } else if (this.depth === 1 && !this.isList) {
      if (this.kept !== undefined) this.visitor.part(this.take(piece, i + 1), this.name);
      this.list = undefined;
    }
  }

  private keep(from: number): void {
    this.kept = '';
    this.begin = from;
  }

  /** The part that ends in a piece. */
  private take(piece: string, end: number): string {
    const part = (this.kept ?? '') + piece.slice(this.begin, end);
    this.kept = undefined;
    if (part.length > LONGEST) throw tooLong();
    return part;
  }
}

const tooLong = (): Damaged =>
  new Damaged(`has an event or a table of more than ${LONGEST} characters; record the trace again`);
