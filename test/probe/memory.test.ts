/** How much memory the finisher takes for records that are much larger. */
import { execa } from 'execa';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { wholeMatrix } from '../support/matrix.js';
import { RECORD, rawFiles, type Round } from './rawFiles.js';
import { cache, fresh, mpis, patient, prepare, programs } from './support.js';

const MIB = 1 << 20;
/** Bytes of the records of each test. */
const SIZE = (wholeMatrix ? 128 : 100) * MIB;
/** The chunks that events are written into, a piece of the records, and what is kept of tasks and locks, in MiB. */
const MOST = 8 + 8 + 80;

const rounds: readonly (readonly [string, Round])[] = [
  ['calls', () => [[RECORD.mpiEnter, [1 << 16, 0]], [RECORD.mpiLeave]]],
  [
    'tasks',
    (number) => [
      [RECORD.taskCreate, [1, number], [0, 0]],
      [RECORD.taskSwitch, [0, 0], [1, number]],
      [RECORD.taskSwitch, [0x80000001, number], [0, 0]],
    ],
  ],
  [
    'locks',
    () => [
      [RECORD.mutex, [0, 0], [0, 0x1000]],
      [RECORD.mutex, [1 << 24, 0], [0, 0x1000]],
      [RECORD.mutex, [2 << 24, 0], [0, 0x1000]],
    ],
  ],
];

/** Makes the archive of a folder. @returns the most memory that took, in MiB */
async function peak(folder: string): Promise<number> {
  const mpi = elementAt(mpis, 0);
  const measure = fresh('peak');
  await execa(`mpicc.${mpi}`, ['-o', measure, join(programs, 'peak.c')]);
  const { stdout } = await execa(measure, [join(await cache(mpi), 'trimtab-finish'), folder]);
  return Number(stdout) / 1024;
}

describe.skipIf(mpis.length === 0)('the memory of the finisher', patient, () => {
  beforeAll(() => prepare(elementAt(mpis, 0)));

  it.each(rounds)('does not follow the size of the records: %s', async (_, round) => {
    const folder = rawFiles(round, SIZE);
    try {
      expect(await peak(folder)).toBeLessThan(MOST);
      // All of it was written.
      expect(statSync(join(folder, 'traces', '0.evt')).size).toBeGreaterThan(SIZE / 4);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
