import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExpression } from '../../../src/workflows/language/expression.js';
import { fillIn } from '../../../src/workflows/language/template.js';
import type { Value } from '../../../src/base/value.js';

const known: Readonly<Record<string, Value>> = {
  inputs: { ranks: [1, 2, 4], target: 'local', deep: { list: ['a', 'b'] } },
  steps: { run: { experiment: 'x1', seconds: 2.5, failed: null } },
};
const names = (name: string): Value | undefined => known[name];
const value = (text: string): Value => parseExpression(text).evaluate(names);

describe('expressions', () => {
  it.each<[string, Value]>([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['10 - 4 - 3', 3],
    ['-2 * -3', 6],
    ['7 % 4 / 2', 1.5],
    ['1 < 2 && 2 <= 2 && 3 > 2 && 3 >= 3', true],
    ["'a' == 'a' || unknown", true],
    ['false && unknown', false],
    ['!steps.run.failed', true],
    ["steps.run.experiment + '!'", 'x1!'],
    ['inputs.ranks[2] == 4', true],
    ['inputs.ranks[-1]', 4],
    ["inputs.deep['list'][1]", 'b'],
    ['length(inputs.ranks)', 3],
    ["counted(1, 'rank')", '1 rank'],
    ["counted(length(inputs.ranks), 'rank')", '3 ranks'],
    ['inputs.ranks', [1, 2, 4]],
    ["'it''s'", "it's"],
    ['1e-3', 0.001],
    ['null', null],
  ])('%s is %j', (text, expected) => expect(value(text)).toEqual(expected));

  it.each([
    ['', /empty/],
    ['1 +', /ends too early/],
    ['(1', /"\)" is missing/],
    ['1 2', /"2" is not expected/],
    ['a; b', /"; b" is not allowed/],
    ['steps.nothing.x', /"nothing" in "steps.nothing.x" does not exist/],
    ['other', /"other" .* is not known/],
    ["'a' * 2", /needs numbers, not "a"/],
    ['length(3)', /takes a text or a list/],
    ["counted('a', 'rank')", /needs numbers/],
    ['counted(3)', /"," is missing/],
    ['steps.constructor', /does not exist/],
    ['steps.__proto__', /does not exist/],
    [`${'('.repeat(500)}1${')'.repeat(500)}`, /nested too deeply/],
  ])('%s is refused with a sentence', (text, message) => expect(() => value(text)).toThrow(message));

  it('calculates with the usual order of operators', () => {
    /** A text and what it is worth, known while it is put together; parentheses only where the order needs them. */
    interface Sum {
      readonly text: string;
      readonly worth: number;
      readonly level: number;
    }
    const inside = (sum: Sum, level: number): string => (sum.level < level ? `(${sum.text})` : sum.text);
    const join = (a: Sum, sign: '+' | '-' | '*', b: Sum): Sum => {
      const level = sign === '*' ? 2 : 1;
      const worth = sign === '+' ? a.worth + b.worth : sign === '-' ? a.worth - b.worth : a.worth * b.worth;
      return { text: `${inside(a, level)} ${sign} ${inside(b, level + 1)}`, worth, level };
    };
    const { sum } = fc.letrec<{ sum: Sum; leaf: Sum }>((tie) => ({
      leaf: fc.integer({ min: 0, max: 99 }).map((worth) => ({ text: String(worth), worth, level: 3 })),
      sum: fc.oneof(
        { maxDepth: 5 },
        tie('leaf'),
        fc
          .tuple(tie('sum'), fc.constantFrom('+' as const, '-' as const, '*' as const), tie('sum'))
          .map(([a, sign, b]) => join(a, sign, b)),
      ),
    }));
    fc.assert(
      fc.property(sum, ({ text, worth }) => {
        expect(value(text)).toBe(worth);
      }),
    );
  });

  it('names what it refers to', () => {
    expect(parseExpression("steps.run.experiment == inputs['ranks'] && matrix.n > 1").references).toEqual([
      ['steps', 'run', 'experiment'],
      ['inputs', '[]'],
      ['matrix', 'n'],
    ]);
  });
});

describe('texts with expressions', () => {
  it('become the value when they are nothing else, and text within a longer one', () => {
    expect(fillIn('${{ inputs.ranks }}', names)).toEqual([1, 2, 4]);
    expect(fillIn('on ${{ inputs.target }}: ${{ steps.run.seconds * 2 }} s', names)).toBe('on local: 5 s');
    expect(fillIn({ a: ['${{ 1 + 1 }}', 'plain'] }, names)).toEqual({ a: [2, 'plain'] });
  });
});
