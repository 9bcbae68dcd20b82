import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldsOf, textOf, type Fields } from '../../src/formats/stacks/json.js';
import { bundled } from '../support/bundled.js';
import { withFile } from './files.js';
import { PprofBomb } from './pprofBombs.js';

/** Megabytes of objects that reading may take, and where samples are summed. */
const [HEAP, SMALL_HEAP] = [1024, 256];
const TOO_LARGE = 'needs more than 1.1 GB of memory for its names, call paths and values';
const folder = mkdtempSync(join(tmpdir(), 'trimtab-bombs-'));

beforeAll(() => bundled({ readOne: join(import.meta.dirname, 'readOne.ts') }, folder));
afterAll(() => rmSync(folder, { recursive: true }));

function read(name: string, content: string | Uint8Array, heap = HEAP): Fields {
  return withFile(name, content, (path) => {
    const words = [`--max-old-space-size=${heap}`, join(folder, 'readOne.cjs'), path];
    const printed: unknown = JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' }));
    const result = fieldsOf(printed);
    return result.refusal === undefined ? result : { refusal: textOf(result.refusal).replace(path, name) };
  });
}

/** So many samples that lists of them would fill the small heap. */
const MANY = 2_500_000;

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
      '1 stack of the file is deeper than is read: what lies deeper counts for the last function that was read.',
    ]);
  });

  it('are summed while they are read: one stack of many million functions', () => {
    const bomb = new PprofBomb(2);
    bomb.samples(1, [2, 2]);
    bomb.longSample(12_000_000, 1);
    expect(read('x.pprof', bomb.packed(), SMALL_HEAP)).toMatchObject({ callPaths: 1026, samples: 2 });
  });

  it('are refused where their call paths need too much memory', () => {
    const bomb = new PprofBomb(100);
    for (let first = 1; first <= 40; first++)
      for (let last = 1; last <= 100; last++) bomb.samples(1, [...Array.from({ length: 1000 }, () => last), first]);
    expect(read('x.pprof', bomb.packed())).toEqual({
      refusal: `x.pprof ${TOO_LARGE}; record fewer functions or a shorter run.`,
    });
  });

  it('are refused where their names need too much memory', () => {
    const bomb = new PprofBomb(1);
    bomb.samples(1, [1]);
    bomb.repeat(40_000_000, Buffer.from([0x32, 0x01, 0x41]));
    expect(read('x.pprof', bomb.packed()).refusal).toContain(TOO_LARGE);
  });

  it('are refused where they unpack to more than is read', () => {
    const bomb = new PprofBomb(1);
    bomb.repeat(150_000_000, Buffer.from([0x12, 0x00]));
    expect(read('x.pprof', bomb.packed())).toEqual({
      refusal: 'x.pprof unpacks to more than the 268.4 MB that are read; profile for a shorter time.',
    });
  });
});

describe('other profiles that ask for much', () => {
  it('are read where their stacks are deep and alike', () => {
    const line = `${'a;'.repeat(3000)}b 1\n`;
    expect(read('x.folded', line.repeat(3000))).toMatchObject({ callPaths: 1024, samples: 3000 });
  });

  it('are refused where folded stacks make too many call paths', () => {
    const lines = Array.from({ length: 6000 }, (_, at) => `r${at};${'a;b;'.repeat(500)}c 1\n`).join('');
    expect(read('x.folded', lines)).toEqual({
      refusal: `x.folded ${TOO_LARGE}; record fewer functions or a shorter run.`,
    });
  });

  it('are refused where folded stacks have too many functions', () => {
    const lines = Array.from({ length: 600_000 }, (_, at) => `a;f${at} 1\n`).join('');
    expect(read('x.folded', lines).refusal).toContain(TOO_LARGE);
  });

  it('are refused where values of JSON need many times the bytes of their text', () => {
    const text = `{"$schema":"https://www.speedscope.app/file-format-schema.json","profiles":[${'[],'.repeat(50_000_000)}0]}`;
    expect(read('x.speedscope.json', text)).toEqual({
      refusal: 'x.speedscope.json holds values that need more than 1.6 GB of memory; record a shorter run.',
    });
  });

  it('are refused where rows of Caliper refer to long branches again and again', () => {
    const nodes = Array.from({ length: 4000 }, (_, at) => {
      const parent = at === 0 ? '' : `,parent=${at + 99}`;
      return `__rec=node,id=${at + 100},attr=20,data=r${parent}\n`;
    }).join('');
    const content = `__rec=node,id=20,attr=8,data=region,parent=3\n${nodes}`;
    const row = `__rec=ctx,ref=4099${'=4099'.repeat(3)}\n`;
    expect(read('x.cali', content + row.repeat(50_000)).refusal).toBe(
      'x.cali has regions that are nested in more than 100 others on average; write it again with fewer of them.',
    );
  });

  it('are read where a stack that perf printed has no end', () => {
    const frames = ' 1 a (/x)\n'.repeat(3_000_000);
    const head = (time: string): string => `w 1 ${time}: 100 cpu-clock:\n`;
    expect(read('x.perf', `${head('1.000000')}${frames}\n${head('1.100000')} 1 a (/x)\n`)).toMatchObject({
      callPaths: 1024,
      samples: 2,
    });
  });
});
