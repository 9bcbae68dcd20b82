import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatted } from '../../../src/asl/language/format.js';
import { classText, shippedTexts } from '../../../src/asl/library.js';
import { parse } from '../../../src/asl/syntax/parse.js';

/** A tree without the places of its parts. */
const treeOf = (text: string): string =>
  JSON.stringify(parse(text).declarations, (key, value: unknown) =>
    key === 'start' || key === 'end' ? undefined : value,
  );

const TEXTS = [classText(), ...shippedTexts()].map(({ text }) => text);

describe('formatting', () => {
  it('sets blanks within lines and before them, and keeps comments', () => {
    expect(
      formatted(
        'property   P( CallPath c,Experiment e ){ // why\n\n\nlet a=-c.time  /RB( e ) ;\n   b = a\n+1;\nin severity:a*( b -1 );}',
      ),
    ).toBe(
      'property P(CallPath c, Experiment e) { // why\n\n  let a = -c.time / RB(e);\n  b = a\n    + 1;\n  in severity: a * (b - 1); }\n',
    );
  });

  it('finds nothing to change in shipped texts', () => {
    for (const text of TEXTS) expect(formatted(text)).toBe(text);
  });

  it('leaves texts with mistakes unchanged', () => {
    expect(formatted('property P( {')).toBe('property P( {');
  });

  it('of shipped texts with other blanks is the same, and the same again, with the same tree', () => {
    const blanks = fc.array(fc.constantFrom(' ', '  ', '\t', '   '), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.constantFrom(...TEXTS), blanks, (text, chosen) => {
        let at = 0;
        const other = text.replace(/(?<=[;,=]) (?=\w)/g, () => chosen[at++ % chosen.length] ?? ' ');
        const once = formatted(other);
        expect(formatted(once)).toBe(once);
        expect(treeOf(once)).toBe(treeOf(other));
      }),
      { numRuns: 20 },
    );
  });

  it('of any text is the same again, with the same tree', () => {
    const piece = fc.constantFrom(
      ...[
        'property P(CallPath c) {',
        '}',
        'let x = 1;',
        'in',
        'severity: x;',
        'condition:',
        'c.time',
        '>',
        '-',
        '1.',
        '.',
        '5 ms',
      ],
      ...[
        '// a\n',
        '/* b\n c */',
        '\n',
        '\n\n\n',
        ' ',
        '"t"',
        'param p = 2 "d";',
        'class A { int b; double<s·loc> d[]; }',
        '(',
        ')',
        '*',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join(' ');
        const once = formatted(text);
        expect(formatted(once)).toBe(once);
        expect(treeOf(once)).toBe(treeOf(text));
      }),
      { numRuns: 300 },
    );
  });
});
