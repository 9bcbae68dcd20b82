/** Subset of XML that CUBE writes: elements with attributes and text, no namespaces, no custom entities. */
import { plainName } from '../../base/plainText.js';
import { DamagedCube } from './damage.js';
import { NotXml, type XmlAttributes, XmlScanner } from './xmlScanner.js';

/** An element while it is open, and for those who keep it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly parent: XmlElement | undefined;
  /** Texts of the childless children, by name; of several, the first. */
  readonly texts: XmlTexts;
  /** Adds to these. */
  addText(name: string, text: string): void;
}

export interface XmlVisitor {
  /** Called at the start of every element; its texts are not available yet. */
  readonly open: (element: XmlElement) => void;
  /** @param text of the element itself, with that of its children where it has any between its own */
  readonly close: (element: XmlElement, text: string) => void;
  /** Names of elements of which only the text is needed, in the enclosing element. */
  readonly texts?: ReadonlySet<string>;
}

export interface XmlTexts {
  readonly get: (name: string) => string | undefined;
}

/** So many texts of an element are looked for one after the other, which is faster than a table where they are few. */
const FEW_TEXTS = 8;

/** Texts of an element: of several of a name, the first. */
class ElementTexts implements XmlTexts {
  /** Name and text in turns. */
  private readonly few: string[] = [];
  private others: Map<string, string> | undefined;

  get(name: string): string | undefined {
    const { few } = this;
    for (let at = 0; at < few.length; at += 2) if (few[at] === name) return few[at + 1];
    return this.others?.get(name);
  }

  add(name: string, text: string): void {
    if (this.get(name) !== undefined) return;
    if (this.few.length < 2 * FEW_TEXTS) this.few.push(name, text);
    else (this.others ??= new Map()).set(name, text);
  }
}

/** An element while it is read. */
class OpenElement implements XmlElement {
  private own: ElementTexts | undefined;
  /** Whether it contains elements. */
  hasChildren = false;

  constructor(
    readonly name: string,
    readonly attributes: XmlAttributes,
    readonly parent: OpenElement | undefined,
  ) {}

  get texts(): XmlTexts {
    return this.own ?? NO_TEXTS;
  }

  addText(name: string, text: string): void {
    (this.own ??= new ElementTexts()).add(name, text);
  }
}

const NO_TEXTS: XmlTexts = new ElementTexts();

/** Reads a document piece by piece. */
export class XmlReader {
  private readonly scanner: XmlScanner;
  private current: OpenElement | undefined;
  private content = '';

  /** @param what it is that is read, for messages: `an anchor.xml` */
  constructor(
    private readonly visitor: XmlVisitor,
    private readonly what: string,
  ) {
    this.scanner = new XmlScanner({
      open: (name, attributes) => this.open(name, attributes),
      text: (text) => void (this.content += text),
      close: () => this.close(),
      leaf: (name, text) => this.leaf(name, text),
    });
  }

  /** @throws DamagedCube when it is not well formed, with the place */
  write(piece: string): void {
    this.scan(() => this.scanner.write(piece.includes('\0') ? piece.replaceAll('\0', '') : piece));
  }

  /** @throws DamagedCube when it ends too early */
  end(): void {
    this.scan(() => this.scanner.end());
  }

  private scan(step: () => void): void {
    try {
      step();
    } catch (cause) {
      if (!(cause instanceof NotXml)) throw cause;
      throw new DamagedCube(`has ${this.what} that is no XML: ${plainName(cause.message)}`, { cause });
    }
  }

  private open(name: string, attributes: XmlAttributes): void {
    const element = new OpenElement(name, attributes, this.current);
    if (this.current !== undefined) this.current.hasChildren = true;
    this.current = element;
    this.content = '';
    this.visitor.open(element);
  }

  private leaf(name: string, text: string): boolean {
    const { current } = this;
    if (current === undefined || this.visitor.texts?.has(name) !== true) return false;
    current.hasChildren = true;
    current.addText(name, text.trim());
    this.content = '';
    return true;
  }

  private close(): void {
    const { current, content } = this;
    if (current === undefined) return;
    const { name, parent } = current;
    if (!current.hasChildren) parent?.addText(name, content.trim());
    this.visitor.close(current, content);
    this.content = '';
    this.current = parent;
  }
}

/**
 * Goes through a document.
 * @throws DamagedCube when it is not well formed, with the place
 */
export function visitXml(text: string, visitor: XmlVisitor, what: string): void {
  const reader = new XmlReader(visitor, what);
  reader.write(text);
  reader.end();
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ["'", '&apos;'],
  ['"', '&quot;'],
]);

/**
 * Escapes text between tags and in quoted attributes. Characters that XML cannot represent become a blank or U+FFFD.
 * Blanks replace control characters, and line ends too, since CUBE's tools do not support character references.
 */
export function escapeXml(text: string): string {
  return text
    .replace(/\p{Cc}/gu, ' ')
    .replace(/[\p{Cs}\uFFFE\uFFFF]/gu, '\uFFFD')
    .replace(/[&<>'"]/g, (character) => entities.get(character) ?? character);
}
