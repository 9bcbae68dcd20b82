/** Constructs of OpenMP that are excluded because recording them would cost more than they last. */
import { execa } from 'execa';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countKinds, readEvents, regionOf } from './archive.js';
import { compilers, site } from './openmpPrograms.js';
import { environment, fresh, patient, programs, wrapper } from './support.js';

describe.skipIf(compilers.length === 0)('constructs of OpenMP that take less than recording them', patient, () => {
  describe.each(compilers)('compiled by %s', (compiler) => {
    const source = 'tiny-constructs.c';
    const program = join(fresh('tiny'), 'program');
    const built = (async () => {
      mkdirSync(join(program, '..'));
      await execa(wrapper, [compiler, '-O1', '-g', '-fopenmp', '-o', program, join(programs, source)], {
        env: environment,
      });
    })();
    const measured = async (rounds: number, env: Readonly<Record<string, string>>) => {
      await built;
      const folder = fresh('run');
      const { stdout, stderr } = await execa(program, [String(rounds)], {
        env: { ...environment, OMP_NUM_THREADS: '1', ...env, TRIMTAB_EXPERIMENT_DIR: folder },
      });
      return { folder, stdout, stderr };
    };
    const ROUNDS = 60000;
    const leftOut = [
      site(source, 'critical', 'critical'),
      site(source, 'parallel', 'alone'),
      'omp_set_lock',
      ...(compiler === 'gcc' ? [] : [site(source, 'master', 'master')]),
    ];

    it('are excluded while it runs, with their names and calls, and the trace has nothing of them', async () => {
      const { folder, stdout } = await measured(ROUNDS, { TRIMTAB_BUDGET: '5' });
      expect(stdout).toBe(`${ROUNDS} ${ROUNDS} ${ROUNDS} ${ROUNDS}`);
      const said = await execa('otf2-print', ['-A', join(folder, 'traces.otf2')]);
      expect(said.stdout).toMatch(new RegExp(`CONSTRUCTS_LEFT_OUT\\nProperty value +${leftOut.length}\\n`));
      for (const name of leftOut) expect(said.stdout).toContain(` ${name}`);
      const events = [...(await readEvents(folder)).values()].flat();
      const names = new Set(events.map(regionOf));
      for (const part of ['critical', 'lock', 'master']) expect([...names].join(), part).not.toContain(part);
      expect(countKinds(events).THREAD_ACQUIRE_LOCK).toBeUndefined();
      // Regions of one thread stay as far as they were recorded.
      expect(countKinds(events).THREAD_FORK).toBeLessThan(ROUNDS);
    });

    it('are all there where recording may take what it takes', async () => {
      const { folder } = await measured(100, {});
      const events = [...(await readEvents(folder)).values()].flat();
      expect(countKinds(events).THREAD_FORK).toBe(101);
      expect(countKinds(events).THREAD_ACQUIRE_LOCK).toBe(200);
    });

    it('end with the last region of threads that received no end event, in profiles as in traces', async () => {
      const { stderr } = await measured(10, { TRIMTAB_MODE: 'profile', OMP_NUM_THREADS: '2' });
      expect(stderr).not.toMatch(/open at the end/);
    });
  });
});
