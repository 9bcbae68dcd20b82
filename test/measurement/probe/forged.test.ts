/** Records that open more and more and leave what is not there: the finisher must not look through all that is open. */
import { execa } from 'execa';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { RECORD, rawFiles, type Round } from './rawFiles.js';
import { cache, mpis, patient, prepare } from './support.js';

/** Bytes of the records: half a million frames are open at the end, so that each search through them takes milliseconds. */
const SIZE = 16 << 20;
/** What ends a finisher that goes through all of them at each record, which takes an hour; in milliseconds. */
const HANGS = 400_000;

/** Kinds of constructs, as in record.h. */
const LOOP = 0;
const BARRIER = 9;

const rounds: readonly (readonly [string, Round])[] = [
  [
    'functions',
    (number) => [
      [RECORD.mpiEnter, [1 << 16, 0]],
      [RECORD.leave, [0, 1000 + number]],
    ],
  ],
  [
    'tasks',
    (number) => [
      [RECORD.mpiEnter, [1 << 16, 0]],
      [RECORD.taskSwitch, [0x80000001, number], [0, 0]],
    ],
  ],
  [
    'constructs',
    () => [
      [RECORD.mpiEnter, [1 << 16, 0]],
      [RECORD.ompEnd, [LOOP << 16, 0]],
    ],
  ],
  [
    'barriers',
    () => [
      [RECORD.mpiEnter, [1 << 16, 0]],
      [RECORD.ompEnd, [BARRIER << 16, 0]],
    ],
  ],
];

describe.skipIf(mpis.length === 0)('the finisher with forged records', { timeout: 2 * HANGS }, () => {
  beforeAll(() => prepare(elementAt(mpis, 0)), patient.timeout);

  it.each(rounds)('does not search through what is open for %s that were never begun', async (_, round) => {
    const folder = rawFiles(round, SIZE);
    try {
      const finisher = join(await cache(elementAt(mpis, 0)), 'trimtab-finish');
      const { timedOut, exitCode } = await execa(finisher, [folder], { timeout: HANGS, reject: false });
      expect({ timedOut, exitCode }).toEqual({ timedOut: false, exitCode: 0 });
      expect(statSync(join(folder, 'traces', '0.evt')).size).toBeGreaterThan(SIZE / 8);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
