/** `trimtab watch` on a real run: what it prints is what it keeps, and a second one continues it. */
import { execa } from 'execa';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { SEARCH_FILE } from '../../src/measurement/search/history.js';
import { readSearch } from '../../src/workflows/live/searchRun.js';
import { temporaryFolder } from '../experiments/support.js';
import { buildOnce, environment, fresh, mpis, patient, prepare } from '../probe/support.js';
import { trimtab } from './support.js';

const mpi = mpis.find((name) => name === 'openmpi');
const build = buildOnce();

const printed = v.object({
  iterations: v.number(),
  hypotheses: v.array(v.object({ property: v.string(), state: v.string() })),
  graph: v.object({ steps: v.array(v.object({ parents: v.array(v.number()), outcome: v.string() })) }),
  dynamics: v.nullable(v.object({ format: v.literal('trimtab-dynamics') })),
});

describe.skipIf(mpi === undefined)('trimtab watch', patient, () => {
  if (mpi === undefined) return;
  beforeAll(() => prepare(mpi), 600_000);

  it('searches a running profile, prints what it finds, and continues what another one began', async () => {
    const program = await build(mpi, 'drift.c', ['-O2']);
    const folder = fresh('watched');
    const [hold, over] = [`${folder}.hold`, `${folder}.over`];
    const running = execa(`mpirun.${mpi}`, ['-n', '2', program, '100000', '2000', '2000', '30'], {
      env: {
        ...environment,
        ...{ TRIMTAB_EXPERIMENT_DIR: folder, TRIMTAB_MODE: 'profile', DRIFT_HOLD: hold, DRIFT_OVER: over },
      },
      reject: false,
      timeout: 400_000,
    });
    try {
      while (!existsSync(join(folder, 'live/rank-0'))) await sleep(50);
      writeFileSync(hold, '');
      const project = temporaryFolder();
      const once = await trimtab(project, 'watch', folder, '--once', '--json');
      expect(once.code, once.err).toBe(0);
      expect(once.err).toContain('Its iterations are reported from iteration');
      const [first] = once.out.split(/\n(?=\{)/);
      const report = v.parse(printed, JSON.parse(first ?? ''));
      expect(report.iterations).toBeGreaterThanOrEqual(16);
      expect(report.hypotheses[0]).toMatchObject({ property: 'time', state: 'true' });
      expect(report.graph.steps).toHaveLength(report.hypotheses.length);
      const kept = readSearch(join(folder, SEARCH_FILE));
      expect(kept.iterations).toBeGreaterThanOrEqual(report.iterations);
      expect(kept.ended).toBe('The search stopped; search the run again to continue it.');

      const again = trimtab(project, 'watch', folder);
      const isFurther = (): boolean => {
        const { iterations, hypotheses } = readSearch(join(folder, SEARCH_FILE));
        const computing = hypotheses.filter(({ state, property }) => state === 'true' && property === 'comp');
        const isOf = (steps: number): boolean => computing.some(({ path }) => path.length > steps);
        // On a busy machine it takes longer until both are sure.
        return iterations > kept.iterations && computing.some(({ path }) => path.length === 0) && isOf(1);
      };
      while (!isFurther()) await sleep(100);
      writeFileSync(over, '');
      const { code, out, err } = await again;
      expect(code, err).toBe(0);
      expect(out).toMatch(/\d+ iterations {2}[▁-█]/);
      expect(out).toMatch(/^Computation.*: \d.* %, true/m);
      expect(out).toMatch(/^ {2}Computation at .*step › .*: \d.* %, true/m);
      expect(out).toContain('The search has ended: ');
    } finally {
      writeFileSync(over, '');
      writeFileSync(hold, '');
      await running;
    }
  });

  it('refuses a folder in which nothing runs, in one sentence', async () => {
    const { code, err } = await trimtab(temporaryFolder(), 'watch');
    expect(code).not.toBe(0);
    expect(err.trim().split('\n')).toHaveLength(1);
  });
});
