/** XML as CUBE writes it: elements with attributes and text, no namespaces, no entities of its own. */
import { SaxesParser } from 'saxes';
import { DamagedCube } from './damage.js';

/** An element while it is open, and for those who keep it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Partial<Record<string, string>>>;
  readonly parent: XmlElement | undefined;
  /** Texts of the children that have no children of their own, by name; of several, the first. */
  readonly texts: Map<string, string>;
}

export interface XmlVisitor {
  /** At the begin of every element; its texts are not there yet. */
  readonly open: (element: XmlElement) => void;
  /** @param text of the element itself, with that of its children where it has any between its own */
  readonly close: (element: XmlElement, text: string) => void;
}

/** What CUBE's own tools write or accept although it is no XML: unquoted attributes, control characters. */
const tolerated = /unquoted attribute value|disallowed character/;
/** An ampersand that begins no entity. */
const bareAmpersand = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/g;
/** At the end of a piece, what may be the begin of an entity. */
const beginOfEntity = /&[a-z#\dA-F]{0,9}$/;
/** Characters that are handed to the parser at once, since it copies what it is given. */
const PIECE = 1 << 16;

/** Reads a document piece by piece. */
export class XmlReader {
  private readonly parser = new SaxesParser({ xmlns: false as const });
  private current: XmlElement | undefined;
  private content = '';
  private kept = '';

  /** @param what it is that is read, for messages: `an anchor.xml` */
  constructor(visitor: XmlVisitor, what: string) {
    const { parser } = this;
    parser.on('error', (error) => {
      if (!tolerated.test(error.message)) throw new DamagedCube(`has ${what} that is no XML: ${error.message}`);
    });
    parser.on('opentag', ({ name, attributes }) => {
      const element: XmlElement = { name, attributes, parent: this.current, texts: new Map() };
      this.current = element;
      this.content = '';
      visitor.open(element);
    });
    const addText = (piece: string): void => void (this.content += piece);
    parser.on('text', addText);
    parser.on('cdata', addText);
    parser.on('closetag', () => {
      const { current, content } = this;
      if (current === undefined) return;
      const { name, parent } = current;
      if (parent !== undefined && !parent.texts.has(name)) parent.texts.set(name, content.trim());
      visitor.close(current, content);
      this.content = '';
      this.current = parent;
    });
  }

  /** @throws DamagedCube when it is not well formed, with the place */
  write(piece: string): void {
    const text = this.kept + piece.replaceAll('\0', '');
    const whole = text.length - (beginOfEntity.exec(text.slice(-PIECE))?.[0].length ?? 0);
    this.kept = text.slice(whole);
    this.parser.write(text.slice(0, whole).replace(bareAmpersand, '&amp;'));
  }

  /** @throws DamagedCube when it ends too early */
  end(): void {
    this.parser.write(this.kept.replace(bareAmpersand, '&amp;')).close();
  }
}

/**
 * Goes through a document.
 * @throws DamagedCube when it is not well formed, with the place
 */
export function visitXml(text: string, visitor: XmlVisitor, what: string): void {
  const reader = new XmlReader(visitor, what);
  for (let at = 0; at < text.length; at += PIECE) reader.write(text.slice(at, at + PIECE));
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
