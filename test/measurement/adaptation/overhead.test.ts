import { describe, expect, it } from 'vitest';
import { recordingCost, relativeOverhead, THRESHOLD } from '../../../src/measurement/adaptation/overhead.js';
import { reduce } from '../../../src/measurement/adaptation/reduce.js';
import { DEFAULT_RULES, parseReduceRules } from '../../../src/measurement/adaptation/rules.js';
import type { FunctionStatistics, RunStatistics } from '../../../src/measurement/adaptation/statistics.js';

const statistics = (region: string, values: Partial<FunctionStatistics> = {}): FunctionStatistics => ({
  ...{
    region,
    file: '/p/a.c',
    calls: 1,
    directCalls: 0,
    nestedCalls: 0,
    exclusive: 0,
    inclusive: 0,
    children: new Set(),
  },
  ...values,
});
const runOf = (functions: readonly FunctionStatistics[], locations = 1, totalTime = 1): RunStatistics => ({
  functions,
  roots: new Set(),
  locations,
  totalTime,
});
const names = (run: RunStatistics, reduction: Parameters<typeof reduce>[1]) =>
  reduce(run, reduction).map(({ statistics: { region } }) => region);

describe('overhead by the model of Oleynik (2014), 4.2', () => {
  it('is that by hand', () => {
    // 1,000 own and 500 nested calls, 40 ns a pair: p = q = 10 ns. pure = 1 ms - 1,000 x 10 ns - 2 x 500 x 10 ns.
    const cost = { pair: 40e-9, rest: 10e-9 };
    const one = { calls: 1000, nestedCalls: 500, inclusive: 1e-3 };
    expect(relativeOverhead('tor', one, cost)).toBeCloseTo((100 * 1000 * 40e-9) / 980e-6, 9);
    expect(relativeOverhead('por', one, cost)).toBeCloseTo((100 * 1000 * 20e-9) / 980e-6, 9);
  });

  it('keeps all of a hook in times that are not compensated, and the uncertainty of its cost in those that are', () => {
    expect(recordingCost(40e-9, undefined)).toEqual({ pair: 40e-9, rest: 20e-9 });
    expect(recordingCost(40e-9, { halfWidth: 1e-9 })).toEqual({ pair: 40e-9, rest: 1e-9 });
    expect(recordingCost(40e-9, { halfWidth: 1 })).toEqual({ pair: 40e-9, rest: 20e-9 });
  });

  it('is without bound where nothing is left of the function', () => {
    const cost = { pair: 40e-9, rest: 20e-9 };
    expect(relativeOverhead('tor', { calls: 10, nestedCalls: 0, inclusive: 200e-9 }, cost)).toBe(Infinity);
    const run = runOf([statistics('tiny', { calls: 10, inclusive: 100e-9 })]);
    expect(reduce(run, { strategy: 'tor', cost })[0]?.why).toBe('TOR: overhead exceeds the function');
  });

  it('drops both inner loops of figure 4.7 by TOR, and the first by POR, in the order of table 4.2', () => {
    // 30 phases of 0.17 s; line 24 makes 1,000 iterations, in which line 27 makes 1,000 and line 31 30,000 steps.
    const cost = { pair: 20e-6, rest: 0.25e-6 };
    const pure = { loop27: 5e-6, loop31: 165e-6 };
    const inner = 30_000;
    const measured = (seconds: number, calls: number, nested: number) =>
      seconds + calls * cost.rest + 2 * nested * cost.rest;
    const both = inner * (pure.loop27 + pure.loop31);
    const run = runOf([
      statistics('line 22', { calls: 30, nestedCalls: 30 + 2 * inner, inclusive: measured(both, 30, 30 + 2 * inner) }),
      statistics('line 24', { calls: 30, nestedCalls: 2 * inner, inclusive: measured(both, 30, 2 * inner) }),
      statistics('line 27', { calls: inner, inclusive: measured(inner * pure.loop27, inner, 0) }),
      statistics('line 31', { calls: inner, inclusive: measured(inner * pure.loop31, inner, 0) }),
    ]);
    expect(names(run, { strategy: 'tor', cost })).toEqual(['line 27', 'line 31']);
    expect(names(run, { strategy: 'por', cost })).toEqual(['line 27']);
    for (const strategy of ['tor', 'por'] as const) {
      const [of22 = 0, of24 = 0, of27 = 0, of31 = 0] = run.functions.map((one) =>
        relativeOverhead(strategy, one, cost),
      );
      expect(of27).toBeGreaterThan(of31);
      expect(of31).toBeGreaterThan(of24);
      expect(of24).toBeCloseTo(of22, 9);
      expect(of24).toBeLessThan(THRESHOLD);
    }
  });
});

describe('rules of tau_reduce', () => {
  const run = runOf(
    [
      statistics('tiny', { calls: 4e6, exclusive: 2, inclusive: 2 }),
      statistics('once', { calls: 2, exclusive: 1e-5, inclusive: 1e-5 }),
      statistics('big', { calls: 8, exclusive: 6, inclusive: 8, directCalls: 4e6 }),
    ],
    2,
    8,
  );
  const by = (text: string, groups: { group: string; glob: string }[] = []) =>
    names(run, { rules: parseReduceRules(text, 'r'), groups });

  it.each([
    [DEFAULT_RULES, ['tiny']],
    // Means over two locations: 2 million calls of 0.5 us.
    ['numcalls > 1999999 & numcalls < 2000001', ['tiny']],
    ['usec = 1e6', ['tiny']],
    ['usecs/call < 0.6', ['tiny']],
    ['cumusec > 3.9E6', ['big']],
    ['percent > 99', ['big']],
    ['numsubs > 1', ['big']],
    ['usec < 100 & numcalls = 1', ['once']],
    ['numcalls = 4\nnumcalls = 1 # no comment here', undefined],
    ['# comment\n\npercent < 1\nusecs/call > 900000', ['big', 'once']],
    ['numcalls > -1', ['tiny', 'big', 'once']],
  ])('%j exclude %j', (text, expected) => {
    if (expected === undefined) expect(() => by(text)).toThrow('r:2:11: Write a number such as');
    else expect(by(text)).toEqual(expected);
  });

  it('hold for the functions of a group', () => {
    const groups = [{ group: 'IO', glob: 'o*' }];
    expect(by('IO: numcalls > 0', groups)).toEqual(['once']);
    expect(by('DEFAULT: numcalls > 0', groups)).toEqual(['tiny', 'big']);
    expect(by('USER1:numcalls>0', groups)).toEqual([]);
  });

  it.each([
    [
      'calls > 1',
      'r:1:1: "calls" is no field; write numcalls, numsubs, numsubrs, percent, usec, cumusec, count, totalcount, counts/call, usecs/call.',
    ],
    ['IO: numcalls 5', 'r:1:13: Write <, > or = after numcalls.'],
    ['numcalls > 5 & usec >', 'r:1:22: Write a number such as 1000000, 0.5 or 1e6.'],
    ['stdev < 3', 'r:1:1: "stdev" is not known of this run: the run keeps no squares of times.'],
    ['numcalls > 5 &', 'r:1:15: "" is no field'],
  ])('that are wrong are reported with line and column: %s', (text, message) => {
    expect(() => parseReduceRules(text, 'r')).toThrow(message);
  });

  it('require counts of the run’s first counter, and list the usable ones if it has none', () => {
    const counting = runOf(
      [
        statistics('few', { calls: 100, inclusive: 1, counted: { own: 40, inclusive: 60 } }),
        statistics('many', { calls: 10, inclusive: 1, counted: { own: 4000, inclusive: 4000 } }),
      ],
      2,
    );
    const chosen = (text: string) => names(counting, { rules: parseReduceRules(text, 'r'), groups: [] });
    // Means over two locations; of a call over all.
    expect(chosen('count = 20')).toEqual(['few']);
    expect(chosen('totalcount = 30')).toEqual(['few']);
    expect(chosen('counts/call > 399 & counts/call < 401')).toEqual(['many']);
    expect(() => by('numcalls > 5e9\nnumcalls > 5 & counts/call > 3')).toThrow(
      'r:2:16: "counts/call" is not known of this run: no counter was read; measure it with measure: { counters: […] } in trimtab.yaml.',
    );
  });

  it('leave the beginning of the program alone', () => {
    const own = runOf([statistics('main'), statistics('MAIN__'), statistics('f')]);
    expect(names(own, { rules: parseReduceRules('numcalls > 0', 'r'), groups: [] })).toEqual(['f']);
  });
});
