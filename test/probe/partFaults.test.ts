/**
 * Traced iterations of a profile, damaged: killed ranks, and files that are cut anywhere, hold wrong counts or unknown
 * records, or miss something. Whatever they hold, all else is in the trace and the profile, and a sentence reports what
 * is not.
 */
import { execa } from 'execa';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { root } from '../../scripts/lib/layout.mjs';
import { countKinds, openRegions, readEvents, regionOf } from './archive.js';
import { rounds } from '../support/matrix.js';
import { RANKS, start } from './going.js';
import { profileValues } from './profiles.js';
import { RECORD } from './rawFiles.js';
import { build, cache, fresh, mpis, patient, prepare, programs, remarksIn } from './support.js';

const probe = join(root, 'src/probe');
const [mpi = 'openmpi'] = mpis;
const STEPS = 60;
const [FIRST, END] = [25, 55];
/** Files that no program has written: 6 by default, as many as TRIMTAB_FUZZ specifies for a longer test. */
const FUZZED = Number(process.env.TRIMTAB_FUZZ ?? rounds(6, 600));

/** Files of one test: each takes a second, and more where other programs run. */
const PIECE = 12;
const PIECES = Array.from({ length: Math.ceil(FUZZED / PIECE) }, (_, piece) => piece * PIECE);

/** Bytes of the file's header and of a block's head, as part.h has them; what the head's words are. */
const HEADER = 40;
const HEAD = { bytes: 56, kind: 0, frames: 4, words: 8, position: 16, channels: 32 } as const;
const STATE = 1;
const FRAME = 40;
const CHANNEL = 40;
const POSTED = 16;

/** Returns the starts of the blocks of a complete file. */
function blocksOf(bytes: Buffer): { at: number; end: number; isState: boolean }[] {
  const blocks = [];
  for (let at = HEADER; at < bytes.length;) {
    const isState = bytes.readUInt32LE(at + HEAD.kind) === STATE;
    const [channels, posted] = [bytes.readUInt32LE(at + HEAD.channels), bytes.readUInt32LE(at + HEAD.channels + 4)];
    const size = isState
      ? bytes.readUInt32LE(at + HEAD.frames) * FRAME + channels * CHANNEL + posted * POSTED
      : Number(bytes.readBigUInt64LE(at + HEAD.words)) * 8;
    const end = at + HEAD.bytes + size;
    blocks.push({ at, end, isState });
    at = end;
  }
  return blocks;
}

/** Builds the finisher with sanitizers, which report every invalid read. */
async function sanitized(): Promise<string> {
  const place = fresh('sanitized');
  mkdirSync(place);
  const args = [
    '-f',
    join(probe, 'tools/generate.awk'),
    '-v',
    'what=regions',
    join(probe, 'components/mpi/mpi-functions.txt'),
  ];
  writeFileSync(join(place, 'mpi_regions.h'), (await execa('awk', args)).stdout);
  const sources = ['finish', 'fold'].flatMap((folder) =>
    readdirSync(join(probe, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.c'))
      .map((name) => join(probe, folder, name)),
  );
  const flags = ['-std=gnu11', '-D_GNU_SOURCE', '-O0', '-g', '-w', '-fsanitize=address,undefined', `-I${place}`];
  const exact = ['-include', join(programs, 'exact-mappings.h')];
  await execa('gcc', [...flags, ...exact, '-o', join(place, 'finish'), ...sources, '-lotf2']);
  return join(place, 'finish');
}

describe.skipIf(mpis.length === 0)('iterations that were traced', patient, () => {
  let finisher = '';
  let whole = '';

  beforeAll(async () => {
    const built = prepare(mpi).then(() => build(mpi, 'parts.c', ['-O2']));
    const [program, compiled] = await Promise.all([built, sanitized()]);
    finisher = compiled;
    const going = await start(mpi, program, [STEPS], { TRIMTAB_MODE: 'profile', TRIMTAB_KEEP_RAW: '1' });
    going.ask(`mode trace at ${FIRST}`, `mode profile at 40`, 'mode trace at 50', `mode profile at ${END}`);
    await going.answers(4);
    expect((await going.end()).remarks).toEqual([]);
    whole = going.folder;
  }, patient.timeout);

  /** The raw files again, in which rank 1's are changed. */
  function again(change: (path: string, bytes: Buffer) => void): string {
    const folder = fresh('damaged');
    mkdirSync(folder);
    cpSync(join(whole, 'raw'), join(folder, 'raw'), { recursive: true });
    const raw = join(folder, 'raw');
    const notes = readdirSync(raw).filter((file) => file.endsWith('.txt'));
    const own = notes.find((file) => /^world 1 /m.test(readFileSync(join(raw, file), 'utf8'))) ?? '';
    const path = join(raw, own.replace(/txt$/, '0.part'));
    change(path, readFileSync(path));
    return folder;
  }

  async function finished(folder: string, env = {}) {
    const result = await execa(finisher, [folder], { env, reject: false, timeout: 100_000 });
    const { exitCode, timedOut, stderr } = result;
    expect({ timedOut, stderr: /AddressSanitizer|runtime error|LeakSanitizer/.exec(stderr)?.[0] }).toEqual({
      timedOut: false,
      stderr: undefined,
    });
    return { exitCode, remarks: remarksIn(stderr) };
  }
  /** Memory that is not freed at the end is no fault of a program that ends. The library of the sanitizer comes first. */
  const env = {
    TRIMTAB_KEEP_RAW: '1',
    LD_PRELOAD: '',
    ASAN_OPTIONS: 'detect_leaks=0',
    UBSAN_OPTIONS: 'print_stacktrace=1',
  };

  const steps = async (folder: string): Promise<number[]> => {
    const all = [...(await readEvents(folder))].toSorted(([a], [b]) => Number(a) - Number(b));
    for (const [, events] of all) expect(openRegions(events)).toEqual([]);
    return all.map(([, events]) => events.filter((e) => e.kind === 'ENTER' && regionOf(e) === 'step').length);
  };
  const visits = (folder: string): number =>
    [...profileValues(folder)('visits')].reduce(
      (sum, [path, n]) => sum + (/\/step\([^()]*\)[^/]*$/.test(path) ? n : 0),
      0,
    );
  const TRACED = 40 - FIRST + END - 50;

  it('are all there where nothing is damaged', async () => {
    const folder = again(() => undefined);
    expect(await finished(folder, env)).toEqual({ exitCode: 0, remarks: [] });
    expect(await steps(folder)).toEqual(RANKS.map(() => TRACED));
  });

  const faults: readonly (readonly [string, RegExp, (path: string, bytes: Buffer) => void])[] = [
    [
      'cut in the middle of records',
      /\.part ends in the middle of the written data at byte \d+: /,
      (path, bytes) => {
        truncateSync(path, elementAt(blocksOf(bytes), 1).at + HEAD.bytes + 100);
      },
    ],
    [
      'cut in the middle of a head',
      /\.part ends in the middle of the written data at byte \d+: /,
      (path, bytes) => {
        truncateSync(path, elementAt(blocksOf(bytes), 1).at + 3);
      },
    ],
    [
      'cut between two blocks',
      /\.part ends before what was written last at byte \d+: /,
      (path, bytes) => {
        truncateSync(path, elementAt(blocksOf(bytes), 1).at);
      },
    ],
    [
      'with more frames than there are',
      /\.part ends in the middle of the written data at byte 40: /,
      (path, bytes) => {
        bytes.writeUInt32LE(2 ** 32 - 1, HEADER + HEAD.frames);
        writeFileSync(path, bytes);
      },
    ],
    [
      'with more records than there are',
      /\.part ends in the middle of the written data at byte \d+: /,
      (path, bytes) => {
        bytes.writeBigUInt64LE(2n ** 61n, elementAt(blocksOf(bytes), 1).at + HEAD.words);
        writeFileSync(path, bytes);
      },
    ],
    [
      'with records of an unknown type',
      /\.part holds something unknown at byte \d+: /,
      (path, bytes) => {
        bytes[elementAt(blocksOf(bytes), 1).at + HEAD.bytes + 7] = 250;
        writeFileSync(path, bytes);
      },
    ],
    [
      'with a block of an unknown kind',
      /\.part holds something unknown at byte \d+: /,
      (path, bytes) => {
        bytes.writeUInt32LE(9, elementAt(blocksOf(bytes), 1).at);
        writeFileSync(path, bytes);
      },
    ],
    [
      'without a block in the middle',
      /\.part is missing some of the written data at byte \d+: /,
      (path, bytes) => {
        const { at, end } = elementAt(blocksOf(bytes), 1);
        writeFileSync(path, Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]));
      },
    ],
    [
      'without the file',
      /\.part is missing: /,
      (path) => {
        rmSync(path);
      },
    ],
  ];

  it.each(faults)('of a rank with a file %s miss its unreadable part, and no other rank’s', async (_, said, change) => {
    const folder = again(change);
    const { exitCode, remarks } = await finished(folder, env);
    expect({ exitCode, remarks }).toEqual({ exitCode: 0, remarks: [expect.stringMatching(said)] });
    expect(remarks[0]).toContain('what thread 0 of rank 1 did from there on is missing in the trace');
    expect(remarks[0]).toContain('the profile has all of it. Trace these iterations again');
    const all = await steps(folder);
    const own = elementAt(all, 1);
    expect(all.toSpliced(1, 1)).toEqual([TRACED, TRACED, TRACED]);
    expect(own).toBeLessThan(TRACED);
    expect(visits(folder)).toBe(visits(whole));
  });

  it('do not take longer by the square where they end in the order in which they began', async () => {
    const COUNT = 200_000;
    const [ENTER, LEAVE] = [RECORD.userEnter, RECORD.userLeave];
    const folder = again((path, bytes) => {
      const { at, end } = elementAt(blocksOf(bytes), 0);
      const first = bytes.readUInt32LE(elementAt(blocksOf(bytes), 1).at + HEAD.bytes);
      const head = Buffer.from(
        bytes.subarray(elementAt(blocksOf(bytes), 1).at, elementAt(blocksOf(bytes), 1).at + HEAD.bytes),
      );
      const words: number[] = [];
      for (let i = 0; i < COUNT; i++) words.push(first, ENTER << 24, i, 1, 0, 0);
      for (let i = 0; i < COUNT; i++) words.push(first, LEAVE << 24, i, 1);
      head.writeBigUInt64LE(BigInt(words.length / 2), HEAD.words);
      writeFileSync(path, Buffer.concat([bytes.subarray(0, end), head, Buffer.from(Uint32Array.from(words).buffer)]));
      expect(at).toBe(HEADER);
      rmSync(path.replace(/part$/, 'prof')); // which reports where the file ended
    });
    const { exitCode, remarks } = await finished(folder, env);
    expect({ exitCode, remarks: remarks.filter((line) => line.includes('.part')) }).toEqual({
      exitCode: 0,
      remarks: [expect.stringMatching(/\.part ends too much that was begun long before at byte \d+: /)],
    });
  });

  it.each(PIECES)(
    'end in an archive that has all of the other ranks, whatever a file holds: from %d on',
    async (from) => {
      const folder = again(() => undefined);
      const raw = join(folder, 'raw');
      const names = readdirSync(raw).filter((file) => file.endsWith('.part'));
      expect(names).toHaveLength(RANKS.length);
      for (let seed = from; seed < Math.min(FUZZED, from + PIECE); seed++) {
        const name = elementAt(names, seed % names.length);
        const bytes = readFileSync(join(whole, 'raw', name));
        writeFileSync(join(raw, name), changed(bytes, seed));
        const { exitCode, remarks } = await finished(folder, env);
        expect({ seed, exitCode, remarks: exitCode === 0 ? [] : remarks }).toEqual({ seed, exitCode: 0, remarks: [] });
        // All data of the other ranks exists.
        const intact = (await steps(folder)).filter((n) => n === TRACED).length;
        expect({ seed, intact: intact >= RANKS.length - 1 }).toEqual({ seed, intact: true });
        writeFileSync(join(raw, name), bytes);
      }
    },
  );

  it('of a rank that is killed while they are traced exist up to its last write', async () => {
    const program = await build(mpi, 'parts.c', ['-O2']);
    const killed = FIRST + 4;
    const going = await start(mpi, program, [STEPS], { TRIMTAB_MODE: 'profile', PARTS_KILLED: String(killed) });
    going.ask(`mode trace at ${FIRST}`);
    expect(await going.answers(1)).toEqual([`ok ${FIRST}`]);
    await going.end();
    const raw = join(going.folder, 'raw');
    // The launcher then kills the others; a process killed with SIGKILL wrote no profile.
    if (!existsSync(raw)) throw new Error('the raw records of a run that was killed are gone');
    const own = readdirSync(raw).find(
      (file) => file.endsWith('.txt') && /^world 1 /m.test(readFileSync(join(raw, file), 'utf8')),
    );
    const path = join(raw, (own ?? '').replace(/txt$/, '0.part'));
    const bytes = readFileSync(path);
    const last = elementAt(blocksOf(bytes), blocksOf(bytes).length - 1);
    expect(blocksOf(bytes).length).toBeGreaterThan(2 * (killed - FIRST));
    // Unchanged, and as if the kill had come while the last block was being written.
    for (const length of [bytes.length, last.at + HEAD.bytes + 4096, last.at + 1]) {
      truncateSync(path, length);
      const { exitCode, remarks } = await finished(going.folder, env);
      const said = remarks.filter((line) => line.includes('.part'));
      expect({ length, exitCode }).toEqual({ length, exitCode: 0 });
      expect(remarks.filter((line) => line.includes('ranks were killed or still ran'))).toHaveLength(1);
      expect(said).toEqual(
        length === bytes.length
          ? []
          : [
              expect.stringMatching(
                /^trimtab-finish: rank 1 was killed, or still ran, while its iterations were traced: .*\.part ends in the middle of the written data at byte \d+, so that /,
              ),
            ],
      );
      const events = (await readEvents(going.folder, '1')).get('1') ?? [];
      const little = events.filter((e) => e.kind === 'ENTER' && regionOf(e) === 'little').length;
      expect(openRegions(events)).toEqual([]);
      expect(little).toBeGreaterThan(10_000 * (killed - FIRST - 2));
      expect(little).toBeLessThanOrEqual(10_000 * (killed - FIRST) + 7001);
      // No message is reported for a rank that was killed.
      for (const kind of ['MPI_SEND', 'MPI_RECV', 'MPI_COLLECTIVE_END'])
        expect(countKinds(events)[kind]).toBeUndefined();
    }
    expect(existsSync(await cache(mpi))).toBe(true);
  });
});

/** A copy with words changed in heads and records, its end cut, or some of it twice or not at all, by a seed. */
function changed(bytes: Buffer, seed: number): Buffer {
  let state = seed + 1;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const blocks = blocksOf(bytes);
  const { at, end } = elementAt(blocks, below(blocks.length));
  if (seed % 6 === 0) return bytes.subarray(0, below(bytes.length));
  if (seed % 6 === 1) return Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]);
  if (seed % 6 === 2) return Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)]);
  const copy = Buffer.from(bytes);
  for (let i = 0; i < 8; i++) {
    const place = seed % 6 === 3 ? at + 4 * below(HEAD.bytes / 4) : 4 * below(copy.length / 4);
    const kinds = [below(300), below(2 ** 32), (below(2) * 0xff) << 24];
    copy.writeUInt32LE(elementAt(kinds, below(3)) >>> 0, place);
  }
  return copy;
}
