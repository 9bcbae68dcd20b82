import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluated, measuredData, openmpRun } from '../support.js';

/** A random expression as a text, with what it is worth by plain rules: undefined is absent. */
interface Sample {
  readonly text: string;
  readonly value: number | undefined;
}

const THREADS = [3, 1, 4, 1, 5] as const;

const both = (one: Sample, other: Sample, of: (a: number, b: number) => number | undefined): number | undefined =>
  one.value === undefined || other.value === undefined ? undefined : of(one.value, other.value);

const mean = THREADS.reduce((sum, each) => sum + each, 0) / THREADS.length;

const leaves: fc.Arbitrary<Sample> = fc.oneof(
  fc.integer({ min: 0, max: 9 }).map((value) => ({ text: String(value), value })),
  fc.constantFrom<Sample>(
    { text: 'sum(pd.execC)', value: 14 },
    { text: 'max(pd.execC)', value: 5 },
    { text: 'min(pd.execC)', value: 1 },
    { text: 'avg(pd.execC)', value: mean },
    { text: 'std(pd.execC)', value: Math.sqrt(THREADS.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 5) },
    { text: 'count(pd.execC)', value: 5 },
    { text: 'pd.execC[2]', value: 4 },
    { text: 'pd.execC[7]', value: undefined },
    { text: 'sum(pd.enterC)', value: undefined },
    { text: 'sum(pd.execC[1], ..., pd.execC[3])', value: 6 },
    { text: '(pd.execC[0] + ... + pd.execC[1])', value: 4 },
    { text: '(sum x * x where x in pd.execC and x > 2)', value: 50 },
    { text: '(count x where x in {1, 1, 2})', value: 3 },
    { text: 'count({1, 2} union {2})', value: 3 },
    { text: 'count({1, 2, 3} intersect {2, 9})', value: 1 },
    { text: 'sum({1, 2, 3} minus {2, 9})', value: 4 },
    { text: '(sum (sum y where y in pd.execC and y < x) where x in pd.execC)', value: 2 + 5 + 9 },
  ),
);

const samples = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { maxDepth: 5, depthIdentifier: 'expression' },
    leaves,
    fc
      .tuple(tie('sample'), tie('sample'), fc.constantFrom('+', '-', '*', '/'))
      .map(([one, other, operator]): Sample => {
        const value = both(one, other, (a, b) => {
          if (operator === '+') return a + b;
          if (operator === '-') return a - b;
          if (operator === '*') return a * b;
          return b === 0 ? undefined : a / b;
        });
        return { text: `(${one.text} ${operator} ${other.text})`, value };
      }),
    fc.tuple(tie('sample'), tie('sample'), tie('sample'), tie('sample')).map(([a, b, yes, no]): Sample => ({
      text: `(if (${a.text} < ${b.text}) ${yes.text} else ${no.text})`,
      value: a.value !== undefined && b.value !== undefined && a.value < b.value ? yes.value : no.value,
    })),
    fc.tuple(tie('sample'), tie('sample')).map(([a, b]): Sample => {
      const has = a.value !== undefined && b.value !== undefined;
      const holds = (has && a.value > b.value) || !(has && a.value >= b.value);
      return { text: `(if (${a.text} > ${b.text} or not ${a.text} >= ${b.text}) 1 else 2)`, value: holds ? 1 : 2 };
    }),
    fc.tuple(tie('sample'), tie('sample')).map(([a, b]): Sample => {
      const all = [a.value, b.value].filter((value) => value !== undefined);
      return { text: `max(${a.text}, ${b.text})`, value: all.length === 0 ? undefined : Math.max(...all) };
    }),
  ),
})).sample;

const data = measuredData(openmpRun([{ construct: 'loop', columns: { execC: [...THREADS] } }], { wall: 1, cpu: 1 }));

describe('expressions', () => {
  it('have the values of plain rules', () => {
    fc.assert(
      fc.property(samples, ({ text, value }) => {
        const [result] = evaluated(`property P(ParPerf pd) { let x = ${text}; in severity: 1; }`, data);
        const found = result?.found[0]?.values.get('x') ?? NaN;
        if (value === undefined) expect(found).toBeNaN();
        else expect(Math.abs(found - value)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(value)));
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['exists x in pd.execC such that x == 4', 1],
    ['exists x in pd.execC such that x == 6', 0],
    ['forall x in pd.execC such that x > 0', 1],
    ['forall x in {} such that 1 == 2', 1],
    ['4 in pd.execC', 1],
    ['6 in pd.execC', 0],
    ['pd.reg.type == LOOP', 1],
    ['pd.reg.type != LOOP', 0],
    ['pd.reg.type == NULL', 0],
    ['pd.reg.name == "loop 0"', 1],
    ['pd.reg == MPI_Send', 0],
    ['not (sum(pd.enterC) > 0)', 1],
  ])('%s', (text, value) => {
    const [result] = evaluated(`property P(ParPerf pd) { let x = ${text}; in severity: 1; }`, data);
    expect(result?.found[0]?.values.get('x')).toBe(value);
  });
});

describe('limits', () => {
  const many = measuredData(
    openmpRun(
      Array.from({ length: 3000 }, () => ({ construct: 'loop' as const, columns: { execC: [1, 2] } })),
      { wall: 1, cpu: 1 },
    ),
  );
  const squares =
    'property Endless(ParPerf a, ParPerf b, ParPerf c) { severity: sum(a.execC) / sum(b.execC) * sum(c.execC); }';

  it('stop properties that iterate over all combinations of many rows, and discard their results', () => {
    const text = `${squares} property P(ParPerf pd) { severity: 0.5; }`;
    const limits = { steps: 1e6, seconds: 10, elements: 1e6 };
    const [endless, other] = evaluated(text, many, { limits, now: () => 0 });
    expect(endless?.found).toEqual([]);
    expect(endless?.stopped).toMatch(/^Endless: it was stopped after 1000000 steps/);
    expect(other?.found).toHaveLength(3000);
  });

  it('stop what takes too long', () => {
    let seconds = 0;
    const [endless] = evaluated(squares, many, { now: () => (seconds += 6) });
    expect(endless?.stopped).toMatch(/it was stopped after 10 s/);
  });

  it('stop sets that grow too large', () => {
    const grow = 'property Large(Experiment e) { let a = (count 1 where x in e.locations); in severity: 1; }';
    const limits = { steps: 1e6, seconds: 10, elements: 3 };
    const text = 'property Large(ParPerf pd) { severity: count({1, 2, 3, 4}); }';
    expect(evaluated(text, data, { limits })[0]?.stopped).toMatch(/a set of more than 3 elements/);
    expect(evaluated(grow, data, { limits })[0]?.stopped).toBeUndefined();
  });
});
