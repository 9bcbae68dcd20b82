/** Rounds of strategies, and the table that shows them side by side. */
import { describe, expect, it } from 'vitest';
import {
  byCost,
  byRules,
  measuringNothing,
  nextGuided,
  nextReduction,
} from '../../../src/measurement/adaptation/adapt.js';
import { compensatedStatistics } from '../../../src/measurement/adaptation/compensated.js';
import { parseReduceRules } from '../../../src/measurement/adaptation/rules.js';
import { type MeasuredWay, tableLines, tableMarkdown } from '../../../src/measurement/adaptation/table.js';
import type { FunctionStatistics, RunStatistics } from '../../../src/measurement/adaptation/statistics.js';

const COST = { pair: 40e-9, within: 20e-9, halfWidth: 1e-9 };

/**
 * Returns a function with some nanoseconds of exclusive time per call, measured at the overhead of recording it and its
 * callees.
 */
function measured(region: string, calls: number, own: number, nestedCalls = 0): FunctionStatistics {
  const inclusive = calls * (own * 1e-9 + COST.within) + nestedCalls * COST.pair;
  return {
    ...{ region, file: '/p/a.c', calls, directCalls: nestedCalls, nestedCalls },
    ...{ exclusive: calls * (own * 1e-9 + COST.within), inclusive, children: new Set() },
  };
}
const runOf = (functions: readonly FunctionStatistics[]): RunStatistics => ({
  functions,
  roots: new Set(['main']),
  locations: 1,
  totalTime: 10,
});
const namesOf = (leftOut: readonly { readonly statistics: FunctionStatistics }[]) =>
  leftOut.map(({ statistics }) => statistics.region);

describe('a round of a strategy', () => {
  // 10, 100 and 1,000 ns a call: recording takes 400 %, 40 % and 4 % of their time, 2 ns of it are not sure.
  const run = runOf([measured('tiny', 1e6, 10), measured('small', 1e5, 100), measured('large', 1e4, 1000)]);

  it('subtracts measurement overhead from the times: the exclusive times of the functions remain', () => {
    const { functions } = compensatedStatistics(runOf([measured('f', 1000, 500, 3000)]), COST);
    expect(functions[0]?.inclusive).toBeCloseTo(1000 * 500e-9, 12);
    const negative = compensatedStatistics(runOf([{ ...measured('g', 10, 0), inclusive: 0, exclusive: 0 }]), COST);
    expect(negative.functions[0]).toMatchObject({ inclusive: 0, exclusive: 0 });
  });

  it('removes more by TOR than by POR, whose times are compensated', () => {
    expect(namesOf(byCost('tor', COST)(run))).toEqual(['tiny', 'small']);
    expect(namesOf(byCost('por', COST)(run))).toEqual(['tiny']);
  });

  it('adds to the exclusions of earlier rounds, and is done if nothing is new', () => {
    const first = nextReduction(undefined, run, byCost('por', COST));
    expect(first).toMatchObject({ isDone: false, rules: [{ take: 'exclude', glob: 'tiny' }] });
    const second = nextReduction(first, runOf(run.functions.slice(1)), byCost('tor', COST));
    expect(second.rules.map(({ glob }) => glob)).toEqual(['tiny', 'small']);
    const third = nextReduction(second, runOf(run.functions.slice(2)), byCost('tor', COST));
    expect(third).toMatchObject({ isDone: true, leftOut: [], rules: second.rules });
  });

  it('names copies that the compiler made by what they are copies of, and ends where a rule is not heeded', () => {
    const copies = ['f(int) [clone .constprop.0] [clone .isra.0]', 'tiny.part.0', 'f(int)'].map((name) =>
      measured(name, 1e6, 1),
    );
    const first = nextReduction(undefined, runOf(copies), byCost('tor', COST));
    expect(first.rules.map(({ glob }) => glob)).toEqual(['f(int)', 'tiny']);
    expect(nextReduction(first, runOf(copies), byCost('tor', COST))).toMatchObject({
      isDone: true,
      rules: first.rules,
    });
  });

  it('goes by rules too', () => {
    const rules = parseReduceRules('numcalls > 1000 & usecs/call < 0.2', 'rules');
    expect(namesOf(byRules({ rules, groups: [] })(run))).toEqual(['tiny', 'small']);
  });

  it('of AGOR begins with the exclusions of TOR, and all else off', () => {
    const begun = nextGuided(undefined, { whole: run, latest: run, blackList: byCost('tor', COST) });
    expect(begun.agor?.blackList).toEqual(['tiny', 'small']);
    expect(begun.rules).toEqual(measuringNothing.rules);
    expect(begun.isDone).toBe(false);
  });
});

describe('the table of measurement overhead', () => {
  const way = (name: string, processor: number | undefined, rest: Partial<MeasuredWay> = {}): MeasuredWay => ({
    ...{ name, runs: 1, processor, elapsed: 1, phases: undefined, removed: undefined, events: 8 },
    ...rest,
  });

  it('has the order of table 4.4 with its numbers, and omits phases if none exist', () => {
    // Oleynik (2014), table 4.4: PEPC, phase time and regions removed.
    const ways = [
      way('Plain', 3.18),
      way('All functions', 150, { events: 1234567 }),
      way('TOR', 3.26, { removed: 110, runs: 3 }),
      way('POR', 3.47, { removed: 62 }),
      way('Unknown', undefined),
    ];
    expect(tableLines(ways)).toEqual([
      'Run            Processor time  Elapsed  Functions removed     Events  Overhead',
      'Plain                  3.18 s   1.00 s                  –          8',
      'All functions           150 s   1.00 s                  –  1,234,567   +4617 %',
      'TOR                    3.26 s   1.00 s                110          8    +2.5 %',
      'POR                    3.47 s   1.00 s                 62          8    +9.1 %',
      'Unknown                     –   1.00 s                  –          8',
      'The least of 3 runs each, in turn; user and system time of all processes until their end, without what is done afterwards.',
    ]);
    expect(tableLines([way('Plain', 2, { phases: 1.5 }), way('Rules', 1)])[0]).toContain('Phases');
    expect(tableLines([way('Plain', 2), way('Rules', 1)])[2]).toContain('−50.0 %');
    expect(tableLines([])).toHaveLength(1);
  });

  it('is Markdown in which names are text', () => {
    const text = tableMarkdown('What measuring <b> takes', [way('Plain', 1), way('Rules:a|b', 2)]);
    expect(text).toContain('| --- | ---: | ---: | ---: | ---: | ---: |');
    expect(text).not.toContain('<b>');
    expect(text).not.toContain('a|b');
  });
});
