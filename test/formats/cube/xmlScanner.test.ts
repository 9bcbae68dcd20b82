/** Tags and texts of XML, against saxes, an XML parser that we did not write. */
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { NotXml, XmlScanner } from '../../../src/formats/cube/xmlScanner.js';

/** Contents of a document: adjacent texts are one. */
type Event = readonly [kind: 'open', name: string, attributes: object] | readonly ['text', string] | readonly ['close'];

function joined(events: readonly Event[]): Event[] {
  const all: Event[] = [];
  for (const event of events) {
    const last = all.at(-1);
    if (event[0] === 'text' && last?.[0] === 'text') all[all.length - 1] = ['text', last[1] + event[1]];
    else if (event[0] !== 'text' || event[1] !== '') all.push(event);
  }
  return all;
}

/** @param leaves names of elements of which only the text is taken, where they hold nothing else */
function scanned(pieces: readonly string[], leaves = /^$/): Event[] {
  const events: Event[] = [];
  const scanner = new XmlScanner({
    open: (name, attributes) => events.push(['open', name, Object.fromEntries(attributes)]),
    text: (text) => events.push(['text', text]),
    close: () => events.push(['close']),
    leaf: (name, text) => {
      if (!leaves.test(name)) return false;
      events.push(['open', name, {}], ['text', text], ['close']);
      return true;
    },
  });
  for (const piece of pieces) scanner.write(piece);
  scanner.end();
  return joined(events);
}

function parsed(text: string): Event[] {
  const events: Event[] = [];
  const parser = new SaxesParser({ xmlns: false as const });
  parser.on('error', (error) => {
    throw error;
  });
  let depth = 0;
  parser.on('opentag', ({ name, attributes }) => {
    depth++;
    events.push(['open', name, { ...attributes }]);
  });
  // Text after the last element is no text of the document.
  const add = (piece: string): void => {
    if (depth > 0) events.push(['text', piece]);
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    depth--;
    events.push(['close']);
  });
  parser.write(text).close();
  return joined(events);
}

const name = fc.stringMatching(/^[a-z_][a-zA-Z0-9_.-]{0,6}$/);
const plain = fc.stringMatching(/^[a-zA-Z0-9 >'"/=;:.,()\n\u00e9\u4e2d]{0,12}$/);
const entity = fc.constantFrom('&amp;', '&lt;', '&gt;', '&quot;', '&apos;', '&#65;', '&#x4e2d;');
const text = fc.array(fc.oneof(plain, entity), { maxLength: 4 }).map((parts) => parts.join('').replaceAll(']]>', ''));
const aside = fc.oneof(
  plain.map((inside) => `<!--${inside}-->`),
  plain.map((inside) => `<![CDATA[${inside}<&]] ]]>`),
  plain.map((inside) => `<?pi ${inside.replaceAll('?>', '')}?>`),
);
const attributes = fc
  .uniqueArray(fc.tuple(name, text, fc.constantFrom('"', "'"), fc.constantFrom('', ' ', '\n')), {
    selector: ([key]) => key,
    maxLength: 3,
  })
  .map((list) =>
    list
      .map(([key, value, quote, blank]) => {
        const other = value.replaceAll('\n', ' ').replaceAll(quote, '');
        return ` ${key}${blank}=${blank}${quote}${other}${quote}`;
      })
      .join(''),
  );
const { element } = fc.letrec<{ element: string }>((tie) => ({
  element: fc.oneof(
    { maxDepth: 4 },
    fc.tuple(name, attributes, fc.constantFrom('', ' ')).map(([tag, list, blank]) => `<${tag}${list}${blank}/>`),
    fc
      .tuple(
        name,
        attributes,
        fc.array(fc.oneof(text, aside, tie('element')), { maxLength: 4 }),
        fc.constantFrom('', '\n'),
      )
      .map(([tag, list, inside, blank]) => `<${tag}${list}>${inside.join('')}</${tag}${blank}>`),
  ),
}));
const document = fc
  .tuple(
    fc.constantFrom('', '<?xml version="1.0" encoding="UTF-8"?>\n', '<!DOCTYPE cube>\n', '<!-- a > b -->'),
    element,
  )
  .map(([head, root]) => `${head}${root}\n`);
const cuts = fc.array(fc.nat(), { maxLength: 6 });

function inPieces(whole: string, places: readonly number[]): string[] {
  const at = [0, ...places.map((place) => place % (whole.length + 1)), whole.length].sort((a, b) => a - b);
  return at.slice(1).map((end, i) => whole.slice(at[i], end));
}

describe('the scanner of XML', () => {
  it('finds what saxes finds, however the document comes in pieces', () => {
    fc.assert(
      fc.property(document, cuts, (whole, places) => {
        expect(scanned(inPieces(whole, places))).toEqual(parsed(whole));
        expect(scanned(inPieces(whole, places), /^[a-m]/)).toEqual(parsed(whole));
      }),
    );
  });

  it('passes over document types, and names them where they have no end', () => {
    const root = '<a><b>c</b></a>';
    for (const type of ['<!DOCTYPE a>', '<!DOCTYPE a [<!ENTITY b "c">]>', '<!DOCTYPE a [<!ENTITY b "c" >\n] >'])
      expect(scanned([`${type}${root}`])).toEqual(scanned([root]));
    expect(() => scanned([`<!DOCTYPE a [${root.repeat(100_000)}`])).toThrow(
      'its document type (DOCTYPE) has no end or is longer than 1048576 characters, before character 1',
    );
  });

  it('refuses every document that ends early', () => {
    fc.assert(
      fc.property(document, fc.nat(), (whole, place) => {
        const end = whole.trimEnd().length;
        expect(() => scanned([whole.slice(0, place % end)])).toThrow(NotXml);
      }),
    );
  });

  it.each([
    ['ends of other elements', '<a><b></a></b>'],
    ['two roots', '<a/><b/>'],
    ['text outside', '<a/>text'],
    ['no name', '<a>< b/></a>'],
    ['an attribute without a value', '<a b/>'],
    ['an end that began nowhere', '</a>'],
  ])('refuses %s', (_, whole) => {
    expect(() => scanned([whole])).toThrow(NotXml);
  });

  it("puts up with what CUBE's tools write: bare ampersands, no quotes", () => {
    expect(scanned(['<a b=1 c=x/>'])).toEqual([['open', 'a', { b: '1', c: 'x' }], ['close']]);
    expect(scanned(['<a>x & y &&lt; &unknown;</a>'])).toEqual([
      ['open', 'a', {}],
      ['text', 'x & y &< &unknown;'],
      ['close'],
    ]);
  });
});
