/** XML as CUBE writes it: elements with attributes and text, no namespaces, no entities of its own. */
import { plainName } from '../../base/plainText.js';
import { DamagedCube } from './damage.js';
import { NotXml, type XmlAttributes, XmlScanner } from './xmlScanner.js';

/** An element while it is open, and for those who keep it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly parent: XmlElement | undefined;
  /** Texts of the children that have no children of their own, by name; of several, the first. */
  readonly texts: ReadonlyMap<string, string>;
  /** Adds to these. */
  addText(name: string, text: string): void;
}

export interface XmlVisitor {
  /** At the begin of every element; its texts are not there yet. */
  readonly open: (element: XmlElement) => void;
  /** @param text of the element itself, with that of its children where it has any between its own */
  readonly close: (element: XmlElement, text: string) => void;
}

/** An element while it is read. */
class OpenElement implements XmlElement {
  private own: Map<string, string> | undefined;
  /** Whether elements stand in it. */
  hasChildren = false;

  constructor(
    readonly name: string,
    readonly attributes: XmlAttributes,
    readonly parent: OpenElement | undefined,
  ) {}

  get texts(): ReadonlyMap<string, string> {
    return this.own ?? NO_TEXTS;
  }

  addText(name: string, text: string): void {
    this.own ??= new Map();
    if (!this.own.has(name)) this.own.set(name, text);
  }
}

const NO_TEXTS: ReadonlyMap<string, string> = new Map();

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
 * Text for between tags and for quoted attributes. What XML cannot hold becomes a blank (control characters, line
 * ends too, since CUBE's tools know no references to characters) or U+FFFD.
 */
export function escapeXml(text: string): string {
  return text
    .replace(/\p{Cc}/gu, ' ')
    .replace(/[\p{Cs}\uFFFE\uFFFF]/gu, '\uFFFD')
    .replace(/[&<>'"]/g, (character) => entities.get(character) ?? character);
}
