/** AGOR on small call trees: the requests, step by step, are those of figure 4.6 of Oleynik (2014). */
import { describe, expect, it } from 'vitest';
import { type AgorState, begunWith, nextStep, rulesThatMeasure } from '../../../src/measurement/adaptation/agor.js';
import type { FunctionStatistics, RunStatistics } from '../../../src/measurement/adaptation/statistics.js';

/** Callees of each function, and its inclusive share of 100 s. */
type Tree = Readonly<Record<string, { readonly share: number; readonly calls?: readonly string[] }>>;

/** A run of a program in which only some functions are measured; where it begins always is. */
function runOf(tree: Tree, isOn: (name: string) => boolean = () => true): RunStatistics {
  const functions = Object.entries(tree)
    .filter(([name]) => name === 'main' || isOn(name))
    .map(([region, { share, calls = [] }]): FunctionStatistics => ({
      ...{ region, file: '/p/a.c', calls: 1, directCalls: calls.length, nestedCalls: 0, exclusive: 0 },
      inclusive: share,
      children: new Set(calls),
    }));
  return { functions, roots: new Set(['main']), locations: 1, totalTime: 100 };
}

/** The steps of a search, each with what is on in its run. */
function search(
  tree: Tree,
  blackList: readonly string[] = [],
  worseIn: (on: readonly string[]) => readonly string[] = () => [],
): { on: string[][]; last: AgorState } {
  const whole = runOf(tree);
  let state = begunWith(blackList);
  const on = [[...state.on]];
  while (state.stage !== 'over') {
    const { on: measured } = state;
    state = nextStep(
      state,
      whole,
      runOf(tree, (name) => measured.includes(name)),
      worseIn(measured),
    );
    if (state.stage !== 'over') on.push([...state.on]);
    if (on.length > 100) throw new Error('the search has no end');
  }
  return { on, last: state };
}

describe('analysis guided overhead reduction', () => {
  const tree: Tree = {
    main: { share: 100, calls: ['setup', 'solve', 'write'] },
    setup: { share: 2, calls: ['read'] },
    read: { share: 2 },
    solve: { share: 90, calls: ['exchange', 'relax'] },
    exchange: { share: 30, calls: ['pack'] },
    pack: { share: 2.9 },
    relax: { share: 60, calls: ['get'] },
    get: { share: 40, calls: ['hot'] },
    hot: { share: 20 },
    write: { share: 5 },
  };

  it('goes down call paths of 3 % and more, with all else off, and ends with what it found', () => {
    const { on, last } = search(tree);
    expect(on).toEqual([
      [], // the beginning, its phases and MPI alone
      ['setup', 'solve', 'write'],
      ['exchange', 'relax'], // not what setup calls: it takes 2 %
      ['get', 'pack'],
      ['hot'],
      ['solve', 'write', 'exchange', 'relax', 'get', 'hot'],
    ]);
    expect(last.found).toEqual(on.at(-1));
  });

  it('never measures what costs too much, and passes through it', () => {
    const { on } = search(tree, ['get', 'solve']);
    expect(on).toEqual([
      [],
      ['exchange', 'relax', 'setup', 'write'],
      ['hot', 'pack'],
      ['exchange', 'relax', 'write', 'hot'],
    ]);
    expect(on.flat()).not.toContain('get');
  });

  it('excludes functions that turn out too expensive once those that hid them are off', () => {
    const late = (on: readonly string[]) => on.filter((name) => name === 'get');
    expect(search(tree, [], late).on.slice(3)).toEqual([
      ['get', 'pack'],
      ['hot'], // below it the search continues
      ['solve', 'write', 'exchange', 'relax', 'hot'],
    ]);
    // Even when all that was found is measured together.
    const last = (on: readonly string[]) => (on.length > 4 ? on.filter((name) => name === 'exchange') : []);
    const { on, last: end } = search(tree, [], last);
    expect(on.at(-1)).toEqual(['solve', 'write', 'relax', 'get', 'hot']);
    expect(end.blackList).toEqual(['exchange']);
  });

  it('ends where nothing takes enough, where nothing is called, and with functions that call each other', () => {
    expect(search({ main: { share: 100 } }).on).toEqual([[]]);
    expect(search({ main: { share: 100, calls: ['a'] }, a: { share: 1, calls: ['b'] }, b: { share: 1 } }).on).toEqual([
      [],
      ['a'],
      [],
    ]);
    const circle: Tree = {
      main: { share: 100, calls: ['a'] },
      a: { share: 90, calls: ['b', 'a', 'main'] },
      b: { share: 80, calls: ['a'] },
    };
    expect(search(circle).on).toEqual([[], ['a'], ['b'], ['a', 'b']]);
    // Black ones that call each other are passed through once.
    expect(search(circle, ['a', 'b']).on).toEqual([[]]);
  });

  it('is over at once where what was found is what is on', () => {
    const { on, last } = search({ main: { share: 100, calls: ['a'] }, a: { share: 50 } });
    expect(on).toEqual([[], ['a']]);
    expect(last).toMatchObject({ stage: 'over', found: ['a'], on: ['a'] });
  });

  it('is passed to the probe as rules of which the last one counts', () => {
    expect(rulesThatMeasure(['ns::f(int*)', 'g'])).toEqual([
      { take: 'exclude', glob: '*' },
      { take: 'include', glob: 'main' },
      { take: 'include', glob: 'MAIN__' },
      { take: 'include', glob: 'ns::f(int\\*)' },
      { take: 'include', glob: 'g' },
    ]);
  });
});
