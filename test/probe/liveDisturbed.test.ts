/** Behavior of a run, and of requests to it, when a rank hangs or dies, and when the disk is full. */
import { execa } from 'execa';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTarget } from '../../src/targets/create.js';
import { LOCAL } from '../../src/targets/description.js';
import { LiveRun } from '../../src/workflows/live/liveRun.js';
import { from, iterationsWith, liveProgram, mpi, plainResult, processOf, startHeld, STEPS } from './held.js';
import { finish, fresh, patient } from './support.js';

const target = createTarget(LOCAL);
afterAll(() => target.close());

describe.skipIf(mpi === undefined)('a disturbed run with a control channel', patient, () => {
  let program = '';
  let plain = '';
  beforeAll(async () => {
    program = await liveProgram();
    plain = await plainResult(program);
  }, 600_000);

  it('changes nothing on any rank while one does not answer, and what is asked later on all', async () => {
    const { folder, end } = await startHeld(program, '1');
    const run = new LiveRun(target, folder);
    process.kill(processOf(folder, 1), 'SIGSTOP');
    expect(await run.ask('function off compute at 30')).toEqual({
      ...{ kind: 'refused', column: 1 },
      why: 'rank 1 does not answer, so nothing is changed on any',
    });
    process.kill(processOf(folder, 1), 'SIGCONT');
    expect(await run.ask('function off compute at 40')).toMatchObject({ kind: 'done', iteration: 40 });
    expect(await end()).toBe(plain);
    expect(await iterationsWith(folder, 'compute')).toEqual([from(1, 39), from(1, 39)]);
  });

  it('ends as it would where a rank is killed in the middle of a request, and keeps what was recorded', async () => {
    // mpirun sends SIGKILL so many seconds after SIGTERM: a machine with much to do gets to writing by then.
    const { folder, ending } = await startHeld(program, '1', undefined, { OMPI_MCA_odls_base_sigkill_timeout: '3' });
    const decisions = join(folder, 'live/decisions');
    const run = new LiveRun(target, folder);
    process.kill(processOf(folder, 1), 'SIGSTOP'); // it must not be quicker than this test
    const state = { over: false };
    const asked = run
      .ask('function off compute at 30')
      .then(
        ({ kind }) => kind,
        () => 'not answered',
      )
      .finally(() => (state.over = true));
    while (!state.over && !readFileSync(decisions, 'utf8').startsWith('prepare ')) await sleep(10);
    expect(state.over).toBe(false);
    process.kill(processOf(folder, 1), 'SIGKILL');
    const { exitCode, stdout } = await ending;
    expect([exitCode === 0, stdout]).toEqual([false, '']);
    expect(await asked).not.toBe('done');
    if (mpi !== undefined) await finish(mpi, folder);
    // Of rank 0; the other one could write nothing any more.
    expect(await iterationsWith(folder, 'compute')).toEqual([from(1, 19)]);
  });

  it.skipIf(process.getuid?.() !== 0)(
    'refuses requests whose answer does not fit on the full disk, and continues',
    async (context) => {
      const disk = fresh('disk');
      mkdirSync(disk);
      const mount = await execa('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk], { reject: false });
      if (mount.exitCode !== 0) return context.skip('needs the right to mount a small tmpfs');
      try {
        const { folder, end } = await startHeld(program, '1', join(disk, 'run'), { TRIMTAB_MAX_BYTES: '1000000000' });
        const run = new LiveRun(target, folder);
        const filler = join(disk, 'filler');
        expect(() => writeFileSync(filler, Buffer.alloc(8 << 20))).toThrow(/ENOSPC/);
        const full = {
          kind: 'refused',
          column: 1,
          why: 'the ranks cannot be reached, for example because the disk is full',
        };
        expect(await run.ask('function off compute at 30')).toEqual(full);
        await expect(run.look()).rejects.toThrow(/disk is full|cannot be written/);
        rmSync(filler);
        expect(await run.ask('function off relax_rows at 40')).toMatchObject({ kind: 'done', iteration: 40 });
        expect(await end()).toBe(plain);
        expect(await iterationsWith(folder, 'compute')).toEqual([from(1, STEPS), from(1, STEPS)]);
        expect(await iterationsWith(folder, 'relax_rows')).toEqual([from(1, 39), from(1, 39)]);
      } finally {
        await execa('umount', ['-l', disk]);
      }
    },
  );
});
