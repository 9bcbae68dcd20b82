import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { absent } from '../../../src/base/elements.js';
import { AslLanguage } from '../../../src/engine/asl/aslLanguage.js';
import { TOKEN_MODIFIERS, TOKEN_TYPES } from '../../../src/asl/language/semanticTokens.js';
import { ProjectTexts } from '../../../src/engine/asl/projectTexts.js';
import { temporaryFolder } from '../../experiments/support.js';
import { trimtab } from '../../cli/support.js';

const FIRST = `param least = 5 %;
property First(CallPath c, Experiment e) { let part = c.time / RB(e);
  in condition: part > least; severity: part; next: Second(c, e); }
`;
const SECOND = `property Second(CallPath c, Experiment e) {
  let part = c.visits; in condition: part > least; severity: c.time / RB(e); explain: "Second of two."; }
`;

/** A project with two texts, of which the first is open and was changed since it was saved. */
function project(first = FIRST, second = SECOND) {
  const folder = temporaryFolder();
  const uriOf = (name: string): string => pathToFileURL(join(folder, '.trimtab', 'properties', name)).toString();
  const write = (name: string, text: string): void => {
    const path = join(folder, '.trimtab', 'properties', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  write('first.asl', '// saved earlier');
  write('second.asl', second);
  const document = TextDocument.create(uriOf('first.asl'), 'asl', 1, first);
  const open = { get: (uri: string) => (uri === document.uri ? document : undefined) };
  const language = new AslLanguage(
    new ProjectTexts(
      open,
      () => [folder],
      () => [],
    ),
    () => [],
  );
  const at = (snippet: string, name: string) => document.positionAt(first.indexOf(snippet) + snippet.indexOf(name));
  return { folder, language, document, uri: document.uri, uriOf, at };
}

describe('parameters of a project in an editor', () => {
  /** The file that is being edited. */
  function parameters(text: string) {
    const { folder, uriOf } = project();
    const document = TextDocument.create(uriOf('parameters.yaml'), 'yaml', 1, text);
    writeFileSync(join(folder, '.trimtab', 'properties', 'first.asl'), 'param least = 5 % "from where it is long";');
    const open = { get: (uri: string) => (uri === document.uri ? document : undefined) };
    const texts = new ProjectTexts(
      open,
      () => [folder],
      () => [],
    );
    return { language: new AslLanguage(texts, () => []), document };
  }

  it('are completed where a line begins, with their values, units and meaning', () => {
    const { language, document } = parameters('threshold: 2 %\nle');
    const offers = language.completion(document.uri, document.positionAt(document.getText().length));
    expect(offers.find(({ label }) => label === 'least')).toMatchObject({
      ...{ insertText: 'least: 5 %', detail: 'number, 5 % by default' },
      documentation: { value: 'from where it is long' },
    });
    expect(offers.find(({ label }) => label === 'peakBandwidth')).toMatchObject({
      detail: expect.stringContaining('B/s') as string,
    });
    expect(offers.map(({ label }) => label)).not.toContain('threshold');
    expect(language.completion(document.uri, document.positionAt('threshold: 2'.length))).toEqual([]);
  });

  it('have their mistakes at their places', () => {
    const { language, document } = parameters('threshold: 2 %\nlaest: 1\npeakFlops: 5 s\n');
    expect(language.diagnostics(document.uri).map(({ code, range }) => [code, range.start])).toEqual([
      ['ASL201', { line: 1, character: 0 }],
      ['ASL301', { line: 2, character: 11 }],
    ]);
  });
});

describe('texts of the language in an editor', () => {
  it('are formatted and folded', () => {
    const { language, uri, document } = project(FIRST.replace('c.time / RB(e)', 'c.time/RB( e )'));
    expect(TextDocument.applyEdits(document, language.formatting(uri))).toBe(FIRST);
    expect(language.folding(uri)).toEqual([{ startLine: 1, endLine: 2 }]);
    expect(project().language.formatting(project().uri)).toEqual([]);
  });

  it('have the mistakes that the command line reports, at their positions', async () => {
    const text =
      'property P(CallPath c) { let x = c.byts;\n  in severity: x; }\nproperty Q(Region r) { severity: r.wall; }\n';
    const { folder, language, uri, document } = project(text);
    const told = language.diagnostics(uri);
    writeFileSync(join(folder, 'p.asl'), text);
    const { out } = await trimtab(folder, 'asl', 'check', 'p.asl');
    const lines = told.map(
      ({ range, code, message }) =>
        `p.asl:${range.start.line + 1}:${range.start.character + 1}: ${code} ${typeof message === 'string' ? message : message.value}`,
    );
    expect(lines).toHaveLength(2);
    expect(out.split('\n').slice(0, 2)).toEqual(lines);
    expect(told.map(({ range }) => document.getText(range))).toEqual(['byts', 'r.wall']);
  });

  it('see what other texts of the project declare', () => {
    const { language, uri, at, uriOf } = project();
    expect(language.diagnostics(uri)).toEqual([]);
    const [there, ...others] = language.definition(uri, at('next: Second', 'Second'));
    expect(others).toEqual([]);
    expect(there).toEqual({
      uri: uriOf('second.asl'),
      range: { start: { line: 0, character: 9 }, end: { line: 0, character: 15 } },
    });
    expect(language.hover(uri, at('next: Second', 'Second'))?.contents).toMatchObject({
      value: '`property Second(CallPath c, Experiment e)`\n\nSecond of two.',
    });
  });

  it('lead to the library, which cannot be renamed', () => {
    const { language, uri, at } = project();
    const [there] = language.definition(uri, at('CallPath c', 'CallPath'));
    expect(there?.uri).toMatch(/\/classes\.asl$/);
    expect(() => language.rename(uri, at('CallPath c', 'CallPath'), 'Way')).toThrow(
      /CallPath is not declared in this project/,
    );
    expect(() => language.rename(uri, at('part = c.time', 'time'), 'x')).toThrow(/time is not declared/);
  });

  it('are renamed wherever the name means the same, and nowhere else', () => {
    const { language, uri, uriOf, at, document } = project();
    const edits = (snippet: string, name: string, to: string) =>
      language.rename(uri, at(snippet, name), to)?.changes ?? {};
    const local = edits('let part', 'part', 'share');
    expect(Object.keys(local)).toEqual([uri]);
    const renamed = TextDocument.applyEdits(document, local[uri] ?? absent(uri));
    expect(renamed).toBe(FIRST.replaceAll('part', 'share'));
    const parameter = edits('param least', 'least', 'limit');
    expect(Object.keys(parameter).sort()).toEqual([uri, uriOf('second.asl')].sort());
    expect(parameter[uri]).toHaveLength(2);
    expect(parameter[uriOf('second.asl')]).toHaveLength(1);
    expect(language.references(uri, at('param least', 'least'))).toHaveLength(3);
    expect(() => edits('param least', 'least', 'a b')).toThrow(/"a b" is no name/);
  });

  it('are completed, with types and what is known of metrics', () => {
    const text = 'property P(CallPath c) {\n  let x = c.';
    const { language, uri, document } = project(text);
    const items = language.completion(uri, document.positionAt(text.length));
    expect(items.find(({ label }) => label === 'mpi_latesender')).toMatchObject({
      detail: 's·loc',
      documentation: { value: expect.stringMatching(/^Late Sender/) as string },
    });
    expect(items.find(({ label }) => label === 'bytes_sent')?.detail ?? 'B').toBe('B');
  });

  it('are colored by the meaning of words in their context', () => {
    const text = `param double<s> least = 5 ms;
class Step { double<s> length; Step *next; }
pattern Late() { roottype: Receive; constraint: root.time > 1 s; export: Enter at = root.enterptr; }
property P(CallPath c, Experiment in) { let min = min(c.timeT); severity = min / RB(in);
  condition: min > least and exists x in c.timeT such that x < abs(min); severity: severity; }
`;
    const { language, uri, document } = project(text);
    const { data } = language.colors(uri);
    let [line, character] = [0, 0];
    const words = Array.from({ length: data.length / 5 }, (_, at) => {
      const [down = 0, right = 0, length = 0, type = 0, bits = 0] = data.slice(5 * at, 5 * at + 5);
      [line, character] = [line + down, down === 0 ? character + right : right];
      const word = document.getText({ start: { line, character }, end: { line, character: character + length } });
      return [word, TOKEN_TYPES[type], ...TOKEN_MODIFIERS.filter((_, bit) => (bits >> bit) % 2 === 1)].join(' ');
    });
    expect(words.slice(0, 5)).toEqual([
      'param keyword',
      'double type defaultLibrary',
      's number',
      'least variable declaration readonly',
      'ms number',
    ]);
    expect(words).toEqual(
      expect.arrayContaining([
        ...['Step class declaration', 'length property declaration', 'Step class', 'next property declaration'],
        ...[
          'pattern keyword',
          'Late event declaration',
          'roottype keyword',
          'Receive class',
          'root keyword',
          'time property',
        ],
        ...['P interface declaration', 'c parameter declaration', 'in parameter declaration', 'in parameter'],
        ...['min variable declaration', 'min function defaultLibrary', 'min variable', 'RB function defaultLibrary'],
        ...['severity variable declaration', 'severity keyword', 'severity variable', 'least variable readonly'],
        ...['exists keyword', 'x variable declaration', 'in keyword', 'such keyword', 'abs function defaultLibrary'],
      ]),
    );
  });

  it('rename members of classes in all texts, and not those of others', () => {
    const first = `class Step { double<s> length; }
class Other { double<s> length; }
property First(Step s, Other o) { severity: s.length / o.length; }`;
    const second = 'property Second(Step a) { severity: a.length / 1 s; }';
    const { language, uri, uriOf, at } = project(first, second);
    const { changes = {} } = language.rename(uri, at('Step { double<s> length', 'length'), 'wide') ?? {};
    const renamed = (text: string, of: string) =>
      TextDocument.applyEdits(TextDocument.create(of, 'asl', 0, text), changes[of] ?? []);
    expect(renamed(first, uri)).toBe(first.replace('length', 'wide').replace('s.length', 's.wide'));
    expect(renamed(second, uriOf('second.asl'))).toBe(second.replace('length', 'wide'));
  });

  it('have an outline', () => {
    const { language, uri } = project();
    expect(
      language.outline(uri).map(({ name, children }) => [name, (children ?? []).map((each) => each.name)]),
    ).toEqual([
      ['least', []],
      ['First', ['part']],
    ]);
  });

  it('contain nothing about other documents', () => {
    const { language } = project();
    const position = { line: 0, character: 0 };
    expect(language.completion('file:///a/b.c', position)).toEqual([]);
    expect(language.hover('untitled:b.asl', position)).toBeNull();
    expect(language.diagnostics('file:///not/open.asl')).toEqual([]);
  });
});
