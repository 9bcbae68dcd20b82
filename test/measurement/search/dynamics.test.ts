/** How a running program changes: series of its functions, short peaks of long runs, and what was found stays found. */
import { describe, expect, it } from 'vitest';
import { IterationStream } from '../../../src/measurement/live/iterations/stream.js';
import { StreamDynamics } from '../../../src/measurement/search/dynamics.js';
import { emptyHistory, type Hypothesis, SearchBook } from '../../../src/measurement/search/history.js';
import { lossTexts } from '../../../src/measurement/search/words.js';
import { block } from '../live/blocks.js';

const PATHS = [
  '0 -1 a:user.CODE step',
  '1 0 b:compiler.FUNCTION solve',
  '2 1 c:compiler.FUNCTION sweep',
  '3 0 d:mpi.FUNCTION MPI_Allreduce',
  '',
].join('\n');

/** Nanoseconds of `solve` (inclusive), of `sweep` and of MPI_Allreduce in an iteration; undefined: it is off. */
interface Iteration {
  readonly solve: number | undefined;
  readonly sweep: number;
  readonly wait: number;
}

const RANKS = [0, 1];
/** Iterations are never quite alike, in the same way in each run of the test. */
const noise = (iteration: number): number => (iteration * 7919) % 101;

class Told {
  readonly stream = new IterationStream();
  readonly book = new SearchBook(emptyHistory());
  readonly dynamics = new StreamDynamics(this.stream, this.book);
  private number = 0;
  private until = 0;

  /** Reports so many more iterations, as one block. */
  tell(count: number, like: (iteration: number, rank: number) => Iteration): void {
    const all = Array.from({ length: count }, (_, i) => this.until + i);
    for (const rank of RANKS) {
      const frames = all.map((at) => {
        const { solve, sweep, wait } = like(at, rank);
        const computed = 20_000 + noise(at);
        const own = solve === undefined ? [] : [1, 1, solve + sweep + noise(at), 0, 2, 1, sweep, 0];
        const spent = computed + (solve ?? 0) + sweep + wait + noise(at);
        return { first: at + 1, count: 1, ticks: spent, values: [0, 1, spent, 0, ...own, 3, 1, wait, 8] };
      });
      this.stream.take('series-a', block({ rank, number: this.number, paths: this.number === 0 ? PATHS : '', frames }));
    }
    this.number++;
    this.until += count;
    this.dynamics.judgeChunk(0);
  }

  found(property: string): Hypothesis[] {
    return this.book.all.filter((one) => one.property === property && one.state === 'true');
  }
}

describe('function data of a running program', () => {
  it('is judged by call path, as after the run', () => {
    const told = new Told();
    told.tell(240, (at) => ({ solve: 30_000, sweep: at < 120 ? 10_000 : 40_000, wait: 5000 }));
    told.dynamics.judge(0);
    const rises = told.found('dynamics_trends').filter(({ path }) => path.length > 1);
    expect(rises.map(({ path }) => path.join(' > '))).toEqual(['step > solve > sweep']);
    expect(rises[0]?.extent?.first).toBeGreaterThanOrEqual(117);
    expect(rises[0]?.extent?.first).toBeLessThanOrEqual(121);
    const [finding] = told.dynamics.known?.findings.filter(({ metric }) => metric === 'execution') ?? [];
    expect(finding?.callPath.map(({ region }) => region)).toEqual(['step', 'solve', 'sweep']);
    // 120 iterations of two ranks, 30 microseconds each.
    expect(finding?.excess).toBeCloseTo(2 * 120 * 30e-6, 4);
  });

  it('counts from the iteration on in which the functions are on that are on now', () => {
    const like = (at: number): Iteration => ({ solve: at < 100 ? undefined : 30_000, sweep: 10_000, wait: 5000 });
    const switched = new Told();
    switched.tell(240, like);
    switched.dynamics.judge(100);
    expect(switched.found('dynamics_trends').filter(({ path }) => path.length > 1)).toEqual([]);
    // Functions that are off seem to use no time: without knowledge of the switch, results are wrong.
    const misled = new Told();
    misled.tell(240, like);
    misled.dynamics.judge(0);
    expect(misled.found('dynamics_trends').map(({ path }) => path.join(' > '))).toContain('step > solve');
  });
});

describe('short changes of a long run', () => {
  const PEAKS = [1700, 2900, 4123, 5321];
  const waiting =
    (peaks: readonly number[]) =>
    (at: number): Iteration => ({
      ...{ solve: 30_000, sweep: 10_000 },
      wait: peaks.includes(at) ? 3_000_000 : 5000,
    });

  it('are found while iterations are known one by one, and kept when they are not', () => {
    const told = new Told();
    for (let i = 0; i < 12; i++) told.tell(500, waiting(PEAKS));
    told.dynamics.judge(0);
    expect(told.book.history.coarse).toBeUndefined();
    const [width] = [...told.stream.durations().values()].map((series) => series.width);
    expect(width).toBe(8);
    // The loop is in iterations too, and not in those of a value.
    const [loop] = told.dynamics.known?.loops ?? [];
    expect(loop?.count).toBe(6000);
    // 65 microseconds, two times 50 nanoseconds of noise, and four peaks of 3 milliseconds in 6,000 iterations.
    expect(loop?.meanDuration).toBeCloseTo(67.1e-6, 6);
    const peaks = told.dynamics.known?.findings.find(
      ({ property, metric }) => property === 'dynamics_peaks' && metric === 'mpi_collective',
    );
    expect(peaks?.patterns.map(({ top }) => top)).toEqual(PEAKS);
    for (const [index, { excess }] of (peaks?.patterns ?? []).entries())
      expect(excess / (2 * 2_995_000e-9), String(PEAKS[index])).toBeCloseTo(1, 1);
  });

  it('that could not be looked for are reported', () => {
    const told = new Told();
    for (let i = 0; i < 2; i++) told.tell(1000, waiting([]));
    told.tell(4000, waiting([]));
    // The latest 1,024 of 6,000 are known; those up to 2,000 were judged before.
    expect(told.book.history.coarse).toBe(6000 - 1024 - 2000);
    expect([...lossTexts(told.book.history)]).toEqual([
      'In 2,976 iterations, short changes could not be searched for: the iterations were too fast.',
    ]);
  });

  it('stay found when further iterations make them a small part of the run', () => {
    const told = new Told();
    told.tell(100, waiting([50]));
    told.dynamics.judge(0);
    const [peak] = told.found('dynamics_peaks').filter(({ path }) => path.includes('MPI_Allreduce'));
    expect(peak?.note).toMatch(/^Peaks at iteration 50 /);
    for (let i = 0; i < 20; i++) told.tell(500, waiting([50]));
    told.dynamics.judge(0);
    const later = told.book.all[peak?.number ?? 0];
    expect(later?.state).toBe('true');
    expect(later?.extent).toEqual(peak?.extent);
    expect(later?.note).toBe(`${peak?.note} Later iterations show no such change.`);
  });
});
