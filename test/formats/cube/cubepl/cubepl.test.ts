import { describe, expect, it } from 'vitest';
import { prepared, Variables } from '../../../../src/formats/cube/cubepl/evaluate.js';
import { parseFormula } from '../../../../src/formats/cube/cubepl/parser.js';
import { combinationOf, isLinear } from '../../../../src/formats/cube/cubepl/shape.js';
import { type Flavour, NotEvaluated } from '../../../../src/formats/cube/cubepl/syntax.js';

/** Inclusive values are ten times the exclusive ones, sums of all a hundred times. */
const own = new Map([
  ['time', 6],
  ['visits', 4],
  ['PAPI_TOT_INS', 0],
]);

function value(text: string): number {
  const metric = (name: string, flavour: Flavour, fixed: boolean) => {
    const known = own.get(name);
    if (known === undefined) throw new NotEvaluated(`reads ${name}`);
    return () => known * (fixed ? 100 : flavour === 'inclusive' ? 10 : 1);
  };
  return prepared(parseFormula(text), { metric }, new Variables())();
}

describe('formulas of derived metrics', () => {
  it.each([
    ['123.4 + 234 -( 23)^2', 123.4 + 234 - 23 ** 2],
    ['1 - 2 - 3', -4],
    ['2^3^2', 64],
    ['-2^2', 4],
    ['2 + 3 * 4 ^ 2 / 6', 10],
    ['| 3 - 5 |', 2],
    ['metric::time(i)/metric::visits(e)', 15],
    ['metric::time() / metric::visits()', 1.5],
    ['metric::context::time(*, i)', 6],
    ['metric::fixed::time()', 600],
    ['1e3*metric::time(e,e) // what it costs', 6000],
    ['metric::PAPI_TOT_INS() / 0', 0],
    ['max(metric::time(), metric::visits()) + min(2, 3)', 8],
    ['sqrt(abs(-16)) + floor(2.5) + ceil(2.5) + sgn(-3) + pos(-1) + neg(-2)', 4 + 2 + 3 - 1 + 0 - 2],
    ['exp(ln(5)) + log(1)', 5],
    ['{ return 24; }', 24],
    ['{${a}=123; return ${a}; }', 123],
    ['{ ${a}=metric::visits(); ${b}=0; if (${a}>3) { ${b}=metric::time(); }; return ${b}; }', 6],
    [
      '{ ${a}=metric::visits(); ${b}=0; if (${a}>100) { ${b}=1; } elseif (${a} == 4) { ${b}=2; } else { ${b}=3; }; return ${b}; }',
      2,
    ],
    ['{ local(x); ${x} = 3; return ${x} * { return 2; }; }', 6],
    ['{ ${r}=0; if ((${r} == 0) and (not(false) or 1 > 2)) { ${r} = 7; }; return ${r}; }', 7],
    ['3 < 4 and 4 <= 4 and 5 > 4 and 5 >= 5 and 1 != 2 xor true', 0],
  ])('%s', (text, expected) => {
    expect(value(text)).toBeCloseTo(expected, 12);
  });

  it('yield nothing for a quotient of two zeros', () => {
    expect(value('metric::time() / metric::PAPI_TOT_INS()')).toBeNaN();
  });

  it.each([
    ['{ while (1 == 1) { ${a} = 1; }; return 0; }', /uses while/],
    ['env("HOME")', /not understood/],
    ['env(1)', /calls env/],
    ['${cube::region::name}[3]', /not understood/],
    ['random(1)', /calls random/],
    ['metric::call::time(3, i)', /other call paths/],
    ['cube::metric::set::time("value", "VOID")', /not understood|cannot be/],
    ['{ global(a); return 1; }', /uses global/],
    ['1 +', /ends too early/],
    ['1 2', /2 where it cannot be/],
    ['metric::time(x)', /x where it cannot be/],
    [`${'('.repeat(5000)}1${')'.repeat(5000)}`, /nested too deeply/],
    ['-'.repeat(5000) + '1', /nested too deeply/],
    [' '.repeat(70_000), /too long/],
    ['metric::unknown()', /reads unknown/],
  ])('are refused in a sentence: %#', (text, reason) => {
    expect(() => value(text)).toThrow(NotEvaluated);
    expect(() => value(text)).toThrow(reason);
  });

  it('are linear where those of sums are sums of those', () => {
    const linear = [
      'metric::a()',
      '2*metric::a() - metric::b()/4',
      '-metric::a()',
      '(metric::a() + metric::b()) * (1 + 2)',
    ];
    const other = [
      'metric::a()/metric::b()',
      'metric::a() + 1',
      'metric::a(i)',
      'metric::fixed::a()',
      'max(metric::a(), 0)',
      '3',
    ];
    expect(linear.map((text) => isLinear(parseFormula(text)))).toEqual(linear.map(() => true));
    expect(other.map((text) => isLinear(parseFormula(text)))).toEqual(other.map(() => false));
  });

  it('define how values are added up', () => {
    const found = ['arg1 + arg2', 'min(arg1, arg2)', 'max(arg2, arg1)', 'arg1 * arg2', 'min(arg1, arg1)'];
    expect(found.map((text) => combinationOf(parseFormula(text)))).toEqual([
      'sum',
      'least',
      'greatest',
      undefined,
      undefined,
    ]);
  });
});
