/** How much memory the finisher takes for records that are much larger. */
import { execa } from 'execa';
import { closeSync, mkdirSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { cache, fresh, mpis, patient, prepare, programs } from './support.js';

const MIB = 1 << 20;
/** Bytes of the records of each test. */
const SIZE = 128 * MIB;
/** What the OTF2 library keeps of one location before it writes, and somewhat less than that for everything else, in MiB. */
const MOST = 128 + 80;

/** Types of records, as in record.h. */
const MPI_ENTER = 5;
const MPI_LEAVE = 7;
const MUTEX = 39;
const TASK_CREATE = 40;
const TASK_SWITCH = 41;

/** A word of 64 bits from its upper and lower half. */
type Word = readonly [number, number];

/** Records that are made again and again, each as its type and the words that follow. @param number of the round, from 1 */
type Round = (number: number) => readonly (readonly [number, ...Word[]])[];

const rounds: readonly (readonly [string, Round])[] = [
  ['calls', () => [[MPI_ENTER, [1 << 16, 0]], [MPI_LEAVE]]],
  [
    'tasks',
    (number) => [
      [TASK_CREATE, [1, number], [0, 0]],
      [TASK_SWITCH, [0, 0], [1, number]],
      [TASK_SWITCH, [0x80000001, number], [0, 0]],
    ],
  ],
  [
    'locks',
    () => [
      [MUTEX, [0, 0], [0, 0x1000]],
      [MUTEX, [1 << 24, 0], [0, 0x1000]],
      [MUTEX, [2 << 24, 0], [0, 0x1000]],
    ],
  ],
];

/** The raw files of one process with one thread. */
function rawFiles(round: Round): string {
  const folder = fresh('large');
  mkdirSync(join(folder, 'raw'), { recursive: true });
  const stem = join(folder, 'raw', 'elsewhere-1');
  const header = Buffer.alloc(40);
  header.write('TRIMTAB\0');
  header.writeUInt32LE(0x01020304, 8);
  header.writeUInt32LE(4, 12);
  const file = openSync(`${stem}.0.rec`, 'w');
  writeSync(file, header);
  let time = 0;
  for (let written = 0, number = 1; written < SIZE;) {
    const words: number[] = [];
    while (words.length < MIB)
      for (const [type, ...payload] of round(number++))
        words.push(++time, type << 24, ...payload.flatMap(([upper, lower]) => [lower, upper]));
    written += writeSync(file, Uint32Array.from(words));
  }
  closeSync(file);
  const facts = ['trimtab-raw 4', 'pid 1', 'host elsewhere', 'start 0', 'clock-kind monotonic', 'clock 0 0 0'];
  writeFileSync(`${stem}.txt`, [...facts, `clock ${time} ${time} ${time}`, `end ${time} exit`, ''].join('\n'));
  return folder;
}

/** Makes the archive of a folder. @returns the most memory that took, in MiB */
async function peak(folder: string): Promise<number> {
  const [mpi] = mpis;
  const measure = fresh('peak');
  await execa(`mpicc.${mpi}`, ['-o', measure, join(programs, 'peak.c')]);
  const { stdout } = await execa(measure, [join(await cache(mpi), 'trimtab-finish'), folder]);
  return Number(stdout) / 1024;
}

describe.skipIf(mpis.length === 0)('the memory of the finisher', patient, () => {
  beforeAll(() => prepare(mpis[0]));

  it.each(rounds)('does not follow the size of the records: %s', async (_, round) => {
    const folder = rawFiles(round);
    try {
      expect(await peak(folder)).toBeLessThan(MOST);
      // All of it was written.
      expect(statSync(join(folder, 'traces', '0.evt')).size).toBeGreaterThan(SIZE / 4);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
