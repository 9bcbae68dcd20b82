/** Testing hypotheses with windows of iterations: what is sure, what stays true, what is pruned, and what it costs. */
import { describe, expect, it } from 'vitest';
import { IterationStream } from '../../../src/measurement/live/iterations/stream.js';
import { FunctionTests } from '../../../src/measurement/search/functions.js';
import { emptyHistory, type Hypothesis, SearchBook } from '../../../src/measurement/search/history.js';
import type { SearchedRun } from '../../../src/measurement/search/run.js';
import { CHUNK, decide, testAll } from '../../../src/measurement/search/tests.js';
import { costOf, severityOf, type Window, windowOf } from '../../../src/measurement/search/window.js';
import type { LiveView } from '../../../src/measurement/live/view.js';
import { block } from '../live/blocks.js';

const PATHS = [
  '0 -1 a:user.CODE step',
  '1 0 b:compiler.FUNCTION solve',
  '2 0 c:mpi.FUNCTION MPI_Allreduce',
  '3 0 d:measurement.ARTIFICIAL MEASUREMENT OFF',
  '4 0 e:none.FILE_IO fwrite',
  '',
].join('\n');

/** Iterations of 100 microseconds on two ranks; rank 1 computes for half as long, and waits for the rest. */
function streamOf(iterations: number, more: { readonly visits?: number } = {}): IterationStream {
  const stream = new IterationStream();
  const { visits = 1 } = more;
  for (const rank of [0, 1]) {
    const [solve, wait] = rank === 0 ? [60_000, 10_000] : [30_000, 40_000];
    const values = [0, 1, 100_000, 0, 1, visits, solve, 0, 2, 1, wait, 8, 3, 1, 5000, 0, 4, 1, 15_000, 64];
    const frames = Array.from({ length: iterations }, (_, at) => ({
      ...{ first: at + 1, count: 1, ticks: 100_000, values },
    }));
    stream.take('series-a', block({ rank, number: 0, paths: PATHS, frames }));
  }
  return stream;
}

function windowIn(stream: IterationStream, first: number, count: number): Window {
  const window = windowOf(stream, first, count);
  if (window === undefined) throw new Error('these iterations are not known');
  return window;
}

describe('a window of iterations', () => {
  it('has the time of each class on each rank, without what nothing was recorded of', () => {
    const { loopTime, duration, byMetric, byPath, visits, ranks } = windowIn(streamOf(40), 8, 16);
    expect(ranks).toEqual([0, 1]);
    expect(loopTime).toBeCloseTo(2 * 16 * 100e-6, 9);
    expect(duration).toBeCloseTo(100e-6, 9);
    const sums = new Map(byMetric.map((amount) => [amount.metric, severityOf(windowIn(streamOf(40), 8, 16), amount)]));
    expect([...sums.keys()].sort()).toEqual(['comp', 'io_data', 'mpi_collective']);
    expect(sums.get('io_data')?.severity).toBeCloseTo(0.15, 5);
    expect(sums.get('mpi_collective')?.severity).toBeCloseTo(0.25, 5);
    // The function, and the own time of the loop: 10 of 100 microseconds on both ranks.
    expect(sums.get('comp')?.severity).toBeCloseTo(0.45 + 0.1, 5);
    expect(byPath.map(({ path }) => path.join(' > '))).toContain('step > solve');
    expect(visits.get('solve')).toBe(2);
    const allreduce = byPath.find(({ metric }) => metric === 'mpi_collective');
    if (allreduce === undefined) throw new Error('there is no MPI_Allreduce');
    expect(severityOf(windowIn(streamOf(40), 8, 16), allreduce, [1]).severity).toBeCloseTo(0.2, 5);
  });

  it('costs its events', () => {
    const window = windowIn(streamOf(40, { visits: 100 }), 0, 32);
    // Two events a visit of 31 ns, 100 visits a rank, in 200 microseconds of both ranks.
    expect(costOf(window, 'solve')).toBeCloseTo((2 * 200 * 31e-9) / 200e-6, 6);
    expect(window.cost).toBeGreaterThan(costOf(window, 'solve'));
    expect(costOf(window, 'unknown')).toBe(0);
  });

  it('is absent if iterations are no longer known one by one', () => {
    expect(windowOf(streamOf(1200), 0, 16)).toBeUndefined();
    expect(windowOf(streamOf(1200), 1100, 16)?.count).toBe(16);
  });
});

describe('a hypothesis', () => {
  const about = { property: 'comp', path: [], ranks: [] };
  const window = { first: 0, count: 16 };
  const begun = (): SearchBook => new SearchBook(emptyHistory());
  const decided = (book: SearchBook, severity: number, standardError: number, count = 16): Hypothesis =>
    decide(book, book.root, about, { severity, standardError }, { ...window, count });

  it('is tested longer while it is not sure, to a chunk at most', () => {
    expect(decided(begun(), 0.3, 0.5).state).toBe('testing');
    expect(decided(begun(), 0.3, 0.05).state).toBe('true');
    expect(decided(begun(), 0.3, 0.5, CHUNK).state).toBe('true');
    expect(decided(begun(), 0.001, 0.05).state).toBe('false');
    expect(decided(begun(), 0.001, 0.5).state).toBe('testing');
  });

  it('that was true stays so, with its largest severity', () => {
    const book = begun();
    decided(book, 0.3, 0.01);
    expect(decided(book, 0.001, 0.01)).toMatchObject({ state: 'true', severity: 0.3 });
    expect(decided(book, 0.4, 0.9)).toMatchObject({ state: 'true', severity: 0.4 });
  });

  it('that is false prunes what is below it, but for what was found', () => {
    const book = begun();
    const parent = decided(book, 0.001, 0.5);
    const [open, found] = ['a', 'b'].map((name) => book.below(parent, { ...about, path: [name] }));
    const deeper = book.below(open ?? parent, { ...about, path: ['a', 'c'] });
    book.set(found?.number ?? 0, { state: 'true', severity: 0.02 });
    decided(book, 0.001, 0.01);
    const states = [open, found, deeper].map((one) => book.all[one?.number ?? 0]?.state);
    expect(states).toEqual(['pruned', 'true', 'pruned']);
  });

  it('is refined by call path and by the ranks that go alike', () => {
    const book = begun();
    testAll(book, windowIn(streamOf(64), 0, 64));
    const truths = book.all.filter(({ state }) => state === 'true');
    const texts = truths.map(({ property, path, ranks }) => `${property} ${path.join('>')} ${ranks.join()}`.trim());
    expect(texts).toEqual(
      expect.arrayContaining([
        'comp step>solve',
        'comp step>solve 0',
        'comp step>solve 1',
        'mpi_collective step>MPI_Allreduce 1',
        'io_data step>fwrite',
        'imbalance',
      ]),
    );
    // Both ranks write alike.
    expect(texts.filter((text) => text.startsWith('io_data'))).toEqual(['io_data', 'io_data step>fwrite']);
  });
});

const VIEW: LiveView = {
  ...{ size: 2, phase: 'step', silent: [], missed: [], groups: [], metrics: [], sampling: 0, sums: [] },
  ranks: [0, 1].map((rank) => ({
    ...{ rank, iteration: 64, mode: 'profile', seconds: 1000, bytes: 0, threads: 1, overhead: 0, waiting: 0 },
    ...{ mpi: 0, seen: 1, selection: 'a' },
  })),
  functions: ['step', 'solve', 'small'].map((name) => ({ name, on: true, groups: [] })),
};

/** A run that takes all requests, as a program does that has not come to their iteration. */
function taking(view: LiveView, asked: string[]): SearchedRun {
  return {
    look: () => Promise.resolve(view),
    ask: (request) => {
      asked.push(request);
      return Promise.resolve({ kind: 'done' });
    },
    pause: () => Promise.reject(new Error('nothing is waited for')),
    growth: () => Promise.resolve([]),
  };
}

describe('the budget', () => {
  it('excludes the most expensive functions, and reports why they are not tested', async () => {
    const asked: string[] = [];
    const book = new SearchBook(emptyHistory());
    const stream = streamOf(64, { visits: 2000 });
    const window = windowIn(stream, 0, 64);
    expect(window.cost).toBeGreaterThan(book.history.budget);
    testAll(book, window);
    const tests = new FunctionTests(taking(VIEW, asked), book, () => undefined);
    const switched = await tests.next(stream, window);
    expect(switched?.changesFunctions).toBe(true);
    const at = switched?.from;
    expect(asked).toEqual([`function off * at ${at}`, `function on "step" at ${at}`, `function on "small" at ${at}`]);
    const solve = book.find({ property: 'comp', path: ['step', 'solve'], ranks: [] });
    // It was found to be severe before: that stays.
    expect(solve?.state).toBe('true');
  });

  it('lets run what costs little', async () => {
    const asked: string[] = [];
    const book = new SearchBook(emptyHistory());
    const stream = streamOf(64);
    const window = windowIn(stream, 0, 64);
    testAll(book, window);
    const tests = new FunctionTests(taking(VIEW, asked), book, () => undefined);
    expect(await tests.next(stream, window)).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('is not spent on functions of a trial that cost too much, nor on regions that cannot be switched', async () => {
    const asked: string[] = [];
    const said: string[] = [];
    const book = new SearchBook(emptyHistory());
    const stream = streamOf(64);
    const window = windowIn(stream, 0, 64);
    testAll(book, window);
    // Two functions are off; the trial shows that one of them is called too often, and a region of OpenMP.
    const view = { ...VIEW, functions: VIEW.functions.map((one) => ({ ...one, on: one.name === 'step' })) };
    const trial = (): Buffer[] =>
      [0, 1].map((rank) => {
        const paths = [
          '5 0 f:compiler.FUNCTION small',
          '6 0 10:openmp.PARALLEL !$omp parallel',
          '7 0 11:compiler.FUNCTION often',
          '',
        ].join('\n');
        const values = [0, 1, 100_000, 0, 5, 2, 20_000, 0, 6, 1, 20_000, 0, 7, 900, 30_000, 0];
        const frames = Array.from({ length: 20 }, (_, at) => ({ first: 65 + at, count: 1, ticks: 100_000, values }));
        return block({ rank, number: 1, paths, frames });
      });
    const run: SearchedRun = {
      ...taking({ ...view, functions: [...view.functions, { name: 'often', on: false, groups: [] }] }, asked),
      pause: () => (stream.reached >= 84 ? Promise.reject(new Error('the trial is over')) : Promise.resolve()),
      growth: () => Promise.resolve(trial().map((bytes) => ({ file: 'series-a', bytes }))),
    };
    const switched = await new FunctionTests(run, book, (sentence) => said.push(sentence)).next(stream, window);
    expect(switched?.changesFunctions).toBe(true);
    const on = asked.filter((request) => request.startsWith('function on')).slice(-2);
    expect(on.map((request) => /"(.*)"/.exec(request)?.[1])).toEqual(['step', 'small']);
    expect(asked.join()).not.toContain('omp parallel');
    const often = book.find({ property: 'comp', path: ['step', 'often'], ranks: [] });
    expect(often?.state).toBe('over budget');
    expect(often?.note).toMatch(/^Recording its calls would take \d+ % of the time\.$/);
  });
});
