import { describe, expect, it } from 'vitest';
import { rounds } from '../support/matrix.js';
import { boundedReader, SMALL_HEAP, SMALLER, TOO_LARGE, WHOLE_HEAP } from './boundedReader.js';
import { PprofBomb } from './pprofBombs.js';

const read = boundedReader();

/** So many samples that lists of them would fill the small heap. */
const MANY = rounds(500_000, 2_500_000);

describe('profiles of pprof that unpack to far more than they are', () => {
  it('are summed while they are read: many samples without anything', () => {
    const bomb = new PprofBomb(1);
    bomb.samples(1, [1]);
    bomb.repeat(MANY, Buffer.from([0x12, 0x00]));
    expect(read('x.pprof', bomb.packed(), SMALL_HEAP)).toEqual({ callPaths: 1, samples: 1, warnings: [] });
  });

  it('are summed while they are read: many samples of one stack', () => {
    const bomb = new PprofBomb(3);
    bomb.samples(MANY, [3, 2, 1]);
    expect(read('x.pprof', bomb.packed(), SMALL_HEAP)).toEqual({ callPaths: 3, samples: MANY, warnings: [] });
  });

  it('are summed while they are read: thousands of inlined functions in each of many samples', () => {
    const bomb = new PprofBomb(2);
    bomb.location(
      3,
      Array.from({ length: 10_000 }, (_, at) => 1 + (at % 2)),
    );
    bomb.samples(MANY, [3]);
    const { callPaths, samples, warnings } = read('x.pprof', bomb.packed(), SMALL_HEAP);
    expect([callPaths, samples]).toEqual([1024, MANY]);
    expect(warnings).toEqual([
      '1 stack of the file is deeper than is read; deeper parts count for the last function that was read.',
    ]);
  });

  it('are summed while they are read: one stack of many million functions', () => {
    const bomb = new PprofBomb(2);
    bomb.samples(1, [2, 2]);
    bomb.longSample(rounds(6_000_000, 12_000_000), 1);
    expect(read('x.pprof', bomb.packed(), SMALL_HEAP)).toMatchObject({ callPaths: 1026, samples: 2 });
  });

  it('are refused where their call paths need too much memory', () => {
    const bomb = new PprofBomb(100);
    for (let first = 1; first <= 40 / SMALLER; first++)
      for (let last = 1; last <= 100; last++) bomb.samples(1, [...Array.from({ length: 1000 }, () => last), first]);
    expect(read('x.pprof', bomb.packed())).toEqual({
      refusal: `x.pprof ${TOO_LARGE}; record fewer functions or a shorter run.`,
    });
  });

  it('are refused where their names need too much memory', () => {
    const bomb = new PprofBomb(1);
    bomb.samples(1, [1]);
    bomb.repeat(40_000_000 / SMALLER, Buffer.from([0x32, 0x01, 0x41]));
    expect(read('x.pprof', bomb.packed()).refusal).toContain(TOO_LARGE);
  });

  it('are refused where they unpack to more than is read', () => {
    const bomb = new PprofBomb(1);
    bomb.repeat(15_000_000, Buffer.from([0x12, 0x00]));
    // Content packed in several parts is one content.
    const packed = Buffer.concat(Array<Buffer>(10).fill(bomb.packed()));
    expect(read('x.pprof', packed, WHOLE_HEAP)).toEqual({
      refusal: 'x.pprof unpacks to more than the 268.4 MB that are read; profile for a shorter time.',
    });
  });
});
