/** Iterations that are traced of a program which runs: each burst's trace has those of that burst alone. */
import { execa } from 'execa';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTarget } from '../../../src/targets/create.js';
import { LOCAL } from '../../../src/targets/description.js';
import { burstAt } from '../../../src/workflows/live/burstTrace.js';
import { LiveRun } from '../../../src/workflows/live/liveRun.js';
import { buildOnce, environment, fresh, mpis, patient, prepare } from '../../probe/support.js';

const mpi = mpis.find((name) => name === 'openmpi');
const build = buildOnce();

describe.skipIf(mpi === undefined)('traced iterations of a program that runs', patient, () => {
  if (mpi === undefined) return;
  let program = '';
  beforeAll(async () => {
    await prepare(mpi);
    program = await build(mpi, 'drift.c', ['-O2']);
  }, 600_000);

  it('are those of the burst alone, analyzed and removed again', async () => {
    const folder = fresh('bursts');
    const [hold, over] = [`${folder}.hold`, `${folder}.over`];
    const running = execa(`mpirun.${mpi}`, ['-n', '2', program, '100000', '2000', '0', '0'], {
      env: {
        ...{ ...environment, TRIMTAB_EXPERIMENT_DIR: folder, TRIMTAB_MODE: 'profile' },
        ...{ DRIFT_HOLD: hold, DRIFT_OVER: over },
      },
      reject: false,
      timeout: 400_000,
    });
    const target = createTarget(LOCAL);
    const run = new LiveRun(target, folder);
    while (!existsSync(join(folder, 'live/rank-0'))) await sleep(50);
    // Iterations can be named once all ranks have come to their first one.
    await expect.poll(async () => (await run.look('get flat')).ranks.map(({ iteration }) => iteration)).toEqual([1, 1]);
    const wanted = [
      [10, 14],
      [30, 38],
    ] as const;
    for (const [from, to] of wanted)
      for (const request of [`mode trace at ${from}`, `mode profile at ${to}`])
        expect((await run.ask(request)).kind).toBe('done');
    writeFileSync(hold, '');
    const reached = async (): Promise<number> =>
      Math.min(...(await run.look('get flat')).ranks.map(({ iteration }) => iteration));
    while ((await reached()) < 60) await sleep(100);
    await sleep(1500); // what was recorded is in files by then
    const all = await burstAt({ target, folder }, 1);
    const last = await burstAt({ target, folder }, 30);
    expect([all.iterations, last.iterations]).toEqual(['10-13,30-37', '30-37']);
    const sum = (values: Iterable<number>): number => [...values].reduce((whole, one) => whole + one, 0);
    const [ofAll, ofLast] = [sum(Object.values(all.called)), sum(Object.values(last.called))];
    expect(ofLast).toBeGreaterThan(0);
    expect(ofAll).toBeGreaterThan(ofLast);
    // Rank 1 works half as long as rank 0, for which it waits: the same call paths in both.
    const late = last.waits.filter(({ property }) => property === 'mpi_latesender');
    expect(late.map(({ place }) => place?.file.endsWith('drift.c'))).toEqual([true]);
    for (const { seconds } of late) expect(seconds).toBeLessThanOrEqual(ofLast);
    expect(existsSync(join(folder, 'live/burst'))).toBe(false);
    run.close();
    writeFileSync(over, '');
    expect((await running).exitCode).toBe(0);
    await target.close();
  });
});
