/** Profiles of programs that end badly, of many threads and paths, of long runs, and of files that no program has written. */
import { execa } from 'execa';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { openCube, toSpace } from '../../src/formats/cube/index.js';
import { rounds } from '../support/matrix.js';
import { profileValues } from './profiles.js';
import {
  build,
  cache,
  COMPILERS_HOOKS,
  environment,
  fresh,
  mpis,
  patient,
  prepare,
  programs,
  remarksIn,
  run,
} from './support.js';

const MODE = { TRIMTAB_MODE: 'profile' };

/** The visits of a function on all paths and threads. */
function visitsOf(folder: string, name: string): number {
  const visits = profileValues(folder)('visits');
  return [...visits].reduce((sum, [path, count]) => (lastOf(path).startsWith(`${name}(`) ? sum + count : sum), 0);
}

/** Paths hold files with slashes: a region's own name begins behind the last slash before its parenthesis. */
function lastOf(path: string): string {
  return /\/([^/()]+\([^()]*\)[^()]*)$/.exec(path)?.[1] ?? '';
}

function attributes(folder: string): ReadonlyMap<string, string> {
  return openCube(join(folder, 'profile.cubex')).anchor.attributes;
}

describe.skipIf(mpis.length === 0)('the profile of a program', patient, () => {
  const mpi = elementAt(mpis, 0);
  let program = '';

  beforeAll(async () => {
    await prepare(mpi);
    const place = fresh('many');
    mkdirSync(place);
    program = join(place, 'many');
    const command = ['gcc', '-O1', '-pthread', '-o', program, join(programs, 'many.c')];
    await execa(join(import.meta.dirname, '../../src/probe/trimtab-cc'), command, {
      env: { ...environment, ...COMPILERS_HOOKS },
    });
  }, patient.timeout);

  async function ends(...args: string[]) {
    const folder = fresh('run');
    const env = { ...environment, ...MODE, TRIMTAB_EXPERIMENT_DIR: folder, TRIMTAB_KEEP_RAW: '1' };
    const result = await execa(program, args, { env, reject: false, timeout: 300_000 });
    const raw = existsSync(join(folder, 'raw')) ? readdirSync(join(folder, 'raw')) : [];
    const bytes = raw
      .filter((name) => name.endsWith('.prof'))
      .reduce((sum, name) => sum + statSync(join(folder, 'raw', name)).size, 0);
    return { folder, result, bytes, remarks: remarksIn(result.stderr) };
  }

  it('with a thousand threads that end early has all of them', async () => {
    const { folder, remarks } = await ends('threads', '1000');
    expect(remarks).toEqual([]);
    expect(openCube(join(folder, 'profile.cubex')).anchor.locations).toHaveLength(1001);
    expect(visitsOf(folder, 'work')).toBe(1000);
  });

  it('counts calls deeper than 100 at the path there, and reports so', async () => {
    const { folder } = await ends('deep', '5000');
    expect(visitsOf(folder, 'deep')).toBe(5001);
    const { anchor } = openCube(join(folder, 'profile.cubex'));
    const own = [...anchor.callTree.region].filter((region) => elementAt(anchor.regions, region).name === 'deep');
    expect(own).toHaveLength(99); // and main
    expect(attributes(folder).get('TRIMTAB::VISITS_TOO_DEEP')).toBe('4902');
  });

  it('counts paths beyond 65,536 together, and reports so', async () => {
    const { folder } = await ends('paths', '16');
    const { anchor } = openCube(join(folder, 'profile.cubex'));
    expect(anchor.callTree.size).toBeGreaterThan(65_536);
    expect(anchor.callTree.size).toBeLessThan(2 * 65_536);
    expect(anchor.regions.map(({ name }) => name)).toContain('OTHER CALL PATHS');
    expect(Number(attributes(folder).get('TRIMTAB::VISITS_WITHOUT_PATH'))).toBeGreaterThan(0);
  });

  it('takes the same memory for a hundred times as many calls', async () => {
    const peak = join(fresh('peak'));
    await execa('gcc', ['-o', peak, join(programs, 'peak.c')]);
    const memory = async (count: string) => {
      const folder = fresh('run');
      const env = { ...environment, ...MODE, TRIMTAB_EXPERIMENT_DIR: folder, TRIMTAB_FINISH: '0' };
      const { stdout } = await execa(peak, [program, 'loop', count], { env });
      return Number(stdout.split('\n').at(-1));
    };
    const [few, many] = [await memory('20000'), await memory('2000000')];
    expect(many).toBeLessThan(few + 1024);
    const [short, long] = [await ends('loop', '20000'), await ends('loop', '2000000')];
    expect(visitsOf(long.folder, 'work')).toBe(2_000_000);
    expect(openCube(join(long.folder, 'profile.cubex')).anchor.callTree.size).toBe(
      openCube(join(short.folder, 'profile.cubex')).anchor.callTree.size,
    );
    expect(long.bytes).toBeLessThan(200_000);
  });

  it('is not disturbed by a forked child', async () => {
    const { folder, remarks } = await ends('forked');
    expect(remarks).toEqual([]);
    expect(visitsOf(folder, 'work')).toBe(1);
  });

  it('keeps what was folded and recorded up to a crash', async () => {
    const { folder, result } = await ends('crash');
    expect(result.signal).toBe('SIGSEGV');
    const finisher = join(await cache(mpi), 'trimtab-finish');
    const finished = await execa(finisher, [folder]);
    expect(remarksIn(finished.stderr).join('\n')).toContain('ended by signal 11');
    expect(visitsOf(folder, 'work')).toBe(1);
    expect(attributes(folder).get('TRIMTAB::REGIONS_CLOSED')).toBe('1');
  });

  it('reports that it cannot be written, and leaves the program alone', async () => {
    const folder = fresh('run');
    const env = { ...environment, ...MODE, TRIMTAB_EXPERIMENT_DIR: folder };
    const command = 'ulimit -f 200; exec "$0" paths 14';
    const result = await execa('sh', ['-c', command, program], { env, reject: false });
    expect(result.exitCode).toBe(0);
    expect(result.stdout).toBe('0');
    expect(remarksIn(result.stderr).join('\n')).toContain('File too large');
  });

  it('of which a rank ends by MPI_Abort has what all ranks did', async () => {
    const { folder, remarks } = await run(mpi, await build(mpi, 'endings.c'), { ranks: 2, args: ['abort'], env: MODE });
    expect(remarks.join('\n')).toContain('ended by abort');
    expect(visitsOf(folder, 'work')).toBe(2);
  });

  it('with a killed rank names the missing part', async () => {
    const { folder } = await run(mpi, await build(mpi, 'endings.c'), { ranks: 2, args: ['kill'], env: MODE });
    expect(openCube(join(folder, 'profile.cubex')).anchor.locations).toHaveLength(2);
    expect(Number(attributes(folder).get('TRIMTAB::RANKS_CUT'))).toBeGreaterThan(0);
  });

  it.each([
    ['a profile', MODE],
    ['one that goes on where a trace ends', { TRIMTAB_BUFFER_BYTES: '4096', TRIMTAB_MAX_BYTES: '10000' }],
  ])('is written, or a sentence explains why not, whatever the raw files of %s hold', async (_, mode) => {
    const folder = fresh('run');
    const env = { ...environment, ...mode, TRIMTAB_EXPERIMENT_DIR: folder, TRIMTAB_KEEP_RAW: '1' };
    await execa(program, ['deep', '500'], { env });
    const raw = join(folder, 'raw');
    const name = readdirSync(raw).find((file) => file.endsWith('.prof')) ?? '';
    const whole = readFileSync(join(raw, name));
    const finisher = join(await cache(mpi), 'trimtab-finish');
    for (let seed = 0; seed < rounds(20, 300); seed++) {
      writeFileSync(join(raw, name), changed(whole, seed));
      const { exitCode, stderr } = await execa(finisher, [folder], {
        env: { TRIMTAB_KEEP_RAW: '1' },
        reject: false,
        timeout: 100_000,
      });
      expect({ seed, exitCode: exitCode === 0 || exitCode === 1 }).toEqual({ seed, exitCode: true });
      // Values may have become any number, which the reader reports; it reads all others.
      if (exitCode === 0 && existsSync(join(folder, 'profile.cubex')))
        expect(() => toSpace(openCube(join(folder, 'profile.cubex')))).not.toThrow();
      else expect(stderr).toContain('trimtab-finish: ');
    }
  });
});

/** A copy with words changed in its headers and tree, or its end cut, by a seed. */
function changed(bytes: Buffer, seed: number): Buffer {
  const copy = Buffer.from(bytes);
  let state = seed + 1;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  if (seed % 4 === 0) return copy.subarray(0, below(copy.length));
  for (let i = 0; i < 8; i++) {
    const at = seed % 4 === 1 ? 40 + 4 * below(8) : 4 * below(copy.length / 4);
    copy.writeUInt32LE(below(2) === 0 ? below(300) : below(2 ** 32), at);
  }
  return copy;
}
