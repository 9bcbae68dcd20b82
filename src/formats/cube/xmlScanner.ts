/**
 * Tags and texts of the subset of XML that CUBE writes: no namespaces, no custom entities. It does far less than a full
 * XML parser, and is several times faster: the description dominates the reading time of small files. Unquoted
 * attributes, control characters and bare ampersands are tolerated, as CUBE's own tools write or accept them.
 */

export interface XmlTags {
  readonly open: (name: string, attributes: XmlAttributes) => void;
  readonly text: (text: string) => void;
  readonly close: () => void;
  /**
   * Handles a nested element that has only text, instead of the three handlers above. These are called if it is omitted
   * or does not accept the element.
   * @returns whether it was accepted
   */
  readonly leaf?: (name: string, text: string) => boolean;
}

export interface XmlAttributes extends Iterable<readonly [name: string, value: string]> {
  readonly get: (name: string) => string | undefined;
}

/** Why a text is no XML. */
export class NotXml extends Error {}

/** Maximum length of a tag; longer ones are meant to consume time. */
const LONGEST_TAG = 1 << 20;
const MOST_DEEP = 2_000_000;
/** The end of a document type that has definitions. */
const DOCTYPE_END = /\]\s*>/g;
/** Maximum number of interned names; further ones are allocated each time. */
const MOST_NAMES = 256;
const LESS = 0x3c;
const GREATER = 0x3e;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;

/** Part that is skipped, or is text, up to its end, in any number of pieces. */
interface Stretch {
  readonly end: string;
  readonly isText: boolean;
}

const COMMENT: Stretch = { end: '-->', isText: false };
const CDATA: Stretch = { end: ']]>', isText: true };
const INSTRUCTION: Stretch = { end: '?>', isText: false };

/** Attributes of a tag one after the other, name and value in turns: there are few of them, and thousands of tags. */
class TagAttributes implements XmlAttributes {
  constructor(private readonly list: readonly string[]) {}

  get(name: string): string | undefined {
    const { list } = this;
    for (let at = list.length - 2; at >= 0; at -= 2) if (list[at] === name) return list[at + 1];
    return undefined;
  }

  *[Symbol.iterator](): Iterator<readonly [string, string]> {
    for (let at = 0; at + 1 < this.list.length; at += 2) yield [this.list[at] ?? '', this.list[at + 1] ?? ''];
  }
}

const NO_ATTRIBUTES: XmlAttributes = new TagAttributes([]);

/** Reads a document piece by piece, in time linear in its length for any content. */
export class XmlScanner {
  private readonly names: string[] = [];
  private readonly known = new Map<number, string>();
  private text = '';
  private at = 0;
  /** Characters of the pieces before. */
  private before = 0;
  private stretch: Stretch | undefined;
  private hasRoot = false;
  /** Position of the next characters that require decoding: at or after the read position, -1 if unknown. */
  private nextAmpersand = -1;
  private nextReturn = -1;

  constructor(private readonly tags: XmlTags) {}

  /** @throws NotXml */
  write(piece: string): void {
    this.before += this.at;
    this.text = this.text.slice(this.at) + piece;
    this.at = 0;
    this.nextAmpersand = this.nextReturn = -1;
    for (let goesOn = true; goesOn;) goesOn = this.stretch === undefined ? this.step(false) : this.pass(this.stretch);
  }

  /** @throws NotXml when the document ends too early */
  end(): void {
    while (this.stretch === undefined && this.at < this.text.length && this.step(true));
    if (this.stretch !== undefined || this.at < this.text.length) this.fail('it ends within a tag or comment');
    if (this.names.length > 0) this.fail(`<${this.names.at(-1)}> has no end`);
    if (!this.hasRoot) this.fail('it has no element');
  }

  /** The next text or tag. @returns whether there was a whole one */
  private step(isEnd: boolean): boolean {
    const { text, at } = this;
    const less = text.indexOf('<', at);
    const end = less < 0 ? (isEnd ? text.length : wholeText(text, at)) : less;
    if (end > at) this.add(this.decodedPart(at, end));
    this.at = end;
    if (less < 0) return false;
    const known = text.charCodeAt(less + 1);
    if (known === SLASH) return this.closing(less);
    if (known === 0x21 || known === 0x3f) return this.special(less);
    return Number.isNaN(known) ? false : this.opening(less);
  }

  private add(text: string): void {
    if (this.names.length > 0) this.tags.text(text);
    else if (text.trim() !== '' && text.trim() !== '\uFEFF') this.fail('text is outside of all elements');
  }

  private closing(less: number): boolean {
    const end = this.text.indexOf('>', less);
    if (end < 0) return this.unfinished(less);
    const open = this.names.pop();
    const isUsual = open !== undefined && less + 2 + open.length === end && this.text.startsWith(open, less + 2);
    const name = isUsual ? open : this.text.slice(less + 2, end).trimEnd();
    if (open !== name) this.fail(`</${name}> ends ${open === undefined ? 'nothing' : `<${open}>`}`);
    this.at = end + 1;
    this.tags.close();
    return true;
  }

  /** Comments, instructions, CDATA and types of documents. */
  private special(less: number): boolean {
    const { text } = this;
    const begin = [['<!--', COMMENT] as const, ['<![CDATA[', CDATA] as const, ['<?', INSTRUCTION] as const].find(
      ([mark]) => text.startsWith(mark, less),
    );
    if (begin !== undefined) {
      const [mark, stretch] = begin;
      this.stretch = stretch;
      this.at = less + mark.length;
      return this.pass(stretch);
    }
    const isList = text.slice(less, text.indexOf('>', less)).includes('[');
    DOCTYPE_END.lastIndex = less;
    const end = isList ? (DOCTYPE_END.test(text) ? DOCTYPE_END.lastIndex : 0) : text.indexOf('>', less) + 1;
    if (end <= 0) return this.unfinished(less, 'its document type (DOCTYPE) has no end or');
    this.at = end;
    return true;
  }

  /** Skips to the end of the open part. @returns whether it was reached */
  private pass({ end, isText }: Stretch): boolean {
    const { text, at } = this;
    const found = text.indexOf(end, at);
    // Its end may be cut.
    const to = found < 0 ? Math.max(at, text.length - end.length + 1) : found;
    if (isText && to > at) this.add(text.slice(at, to));
    this.at = found < 0 ? to : found + end.length;
    if (found >= 0) this.stretch = undefined;
    return found >= 0;
  }

  private opening(less: number): boolean {
    const { text } = this;
    let at = endOfName(text, less + 1);
    const name = this.named(less + 1, at);
    let attributes: string[] | undefined;
    for (;;) {
      while (isBlank(text.charCodeAt(at))) at++;
      const code = text.charCodeAt(at);
      if (Number.isNaN(code)) return this.unfinished(less);
      if (code === GREATER) return this.opened(name, attributes, at + 1, false);
      if (code === SLASH) {
        if (at + 1 >= text.length) return this.unfinished(less);
        if (text.charCodeAt(at + 1) !== GREATER) this.fail(`<${name}> has a / within`);
        return this.opened(name, attributes, at + 2, true);
      }
      const begin = at;
      at = endOfName(text, at);
      const key = this.named(begin, at);
      while (isBlank(text.charCodeAt(at))) at++;
      if (at >= text.length) return this.unfinished(less);
      if (key === '' || text.charCodeAt(at) !== EQUALS) this.fail(`<${name}> has an attribute without a value`);
      at++;
      while (isBlank(text.charCodeAt(at))) at++;
      const quote = text.charCodeAt(at);
      const isQuoted = quote === QUOTE || quote === APOSTROPHE;
      if (isQuoted) at++;
      const end = isQuoted ? text.indexOf(quote === QUOTE ? '"' : "'", at) : endOfWord(text, at);
      if (end < 0 || end >= text.length) return this.unfinished(less);
      attributes ??= [];
      attributes.push(key, this.decodedPart(at, end));
      at = isQuoted ? end + 1 : end;
    }
  }

  /** Returns a decoded part of the text. */
  private decodedPart(begin: number, end: number): string {
    const { text } = this;
    if (this.nextAmpersand < begin) this.nextAmpersand = placeOf(text, '&', begin);
    if (this.nextReturn < begin) this.nextReturn = placeOf(text, '\r', begin);
    const part = text.slice(begin, end);
    return this.nextAmpersand < end || this.nextReturn < end ? decoded(part) : part;
  }

  /** A part of the text that is a name: they are few, and the same string is compared at once. */
  private named(begin: number, end: number): string {
    const { text, known } = this;
    let hash = end - begin;
    for (let at = begin; at < end; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
    const found = known.get(hash);
    if (found?.length === end - begin && text.startsWith(found, begin)) return found;
    const name = text.slice(begin, end);
    if (found === undefined && known.size < MOST_NAMES) known.set(hash, name);
    return name;
  }

  private opened(name: string, attributes: readonly string[] | undefined, next: number, isEmpty: boolean): boolean {
    if (!beginsName(name)) this.fail('a tag has no name');
    if (this.names.length === 0 && this.hasRoot) this.fail(`<${name}> follows the end`);
    if (this.names.length >= MOST_DEEP) this.fail(`its elements are nested more than ${MOST_DEEP} deep`);
    this.hasRoot = true;
    this.at = next;
    if (!isEmpty && attributes === undefined && this.tags.leaf !== undefined && this.leaf(name, this.tags.leaf))
      return true;
    this.tags.open(name, attributes === undefined ? NO_ATTRIBUTES : new TagAttributes(attributes));
    if (isEmpty) this.tags.close();
    else this.names.push(name);
    return true;
  }

  /** Skips an opened element up to its end, if it has only text and the handler accepts it. */
  private leaf(name: string, take: NonNullable<XmlTags['leaf']>): boolean {
    const { text, at } = this;
    const less = text.indexOf('<', at);
    const end = less + 2 + name.length;
    if (less < 0 || text.charCodeAt(less + 1) !== SLASH || text.charCodeAt(end) !== GREATER) return false;
    if (this.names.length === 0 || !text.startsWith(name, less + 2)) return false;
    if (!take(name, this.decodedPart(at, less))) return false;
    this.at = end + 1;
    return true;
  }

  /** Handles an incomplete item at the end of a piece. */
  private unfinished(less: number, what = 'a tag'): boolean {
    if (this.text.length - less > LONGEST_TAG) this.fail(`${what} is longer than ${LONGEST_TAG} characters`);
    this.at = less;
    return false;
  }

  private fail(reason: string): never {
    throw new NotXml(`${reason}, before character ${this.before + this.at + 1}`);
  }
}

/** Letters of the Latin alphabet are looked at first. */
function beginsName(name: string): boolean {
  const code = name.charCodeAt(0) | 0x20;
  return (code >= 0x61 && code <= 0x7a) || /^[\p{L}_:]/u.test(name);
}

function endOfName(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isNameEnd(text.charCodeAt(at))) at++;
  return at;
}

const isBlank = (code: number): boolean => code === 0x20 || (code >= 9 && code <= 13);

const isNameEnd = (code: number): boolean =>
  code <= GREATER && (code === GREATER || code === EQUALS || code === LESS || code === SLASH || isBlank(code));

/** Returns the position of the next occurrence of a character; Infinity without one. */
function placeOf(text: string, character: string, from: number): number {
  const at = text.indexOf(character, from);
  return at < 0 ? Infinity : at;
}

/** The end of a value without quotes. */
function endOfWord(text: string, from: number): number {
  let at = from;
  for (
    let code = text.charCodeAt(at);
    at < text.length && !isBlank(code) && code !== GREATER;
    code = text.charCodeAt(at)
  ) {
    if (code === SLASH && text.charCodeAt(at + 1) === GREATER) break;
    at++;
  }
  return at;
}

/** `&#x10ffff;` and one more. */
const LONGEST_ENTITY = 12;

/** Returns the length of a text that is certainly complete: the start of an entity may be at the end of a piece. */
function wholeText(text: string, from: number): number {
  const tail = Math.max(from, text.length - LONGEST_ENTITY + 1);
  const mark = text.slice(tail).lastIndexOf('&');
  return mark >= 0 && !text.includes(';', tail + mark) ? tail + mark : text.length;
}

const ENTITY = /&(?:amp|lt|gt|quot|apos|#(\d{1,7})|#x([\da-fA-F]{1,6}));/g;
const named: Readonly<Partial<Record<string, string>>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

/** Decodes entities; an ampersand that starts none is literal. */
function decoded(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  if (!lines.includes('&')) return lines;
  return lines.replace(ENTITY, (entity, decimal: string | undefined, hex: string | undefined) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return named[entity] ?? (code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\uFFFD');
  });
}
