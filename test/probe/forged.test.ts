/** Records that open more and more and leave what does not exist: the finisher must not look through all open ones. */
import { execa } from 'execa';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../src/base/elements.js';
import { readEvents } from './archive.js';
import { RECORD, rankFiles, rawFiles, type RawRecord, type Round } from './rawFiles.js';
import { cache, finish, mpis, patient, prepare } from './support.js';

/** Bytes of the records: half a million frames are open at the end, so that each search through them takes milliseconds. */
const SIZE = 16 << 20;
/** Limit for a finisher that searches all of them at each record, which lasts an hour; in milliseconds. */
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

  const call: readonly RawRecord[] = [[RECORD.mpiEnter, [1 << 16, 0]], [RECORD.mpiLeave]];
  const damaged: readonly (readonly [string, RawRecord, string])[] = [
    [
      'a function that there is not',
      [RECORD.mpiEnter, [60_000 * 2 ** 16, 0]],
      'it and what follows, 3 records and 0 bytes of unknown ones, are excluded',
    ],
    ['an unknown type', [250, [1, 2]], 'it and what follows, 0 records and 40 bytes of unknown ones, are excluded'],
  ];

  it.each(damaged)('drops the rest of a thread that names %s, and keeps all other ranks', async (_, record, told) => {
    const folder = rankFiles([
      [...call, ...call, ...call],
      [...call, record, ...call],
    ]);
    try {
      const said = await finish(elementAt(mpis, 0), folder);
      expect(said.filter((line) => line.includes('damaged'))).toEqual([
        expect.stringContaining(`rank 1, thread 0: record 3 is damaged; ${told}, all else is kept`),
      ]);
      const events = [...(await readEvents(folder)).values()];
      expect(events.map((all) => all.filter(({ kind }) => kind === 'ENTER').length)).toEqual([3, 1]);
      expect(events.map((all) => all.filter(({ kind }) => kind === 'LEAVE').length)).toEqual([3, 1]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
