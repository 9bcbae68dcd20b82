/** Live control of a run: the set of recorded functions is changed at the same iteration on all ranks. */
import { execa } from 'execa';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { rounds, usually } from '../support/matrix.js';
import { entered, readEvents, readProperties } from './archive.js';
import { from, iterationsWith, named, RANKS, start } from './going.js';
import { build, environment, fresh, mpis, patient, prepare, programs, wrapper } from './support.js';

describe.each(usually(mpis, 'openmpi'))('a run with %s and a control channel', patient, (mpi) => {
  let program = '';
  let plain = '';
  const plugin = join(fresh('plugin'), 'libplugged.so');

  beforeAll(async () => {
    await prepare(mpi);
    program = await build(mpi, 'live.c', ['-O2', '-pthread']);
    const ran = await execa(`mpirun.${mpi}`, ['-n', '4', program, '60'], {
      env: { ...environment, TRIMTAB_FUNCTIONS: '0', TRIMTAB_LIVE: '0', TRIMTAB_EXPERIMENT_DIR: fresh('plain') },
    });
    plain = ran.stdout;
    mkdirSync(join(plugin, '..'));
    const sources = join(programs, 'plugged.c');
    await execa(wrapper, [`mpicc.${mpi}`, '-O1', '-shared', '-fPIC', '-o', plugin, sources], { env: environment });
  }, 600_000);

  it('switches functions at the same iteration on all ranks, with the same results', async () => {
    const going = await start(mpi, program, [60]);
    going.ask('function off relax_*', 'function on relax_rows at 50');
    const [off, on] = (await going.answers(2)).map(named);
    const { stdout, remarks } = await going.end();
    expect(on).toBe(50);
    expect(off).toBeGreaterThan(19);
    expect(stdout).toBe(plain);
    expect(remarks).toEqual([]);
    const events = await readEvents(going.folder);
    for (const rank of RANKS) {
      expect(iterationsWith(events.get(rank), 'relax_rows')).toEqual([...from(1, (off ?? 0) - 1), ...from(50, 60)]);
      expect(iterationsWith(events.get(rank), 'compute')).toEqual(from(1, 60));
    }
    expect((await readProperties(going.folder)).get('SWITCHES')).toBe('2');
  });

  // In the first case it is loaded between the request and the iteration at which it happens.
  it.each([20, 40])('holds for libraries that are loaded later, at step %d', async (at) => {
    const going = await start(mpi, program, [60], { LIVE_PLUGIN: plugin, LIVE_PLUGIN_AT: String(at) });
    // The library has `plugged`, and `plugged_inner`, which the second names too.
    going.ask('function off *p*', 'function on *r*');
    const last = Math.max(...(await going.answers(2)).map(named));
    expect(last).toBeLessThan(60);
    const { stdout, remarks } = await going.end();
    expect([stdout.endsWith(', 0 wrong'), remarks]).toEqual([true, []]);
    const events = await readEvents(going.folder);
    for (const rank of RANKS) {
      expect(iterationsWith(events.get(rank), 'plugged').filter((iteration) => iteration > last)).toEqual([]);
      expect(iterationsWith(events.get(rank), 'plugged_inner').at(-1)).toBe(60);
    }
  });

  it('changes nothing in what a program computes, however often it is switched while its threads run', async () => {
    const env = { TRIMTAB_MAX_BYTES: '100000000', TRIMTAB_FINISH: '0' };
    const going = await start(mpi, program, [120, 0, 4], env);
    const count = rounds(1500, 4500);
    const wanted = ['off *', 'on compute', 'on relax_rows', 'off compute'];
    going.ask(...from(0, count - 1).map((n) => `function ${wanted[n % 4] ?? ''} at ${25 + Math.floor(n / 50)}`));
    const answers = await going.answers(count);
    const { stdout } = await going.end();
    expect(stdout).toMatch(/, 0 wrong$/);
    expect(answers.filter((answer) => !answer.startsWith('ok'))).toEqual([]);
    const alone = await execa(`mpirun.${mpi}`, ['-n', '4', program, '120', '0', '4'], {
      env: {
        ...environment,
        TRIMTAB_FUNCTIONS: '0',
        TRIMTAB_LIVE: '0',
        TRIMTAB_FINISH: '0',
        TRIMTAB_EXPERIMENT_DIR: fresh('alone'),
      },
    });
    expect(stdout).toBe(alone.stdout);
  });

  it('counts visits of a function as iterations, and records chosen ones only', async () => {
    const folder = fresh('chosen');
    const env = {
      ...environment,
      TRIMTAB_PHASE: 'step_once',
      TRIMTAB_ITERATIONS: '10-12,20',
      TRIMTAB_EXPERIMENT_DIR: folder,
    };
    await execa(`mpirun.${mpi}`, ['-n', '4', program, '30', '0', '0', 'named'], { env });
    const events = await readEvents(folder);
    for (const rank of RANKS) {
      const regions = entered(events.get(rank));
      expect(regions.filter((name) => name === 'step_once')).toHaveLength(4);
      expect(regions.filter((name) => name === 'relax_rows')).toHaveLength(4);
      expect(regions.filter((name) => name === 'MPI_Sendrecv')).toHaveLength(30);
      expect(regions).not.toContain('main');
    }
    expect((await readProperties(folder)).get('SWITCHES')).toBe('4');
  });

  it('switches groups, and becomes a profile', async () => {
    const selection = fresh('selection');
    writeFileSync(selection, 'gp smooth\trelax_*\ngp both\tcompute\ngp smooth\tcompute\n');
    const going = await start(mpi, program, [100], { TRIMTAB_SELECTION: selection });
    going.ask('group off smooth at 30', 'group off both at 40', 'group on smooth at 50', 'mode profile at 80');
    expect(await going.answers(4)).toEqual(['ok 30', 'ok 40', 'ok 50', 'ok 80']);
    await going.end();
    const events = await readEvents(going.folder);
    for (const rank of RANKS) {
      expect(iterationsWith(events.get(rank), 'relax_rows')).toEqual([...from(1, 29), ...from(50, 79)]);
      expect(iterationsWith(events.get(rank), 'compute')).toEqual([...from(1, 39), ...from(50, 79)]);
    }
    expect(existsSync(join(going.folder, 'profile.cubex'))).toBe(true);
    expect((await readProperties(going.folder)).get('STOPPED_REASON')).toBe('a profile was asked for');
  });

  it('without a progress loop switches at once, and reports so', async () => {
    const going = await start(mpi, program, [60, 0, 0, 'named']);
    going.ask('function off relax_rows', 'function on compute at 7');
    expect(await going.answers(2)).toEqual([
      'ok 0 not at the same iteration',
      'error 24 no iterations are counted yet: ask again when the program has begun its progress loop; where it names none, measure.phase does before the run',
    ]);
    await going.end();
    expect((await readProperties(going.folder)).get('SWITCHED')).toBe('0 function off relax_rows');
  });
});
