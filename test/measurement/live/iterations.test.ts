/** Merged iteration data of a running program: constant memory, exact sums, and files that were damaged. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BlockReader } from '../../../src/measurement/live/iterations/blocks.js';
import { FoldedSeries } from '../../../src/measurement/live/iterations/folded.js';
import { IterationStream } from '../../../src/measurement/live/iterations/stream.js';
import { block } from './blocks.js';

/** Values that are kept one by one, and bins. */
const [LATEST, MOST_BINS] = [1024, 1024];

/** Iterations 10 (k + 1) to 10 (k + 1) + 9 in block k. */
const blocks = (rank: number, count: number): Buffer[] =>
  Array.from({ length: count }, (_, number) =>
    block({
      ...{ rank, number },
      frames: Array.from({ length: 10 }, (_, i) => ({
        first: 10 * number + i + 1,
        count: 1,
        values: [0, 1, 900, 0, 1, 2, 300, 64],
      })),
    }),
  );

describe('a series that folds', () => {
  it('keeps sums and the latest values, as a plain list does', () => {
    const values = fc.array(fc.tuple(fc.nat(3), fc.double({ min: 0, max: 1e3, noNaN: true })), { maxLength: 6000 });
    fc.assert(
      fc.property(values, (steps) => {
        const series = new FoldedSeries();
        const plain: (number | undefined)[] = [];
        let at = 0;
        for (const [skipped, value] of steps) {
          at += skipped;
          series.add(at, value);
          plain[at] = (plain[at] ?? 0) + value;
        }
        const list = Array.from(plain, (value) => value ?? 0);
        const sum = list.reduce((all, value) => all + value, 0);
        expect(series.length).toBe(list.length);
        expect(Math.abs(series.sum - sum)).toBeLessThanOrEqual(1e-9 * (1 + sum));
        expect(series.length).toBeLessThanOrEqual(series.width * MOST_BINS);
        const from = Math.max(0, list.length - LATEST);
        if (list.length > 0)
          expect([...(series.between(from, list.length) ?? [])]).toEqual(list.slice(from).map(Math.fround));
        const means = series.means(series.width, list.length);
        for (const [bin, mean] of means.entries()) {
          const own = list.slice(bin * series.width, (bin + 1) * series.width);
          const expected = own.reduce((all, value) => all + value, 0) / series.width;
          expect(Math.abs(mean - expected)).toBeLessThanOrEqual(1e-9 * (1 + expected));
        }
      }),
      { numRuns: 30, seed: 14 },
    );
  });
});

describe('blocks of iterations', () => {
  it('are read in pieces of any size, those of ranks mixed, and paths of one name at one place are one', () => {
    const file = Buffer.concat(
      Array.from({ length: 5 }, (_, i) => [0, 1].map((rank) => blocks(rank, 5)[i] ?? Buffer.alloc(0))).flat(),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), (piece) => {
        const stream = new IterationStream();
        for (let at = 0; at < file.length; at += piece) stream.take('series-a', file.subarray(at, at + piece));
        expect([stream.reached, stream.ranks, stream.losses]).toEqual([
          50,
          [0, 1],
          { blocks: 0, bytes: 0, joined: 0, rows: 0, full: [] },
        ]);
        expect(stream.paths.map(({ names, metric }) => [names.join(), metric])).toEqual([
          ['step', 'comp'],
          ['step,MPI_Recv', 'mpi_point2point'],
        ]);
        const own = stream.rowsOf(0).map(({ series }) => series.sum);
        for (const sum of own) expect(sum).toBeCloseTo(50 * 600e-9, 12);
        expect(stream.visitsOf(1)?.sum).toBe(2 * 2 * 50);
      }),
      { numRuns: 25, seed: 14 },
    );
  });

  it('that were cut or changed are skipped and counted, and the others remain valid', () => {
    const whole = blocks(0, 12);
    const cut = whole.map((one, i) => (i === 4 ? one.subarray(0, one.length - 9) : Buffer.from(one)));
    const changed = cut[8];
    if (changed !== undefined) changed[70] = (changed[70] ?? 0) ^ 1;
    const stream = new IterationStream();
    stream.take('series-a', Buffer.concat(cut));
    expect(stream.losses.blocks).toBe(2);
    expect(stream.losses.bytes).toBe((cut[4]?.length ?? 0) + (changed?.length ?? 0));
    expect(stream.rowsOf(0)[0]?.series.sum).toBeCloseTo(100 * 600e-9, 12);
  });

  it('have the classes of what they name, whatever it is called', () => {
    const lines = [
      '0 -1 a:user.CODE step',
      '1 0 b:compiler.FUNCTION MPI_wait_for_me',
      '2 0 c:mpi.FUNCTION MPI_Recv',
      '3 0 d:none.FILE_IO read',
      '4 0 e:compiler.FUNCTION read',
      '5 0 f:openmp.IMPLICIT_BARRIER !$omp implicit barrier',
      '6 0 f:openmp.SOME_BARRIER !$omp barrier',
      '7 0 f:openmp.CRITICAL !$omp critical',
      '8 0 f:pthread.FUNCTION pthread_mutex_lock',
      '9 0 f:measurement.ARTIFICIAL MEASUREMENT OFF',
      '10 0 f:newer.THING later',
    ];
    const stream = new IterationStream();
    stream.take('series-a', block({ rank: 0, number: 0, paths: `${lines.join('\n')}\n`, frames: [] }));
    expect(stream.paths.map(({ metric }) => metric)).toEqual([
      ...['comp', 'comp', 'mpi_point2point', 'io_data', 'comp', 'omp_ibarrier', 'omp_barrier', 'omp_critical'],
      ...['pthread_lock_api', 'overhead', 'comp'],
    ]);
  });

  /** Two threads of a rank; the second one works in the iterations of `worked`. */
  const twoThreads = (iterations: number, worked: readonly number[]): IterationStream => {
    const stream = new IterationStream();
    const frames = (all: readonly number[], values: readonly number[]) =>
      all.map((at) => ({ first: at + 1, count: 1, values }));
    const every = Array.from({ length: iterations }, (_, i) => i);
    stream.take('series-a', block({ rank: 0, number: 0, frames: frames(every, [0, 1, 900, 0, 1, 2, 300, 64]) }));
    const paths = '0 0:0 f:openmp.PARALLEL !$omp parallel\n';
    stream.take('series-a', block({ rank: 0, thread: 1, number: 0, paths, frames: frames(worked, [0, 1, 700, 0]) }));
    return stream;
  };

  it('of a thread are below the path that forked it, whose time is its own', () => {
    const stream = twoThreads(20, [0, 1, 2, 3]);
    expect(stream.paths.map(({ names }) => names.join())).toEqual(['step', 'step,MPI_Recv', 'step,!$omp parallel']);
    expect(stream.rowsOf(0).map(({ series }) => series.sum / 20)).toEqual([expect.closeTo(600e-9, 12)]);
    expect(stream.rowsOf(2).map(({ series }) => series.sum / 4)).toEqual([expect.closeTo(700e-9, 12)]);
  });

  it('are complete when all working threads have reported them', () => {
    const upTo = (last: number): number[] => Array.from({ length: last }, (_, i) => i);
    expect(twoThreads(20, upTo(18)).reached).toBe(18);
    // In the block above an iteration lasts a microsecond: the second thread is far behind in iterations, not in time.
    expect(twoThreads(40, upTo(3)).reached).toBe(3);
  });

  it('for which there is no room count in the rows of their metrics, and are counted', () => {
    const stream = new IterationStream({ rows: 1, paths: 2 });
    const paths = '0 -1 a:user.CODE step\n1 0 b:mpi.FUNCTION MPI_Recv\n2 0 c:mpi.FUNCTION MPI_Send\n';
    const values = [0, 1, 900, 0, 1, 2, 300, 64, 2, 1, 100, 8];
    stream.take('series-a', block({ rank: 0, number: 0, paths, frames: [{ first: 1, count: 1, values }] }));
    expect(stream.losses.rows).toBe(2);
    expect(stream.rest().map(({ rank, metric, series }) => [rank, metric, series.sum])).toEqual([
      [0, 'mpi_point2point', expect.closeTo(300e-9, 12)],
    ]);
  });

  it('for which a thread has no more memory are reported with its rank', () => {
    const paths = Array.from({ length: 256 }, (_, i) => `${i} -1 ${i.toString(16)}:compiler.FUNCTION f${i}\n`).join('');
    const stream = new IterationStream();
    stream.take('series-a', block({ rank: 3, number: 0, paths, frames: [] }));
    expect(stream.losses.full).toEqual([3]);
  });

  it('of any bytes at all end', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), fc.nat(200), (noise, at) => {
        const good = Buffer.concat(blocks(0, 1));
        const bytes = Buffer.concat([good.subarray(0, at), Buffer.from(noise), good]);
        const reader = new BlockReader();
        expect(reader.take(bytes).length).toBeLessThanOrEqual(2);
        // Its block is found, at the latest, when as much follows as the longest block takes.
        const after = reader.take(Buffer.alloc((1 << 20) + (1 << 18) + 128));
        expect(after.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 40, seed: 14 },
    );
  });
});
