import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isSame,
  LOCATION_SECONDS,
  ONE,
  over,
  SECONDS,
  summed,
  times,
  unitOf,
  unitText,
} from '../../../src/asl/types/units.js';
import { checked, mistakes } from '../support.js';

const units = fc.tuple(...Array.from({ length: 5 }, () => fc.integer({ min: -3, max: 3 })));

describe('units', () => {
  it('multiply and divide as powers do', () => {
    fc.assert(
      fc.property(units, units, units, (a, b, c) => {
        expect(isSame(times(a, b), times(b, a))).toBe(true);
        expect(isSame(times(times(a, b), c), times(a, times(b, c)))).toBe(true);
        expect(isSame(over(times(a, b), b), a)).toBe(true);
        expect(isSame(over(a, a), ONE)).toBe(true);
      }),
    );
  });

  it('are read as they are written', () => {
    for (const text of ['s', 'B', 's·loc', 'B/s', 'flop/s', 'cycle', 's*loc', 'B/s/loc'])
      expect(unitText(unitOf(text) ?? [])).toBe(text.replace('*', '·'));
    expect(unitOf('count')).toEqual(ONE);
    expect(unitOf('furlong')).toBeUndefined();
  });

  it('of seconds summed over locations are no seconds', () => {
    expect(summed(SECONDS)).toEqual(LOCATION_SECONDS);
    expect(summed(LOCATION_SECONDS)).toEqual(LOCATION_SECONDS);
    expect(isSame(SECONDS, LOCATION_SECONDS)).toBe(false);
  });
});

describe('mistakes of units', () => {
  const inProperty = (value: string): string =>
    `property P(CallPath c, ParPerf pd, Experiment e) { let x = ${value}; in severity: 0.5; }`;

  it.each([
    ['sum(pd.execT) + max(pd.execT)', 'ASL301 expected s·loc, found s'],
    ['pd.threadC + c.bytes', 'ASL301 expected 1, found B'],
    ['if (max(pd.execT) > 5) 1 else 2', "ASL301 expected s, found 1 in '5'; give it a unit, such as s"],
    ['if (c.bytes > 5 ms) 1 else 2', 'ASL301 expected B, found s'],
    ['max(pd.execT) + "a"', 'ASL302 expected a number, found string'],
    ['if (pd.execT > 1 s) 1 else 2', "ASL302 'pd.execT' has several values, and one is compared"],
    ['c.byts', "ASL202 CallPath has no member 'byts'; did you mean 'bytes'?"],
    ['lost', "ASL201 'lost' is not defined"],
    ['wall(c.bytes)', 'ASL301 expected s·loc, found B'],
    ['sqrt(max(pd.execT))', 'ASL301 expected 1, found s'],
  ])('%s: %s', (value, message) => {
    expect(mistakes(inProperty(value))).toEqual([expect.stringContaining(message)]);
  });

  it('a severity that is no share reports how to fix it', () => {
    expect(mistakes('property P(ParPerf pd) { severity: sum(pd.execT); }')).toEqual([
      expect.stringContaining("ASL304 a severity is a share, and 'sum(pd.execT)' is s·loc: divide by RB(e)"),
    ]);
  });

  it('what all is compared with takes the unit that makes a share of it', () => {
    const text = `property P(ParPerf pd) {
      let longest = max(pd.execT) / RB(pd.exp); all = sum(pd.execT) / RB(pd.exp); basis = RB(pd.exp); late = sum(pd.execT) / basis;
      in severity: max(longest, all, late); }`;
    const [property] = checked(text).properties;
    const share = { type: { kind: 'number', unit: ONE } };
    expect(property?.locals.filter(({ name }) => name !== 'basis').map(({ value }) => value)).toEqual([
      expect.objectContaining(share),
      expect.objectContaining(share),
      expect.objectContaining(share),
    ]);
  });

  it('functions, ranges, templates and parameters have the units of their values', () => {
    expect(
      mistakes(`param double<s> least = 5 ms "shorter waits do not count";
        double<s> spread(setof double<s> all) = max(all) - min(all);
        template Uneven<String members>(ParPerf pd) { let x = spread(pd.members); in condition: x > least; severity: x / RB(pd.exp); }
        property UnevenExit = Uneven<exitBarT>;
        property First(ParPerf pd) { let x = sum(pd.execT[0], ..., pd.execT[pd.threadC - 1]); in severity: x / RB(pd.exp); }`),
    ).toEqual([]);
    expect(mistakes('property A = Missing<x>;')).toEqual([expect.stringContaining("there is no template 'Missing'")]);
    expect(mistakes('int f(int x) = f(x); property P(ParPerf pd) { severity: f(1); }')).toEqual([
      expect.stringContaining('f calls itself, and never ends'),
    ]);
  });
});
