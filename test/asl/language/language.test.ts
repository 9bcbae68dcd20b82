import { describe, expect, it } from 'vitest';
import { offersAt } from '../../../src/asl/language/completion.js';
import { describe as told, namedDeclarations } from '../../../src/asl/language/described.js';
import { languageText, occurrenceAt } from '../../../src/asl/language/languageText.js';
import { outlineOf } from '../../../src/asl/language/outline.js';
import { wordDoc } from '../../../src/asl/language/words.js';
import { foundation, shippedTexts } from '../../../src/asl/library.js';
import { absent } from '../../../src/base/elements.js';

const TEXT = `param least = 5 % "smallest share";
property Small(CallPath c, Experiment e) {
  let part = c.time / RB(e); worst = max(x.time where x in e.callPaths and x.time > part * cpu(RB(e)));
  in condition: (much) part > least;
  severity: (much) -> part; at: c; explain: "It is small."; }
property Other(CallPath c, Experiment e) { let part = c.mpi_latesender / RB(e); in severity: part; next: Small(c, e); }
pattern Late() { roottype: Receive; instantiation: Send s = sendptr(root);
  constraint: s.time > root.time; export: float idle = s.time - root.time; }
property Matched(Experiment e) {
  let idle = sum m.idle where m in PATTERN_MATCHES(Late(), e.trace); in severity: idle / RB(e); }
`;

const text = (content: string) => languageText({ name: 'a.asl', text: content }, foundation());

/** Returns the contents at all positions of the name whose \`nth\` position in the text is requested. */
function places(of: ReturnType<typeof text>, snippet: string, name: string): string[] {
  const at = of.source.text.indexOf(snippet) + snippet.indexOf(name);
  const found = occurrenceAt(of, at) ?? absent(snippet);
  return of.occurrences
    .filter(({ symbol }) => symbol === found.symbol)
    .map(({ start, end, isDeclaration }) => {
      const around = of.source.text.slice(start - (isDeclaration ? 4 : 2), end + 2).trim();
      return isDeclaration ? `def ${around}` : around;
    });
}

describe('names of a text', () => {
  const analyzed = text(TEXT);

  it('has no mistakes', () => {
    expect(analyzed.checked.diagnostics).toEqual([]);
  });

  it('mean what is defined around them, and nothing of the same name elsewhere', () => {
    expect(places(analyzed, 'part > least', 'part')).toEqual(['def let part =', '> part *', ') part >', '> part;']);
    expect(places(analyzed, 'severity: part;', 'part')).toEqual(['def let part =', ': part;']);
    expect(places(analyzed, 'x in e.callPaths', 'x')).toHaveLength(3);
    expect(places(analyzed, '(much) part', 'much')).toHaveLength(2);
  });

  it('of properties, parameters and patterns are those of all texts', () => {
    expect(places(analyzed, 'property Small', 'Small')).toEqual(['def rty Small(C', ': Small(c']);
    expect(places(analyzed, '> least', 'least')).toHaveLength(2);
    expect(places(analyzed, 'PATTERN_MATCHES(Late', 'Late')).toHaveLength(2);
    expect(places(analyzed, 'm.idle', 'idle')).toHaveLength(2);
  });

  it("are shown with unit, and their author's description", () => {
    const declared = namedDeclarations(analyzed.declarations);
    const at = (snippet: string, name: string) =>
      told(
        occurrenceAt(analyzed, TEXT.indexOf(snippet) + snippet.indexOf(name)) ?? absent(snippet),
        analyzed,
        declared,
        new Map(),
      );
    expect(at('c.time / RB', 'time')).toEqual({
      code: 'CallPath.time: s·loc',
      text: expect.stringContaining('Total') as string,
    });
    expect(at('part > least', 'part')).toEqual({ code: 'part: 1' });
    expect(at('worst =', 'worst')?.code).toBe('worst: s·loc');
    expect(at('> least', 'least')).toEqual({ code: 'param least = 5 %', text: 'smallest share' });
    expect(at('next: Small', 'Small')).toEqual({
      code: 'property Small(CallPath c, Experiment e)',
      text: 'It is small.',
    });
    expect(at('c.mpi_latesender', 'mpi_latesender')?.text).toContain('Late Sender');
  });

  it('of the shipped texts are all found, each name at one place', () => {
    for (const source of shippedTexts()) {
      const others = shippedTexts().filter(({ name }) => name !== source.name);
      const base = foundation();
      const { occurrences } = languageText(source, {
        ...base,
        declarations: [...base.declarations, ...others.flatMap(({ text: other }) => text(other).declarations)],
      });
      expect(occurrences.length).toBeGreaterThan(20);
      for (const { name, start, end } of occurrences) expect(source.text.slice(start, end)).toBe(name);
      expect(new Set(occurrences.map(({ start }) => start)).size).toBe(occurrences.length);
    }
  });
});

describe('what can be written', () => {
  /** Returns the names that are offered at `|`. */
  const offered = (content: string): string[] => {
    const offset = content.indexOf('|');
    const source = { name: 'a.asl', text: content.replace('|', '') };
    return offersAt(source, offset, foundation(), new Map()).map(({ name }) => name);
  };
  const inProperty = (part: string): string => `property P(CallPath c, Experiment e) { let own = c.time; ${part} }`;

  it('behind a point are the members of the expression before it', () => {
    for (const content of [
      inProperty('x = c.|; in severity: 1;'),
      inProperty('x = c.vis|\n in severity: 1;'),
      inProperty('in severity: c.|'),
    ])
      expect(offered(content)).toEqual(expect.arrayContaining(['region', 'visits', 'mpi_latesender', 'exec_time']));
    expect(offered(inProperty('x = sum(e.callPaths.|'))).toContain('mpi_latesender');
    expect(offered(inProperty('x = c.region.|; in severity: 1;'))).toContain('beginLine');
    expect(offered(inProperty('x = own.|;'))).toEqual([]);
  });

  it('in an expression are its names, functions and parameters', () => {
    const names = offered(inProperty('in severity: ow|'));
    expect(names).toEqual(expect.arrayContaining(['own', 'c', 'e', 'RB', 'sum', 'threshold']));
    expect(names).not.toContain('condition');
    expect(offered(inProperty('x = sum k.time where k in e.callPaths and |'))).toContain('k');
  });

  it('elsewhere are clauses and declarations', () => {
    expect(offered(inProperty('in sev|'))).toEqual(expect.arrayContaining(['severity', 'condition', 'advice']));
    expect(offered('pattern P() { ro|')).toEqual(expect.arrayContaining(['roottype', 'constraint']));
    expect(offered('|')).toEqual(['property', 'pattern', 'param', 'class', 'template', 'metaproperty']);
    expect(offered('pro|')).toContain('property');
  });

  it('is nothing in comments and quotes', () => {
    expect(offered('// pro|')).toEqual([]);
    expect(offered('/* a | b */')).toEqual([]);
    expect(offered('param x = 1 "what|";')).toEqual([]);
  });

  it('is found anywhere in any text', () => {
    for (let offset = 0; offset <= TEXT.length; offset += 7)
      offersAt({ name: 'a.asl', text: TEXT.slice(0, offset) }, offset, foundation(), new Map());
  });
});

describe('the outline', () => {
  it('has declarations with their definitions', () => {
    const [least, small, ...others] = outlineOf(text(TEXT).declarations);
    expect(least).toMatchObject({ name: 'least', kind: 'parameter', detail: 'smallest share' });
    expect(small).toMatchObject({ name: 'Small', kind: 'property', detail: 'CallPath c, Experiment e' });
    expect(small?.children.map(({ name }) => name)).toEqual(['part', 'worst']);
    expect(others.map(({ name }) => name)).toEqual(['Other', 'Late', 'Matched']);
  });
});

describe('words of the language', () => {
  it('show their meaning in any case', () => {
    expect(wordDoc('severity')).toMatch(/^How severe/);
    expect(wordDoc('rb')).toBe(wordDoc('RB'));
    expect(wordDoc('toString')).toBeUndefined();
  });
});
