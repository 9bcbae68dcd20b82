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
  readonly close: (element: XmlElement) => void;
}

/** What CUBE's own tools write or accept although it is no XML: unquoted attributes, control characters. */
const tolerated = /unquoted attribute value|disallowed character/;
/** An ampersand that begins no entity. */
const bareAmpersand = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/g;

/**
 * Goes through a document.
 * @throws DamagedCube when it is not well formed, with the place
 */
export function visitXml(text: string, visitor: XmlVisitor): void {
  const parser = new SaxesParser({ xmlns: false as const });
  let current: XmlElement | undefined;
  let content = '';
  parser.on('error', (error) => {
    if (!tolerated.test(error.message)) throw new DamagedCube(`has an anchor.xml that is no XML: ${error.message}`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element: XmlElement = { name, attributes, parent: current, texts: new Map() };
    current = element;
    content = '';
    visitor.open(element);
  });
  const addText = (piece: string) => (content += piece);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    if (current === undefined) return;
    const { name, parent } = current;
    if (parent !== undefined && !parent.texts.has(name)) parent.texts.set(name, content.trim());
    visitor.close(current);
    content = '';
    current = parent;
  });
  parser.write(text.replace(bareAmpersand, '&amp;')).close();
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
