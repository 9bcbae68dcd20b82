import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnosticLine } from '../../../src/asl/syntax/diagnostics.js';
import { parse } from '../../../src/asl/syntax/parse.js';
import { tokensOf } from '../../../src/asl/syntax/tokens.js';
import { shippedTexts } from '../../../src/asl/library.js';
import { textOf } from '../textOf.js';

const toldOf = (text: string): string[] =>
  parse(text).diagnostics.map((each) => diagnosticLine({ name: 'a.asl', text }, each));

const PROPERTY = `property P(ParPerf pd) {
  let lost = sum(pd.enterT);
  in condition: lost > 0;
  severity: lost / RB(pd.exp);
}
`;

/** Pieces that texts are made of, and what is none. */
const PIECES = [
  ...['property', 'P', '(', ')', '{', '}', 'let', 'in', 'condition', ':', ';', 'severity', '->', '...', ','],
  ...['x', '=', '==', '5 ms', '"a"', "'b", 'sum', 'where', 'exists', 'such that', 'pattern', 'roottype', '[', ']'],
  ...['+', '-', '*', '/', '<', '>', 'if', 'else', 'or', 'and', '!', '// c\n', '/* d', '\n', ' ', '@', '.', '1..2', 'µ'],
];

describe('the parser', () => {
  it('keeps every character of a shipped text in its tree', () => {
    for (const { text } of shippedTexts()) expect(textOf(parse(text).tree)).toBe(text);
  });

  it('keeps every character of any text, ends, and finds the same declarations in what it prints', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.constantFrom(...PIECES), { maxLength: 80 }).map((pieces) => pieces.join(' ')),
      fc
        .tuple(fc.nat(PROPERTY.length), fc.constantFrom(...PIECES))
        .map(([at, piece]) => PROPERTY.slice(0, at) + piece + PROPERTY.slice(at)),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const { tree, declarations } = parse(text);
        const printed = textOf(tree);
        return printed === text && isDeepStrictEqual(parse(printed).declarations, declarations);
      }),
      { numRuns: 400 },
    );
  });

  it('makes tokens that touch each other and are the whole text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const tokens = tokensOf(text);
        expect(tokens.map((token) => token.text).join('')).toBe(text);
        expect(tokens.every(({ start, end }, at) => start <= end && start === (tokens[at - 1]?.end ?? 0))).toBe(true);
      }),
    );
  });

  it('continues behind a mistake at the next clause', () => {
    const text = PROPERTY.replace('lost > 0', 'lost > > 0');
    const { declarations, diagnostics } = parse(text);
    expect(diagnostics).toHaveLength(1);
    expect(declarations[0]).toMatchObject({ kind: 'property', body: { severities: [{ value: { kind: 'binary' } }] } });
  });

  it('continues behind a property that is not closed', () => {
    const text = `property A(ParPerf pd) { condition: pd.threadC > 1\n${PROPERTY}`;
    const names = parse(text).declarations.flatMap((each) => (each.kind === 'property' ? each.names : []));
    expect(names.map((name) => name.text)).toEqual(['A', 'P']);
  });

  it('reports the position of a mistake as compilers do', () => {
    expect(toldOf(PROPERTY.replace('lost > 0', 'lost > > 0'))).toEqual([
      "a.asl:3:24: ASL101 expected an expression, found '>'",
    ]);
    expect(toldOf('property P(ParPerf pd) { let x = (1; in severity: x; }')).toEqual([
      "a.asl:1:36: ASL101 expected ')' to close the bracket, found ';'",
    ]);
  });

  it.each([
    ['brackets', `param x = ${'('.repeat(20_000)}1${')'.repeat(20_000)};`],
    ['operators', `param x = 1${' + 1'.repeat(20_000)};`],
    ['negations', `param x = ${'!'.repeat(20_000)}1;`],
    ['members', `param x = a${'.b'.repeat(20_000)};`],
    ['sets', `param x = ${'{'.repeat(20_000)};`],
  ])('refuses what is nested too deeply, and ends: %s', (_, text) => {
    expect(parse(text).diagnostics.map(({ code }) => code)).toContain('ASL103');
  });

  it('knows words only where they are expected', () => {
    const text = 'property P(ParPerf pd) { let min = min(pd.execT); sum = sum(pd.execT); in severity: min / sum; }';
    const [property] = parse(text).declarations;
    expect(parse(text).diagnostics).toEqual([]);
    expect(property).toMatchObject({
      body: {
        locals: [
          { name: { text: 'min' }, value: { kind: 'aggregate', name: 'min' } },
          { name: { text: 'sum' }, value: { kind: 'aggregate', name: 'sum' } },
        ],
        severities: [{ value: { left: { kind: 'name', name: 'min' }, right: { kind: 'name', name: 'sum' } } }],
      },
    });
  });

  it('understands labels of conditions and the values for them', () => {
    const text =
      'property P(ParPerf pd) { condition: (a) pd.threadC > 1 or (b) pd.threadC > 2; severity: max((a) -> 0.1, (b) -> 0.2); }';
    const [property] = parse(text).declarations;
    expect(parse(text).diagnostics).toEqual([]);
    expect(property).toMatchObject({
      body: {
        conditions: [{ label: { text: 'a' } }, { label: { text: 'b' } }],
        severities: [{ label: { text: 'a' } }, { label: { text: 'b' } }],
      },
    });
  });
});
