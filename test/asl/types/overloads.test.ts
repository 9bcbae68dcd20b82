import { describe, expect, it } from 'vitest';
import { evaluated, measuredData, mistakes, openmpRun } from '../support.js';

const data = measuredData(
  openmpRun([{ construct: 'critical', columns: { execC: [1, 3], execT: [1, 3] } }], { wall: 10, cpu: 20 }),
);

/** The only value of a property. */
function valueOf(text: string): number | undefined {
  return evaluated(text, data)[0]?.found[0]?.severity;
}

describe('functions of one name', () => {
  it('are distinguished by their parameters', () => {
    const functions = `
      double of(ParPerf pd) = 1;
      double of(Region r) = 2;
      double of(double<s> t) = 3;
      double of(double<s·loc> t) = 4;
      double of(String name) = 5;
      double of(double n) = 6;
      double of(ParPerf pd, Region r) = 7;
      double of(setof int some) = 8;`;
    const values = [
      ...['of(pd)', 'of(pd.reg)', 'of(max(pd.execT))', 'of(sum(pd.execT))', 'of(pd.reg.name)', 'of(2)'],
      ...['of(pd, pd.reg)', 'of(pd.execC)', 'pd.of()', 'pd.of(pd.reg)'],
    ].map((call) => valueOf(`${functions} property P(ParPerf pd) { severity: ${call}; }`));
    expect(values).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 1, 7]);
  });

  it('take the nearest class of what is handed over', () => {
    const text = (what: string) => `
      class Narrow extends ParPerf {}
      double of(Narrow n) = 1; double of(ParPerf pd) = 2;
      double one(ParPerf pd) = of(pd); double two(Narrow n) = of(n);
      property P(ParPerf pd) { severity: ${what}(pd); }`;
    expect(valueOf(text('one'))).toBe(2);
    expect(valueOf(text('of'))).toBe(2);
  });

  it('of a property complement those of the text, and precede them if both fit', () => {
    const text = `
      double of(ParPerf pd) = 1; double of(Region r) = 2;
      property P(ParPerf pd) { let double of(ParPerf pd) = 3; in severity: of(pd) + 10 * of(pd.reg); }`;
    expect(valueOf(text)).toBe(23);
  });

  it('of which none fits report the parameters of the nearest', () => {
    const text =
      'double of(ParPerf pd) = 1; double of(Region r) = 2; property P(ParPerf pd) { severity: of(pd, 1, 2); }';
    expect(mistakes(text)).toEqual([expect.stringMatching(/ASL303 of takes 1 values, and 3 are given/)]);
    expect(
      mistakes(
        'double of(ParPerf pd) = 1; double of(Region r) = 2; property P(ParPerf pd) { severity: of("x") + of(pd.exp); }',
      ),
    ).toEqual([expect.stringMatching(/ASL302 expected ParPerf, found Experiment/)]);
  });
});

describe('properties of one name', () => {
  it('are asked by what they take', () => {
    const text = `
      property Asked(ParPerf pd) { severity: 0.5; }
      property Asked(Region r) { severity: 0.25; }
      property P(ParPerf pd) { severity: Asked(pd).severity + 10 * Asked(pd.reg).severity; }`;
    const [, , asking] = evaluated(text, data);
    expect(asking?.found[0]?.severity).toBe(3);
  });
});
