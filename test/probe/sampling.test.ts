/** Samples of thread positions: their lines and regions, in addition to the records, and nothing unless requested. */
import { execa } from 'execa';
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { analyzeTrace } from '../../src/analysis/trace/index.js';
import { openArchive } from '../../src/formats/otf2/index.js';
import type { HotLine } from '../../src/model/findings/findings.js';
import { inOrder, openRegions, readEvents } from './archive.js';
import {
  buildOnce,
  environment,
  finish,
  fresh,
  marked,
  mpis,
  patient,
  prepare,
  programs,
  remarksIn,
  run,
  wrapper,
} from './support.js';

const build = buildOnce();
const flags = ['-O1', '-pthread'];
/** Some hundred milliseconds of processor time for each thread. */
const ROUNDS = '250000';

const sampled = (folder: string): readonly HotLine[] =>
  analyzeTrace(openArchive(folder), { program: 'lines' }).report.hotLines ?? [];

/** Whether the kernel allows samples here. */
const paranoid = Number(readFileSync('/proc/sys/kernel/perf_event_paranoid', 'utf8'));
const allowed = paranoid <= 2 || process.getuid?.() === 0;
if (!allowed) console.warn('kernel.perf_event_paranoid is more than 2: samples are not tested.');

describe.skipIf(!allowed).each(mpis)('samples with %s', patient, (mpi) => {
  beforeAll(() => prepare(mpi));

  const measure = async (env: Record<string, string>, raw = false) =>
    run(mpi, await build(mpi, 'lines.c', flags), { ranks: 1, args: [ROUNDS], env, raw });

  it('measure the share of each line of a function, in all threads', async () => {
    const { folder, remarks } = await measure({ TRIMTAB_SAMPLING: '1000', TRIMTAB_FUNCTIONS: 'all' });
    expect(remarks).toEqual([]);
    const events = await readEvents(folder);
    for (const [, some] of events) {
      expect(openRegions(some)).toEqual([]);
      expect(inOrder(some)).toBe(true);
    }
    const threads = [...events.values()].filter((some) => some.some(({ kind }) => kind === 'CALLING_CONTEXT_SAMPLE'));
    expect(threads).toHaveLength(2);
    const lines = sampled(folder).filter(({ region }) => region === 'work');
    const near = (name: string): number => {
      // A loop's own line and that of its body are one: the compiler puts its instructions to either.
      const line = marked('lines.c', name);
      return lines
        .filter(({ place }) => place.line === line || place.line === line - 1)
        .reduce((sum, { samples }) => sum + samples, 0);
    };
    const [four, once] = [near('four times'), near('once')];
    expect(four + once).toBeGreaterThan(50);
    // Four to one, of some hundred samples; the second loop adds where the first one multiplies.
    expect(four / once).toBeGreaterThan(2);
    expect(four / once).toBeLessThan(8);
    for (const { samples, ofSamples, least, seconds, most } of lines) {
      expect(samples).toBeLessThanOrEqual(ofSamples);
      expect(least).toBeLessThanOrEqual(seconds);
      expect(seconds).toBeLessThanOrEqual(most);
    }
  });

  it('are taken of a program that was built without the probe, in the thread that loads it', async () => {
    const files = fresh('plain');
    mkdirSync(files);
    const program = join(files, 'program');
    await execa(`mpicc.${mpi}`, [...flags, '-g', '-o', program, join(programs, 'lines.c')]);
    const folder = fresh('run');
    const env = { ...environment, TRIMTAB_SAMPLING: '1000', TRIMTAB_EXPERIMENT_DIR: folder };
    const preloader = join(wrapper, '../trimtab-preload');
    const ran = await execa(`mpirun.${mpi}`, ['-n', '1', preloader, program, ROUNDS], { env, timeout: 120_000 });
    expect(remarksIn(ran.stderr)).toEqual([]);
    const kinds = [...(await readEvents(folder)).values()].flat().map(({ kind }) => kind);
    expect(kinds).toContain('CALLING_CONTEXT_SAMPLE');
    expect(sampled(folder).length).toBeGreaterThan(0);
  });

  it('belong to the program if no region is open', async () => {
    const files = fresh('serial');
    mkdirSync(files);
    const [source, program] = [join(files, 'serial.c'), join(files, 'program')];
    const loop = 'for (long i = 0; i < 200000000; i++) sum += 1 / (1.0 + sum);';
    writeFileSync(source, `int main(void) {\n  volatile double sum = 0;\n  ${loop}\n  return sum < 0;\n}\n`);
    await execa('cc', ['-g', '-O1', '-o', program, source]);
    const folder = fresh('run');
    const env = { ...environment, TRIMTAB_SAMPLING: '1000', TRIMTAB_EXPERIMENT_DIR: folder };
    await execa(join(wrapper, '../trimtab-preload'), [program], { env, timeout: 120_000 });
    await finish(mpi, folder);
    const [first] = sampled(folder);
    expect([first?.region, first?.place.line]).toEqual(['program', 3]);
    expect((first?.samples ?? 0) / (first?.ofSamples ?? 0)).toBeGreaterThan(0.9);
  });

  it('are absent unless requested', async () => {
    const { folder } = await measure({});
    const kinds = [...(await readEvents(folder)).values()].flat().map(({ kind }) => kind);
    expect(kinds).not.toContain('CALLING_CONTEXT_SAMPLE');
    expect(sampled(folder)).toEqual([]);
  });

  it('are omitted from a profile', async () => {
    const { folder } = await measure({ TRIMTAB_SAMPLING: '1000', TRIMTAB_MODE: 'profile' }, true);
    expect(readdirSync(join(folder, 'raw')).filter((name) => name.endsWith('.smp'))).toEqual([]);
  });

  it('that are cut or make no sense end in an archive', async () => {
    const { folder } = await measure({ TRIMTAB_SAMPLING: '1000' }, true);
    const files = readdirSync(join(folder, 'raw')).filter((name) => name.endsWith('.smp'));
    const [first, second] = files.map((name) => join(folder, 'raw', name));
    if (first === undefined || second === undefined) throw new Error('there are no samples of two threads');
    truncateSync(first, readFileSync(first).length - 7);
    const words = BigUint64Array.from({ length: 4096 }, (_, at) => BigInt(at) * 0x9e3779b97f4a7c15n);
    writeFileSync(second, Buffer.from(words.buffer));
    await finish(mpi, folder);
    const { stdout } = await execa('otf2-print', [join(folder, 'traces.otf2')], { maxBuffer: 1 << 28 });
    expect(stdout).toContain('CALLING_CONTEXT_SAMPLE');
    expect(sampled(folder).length).toBeGreaterThanOrEqual(0);
  });
});
