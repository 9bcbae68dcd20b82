/**
 * The process that executes a run is killed at every boundary; another continues, and nothing is lost or done twice.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { ExperimentStore } from '../../../src/experiments/index.js';
import { readRun, readRuns } from '../../../src/workflows/runner/index.js';
import { buildProbe, lacking, mpiProject } from '../mpiProject.js';
import { bundleKilledRun, executed, killedEverywhere } from './killing.js';
import { project, told } from './support.js';

const without = await lacking();

let place: string;

beforeAll(async () => {
  place = await bundleKilledRun();
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

const names = (folder: string): string[] => readdirSync(folder).sort();

describe('a run whose process is killed', () => {
  it('continues at every boundary of loops, matrices, parallel steps and jobs', async () => {
    const fresh = (): string =>
      project(
        `steps:
  - id: grid
    matrix:
      over: { a: [1, 2] }
      steps:
        - shell: { command: [sh, -c, "echo x >> done-\${{ matrix.a }}"] }
  - id: rounds
    loop:
      until: loop.round == 2
      steps:
        - shell: { command: [echo, "\${{ loop.round }}"] }
  - parallel:
      steps:
        - id: left
          shell: { command: [echo, left] }
        - id: not
          shell: { command: ['false'] }
          when: length(steps.rounds.rounds) > 2
  - run: { ranks: 1 }
`,
        '[sh, -c, "sleep 0.2; echo x >> ran"]',
      );
    const count = await killedEverywhere(place, fresh, 'w.yaml', (folder, id) => ({
      steps: told(readRun(folder, id)).sort(),
      experiments: new ExperimentStore(folder).list().length,
      jobs: names(join(folder, '.trimtab/jobs', id)).length,
    }));
    expect(count).toBeGreaterThan(20);
  });

  it('is continued by one of many competing processes', async () => {
    const folder = project(
      'steps:\n  - id: first\n    shell: { command: ["true"] }\n  - id: slow\n    shell: { command: [sh, -c, "echo x >> slow; sleep 3"] }\n',
    );
    const program = join(place, 'killedRun.cjs');
    expect(await executed([program, folder, 'start', 'w.yaml', '3'])).toBeUndefined();
    const { id } = elementAt(readRuns(folder), 0);
    const resumed = await Promise.allSettled(
      Array.from({ length: 5 }, () => executed([program, folder, 'resume', id, '0'])),
    );
    const refused = resumed.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    for (const reason of refused) expect(reason).toContain('is being executed already');
    expect(refused.length).toBeLessThan(5);
    expect(readRun(folder, id).state).toBe('succeeded');
    expect(readFileSync(join(folder, 'slow'), 'utf8')).toBe('x\n');
  });

  it.skipIf(without !== undefined)(
    `has the results it would have had${without === undefined ? '' : ` (not tested: ${without})`}`,
    { timeout: 600_000 },
    async () => {
      await buildProbe();
      const fresh = (): string => {
        const { folder } = mpiProject();
        writeFileSync(
          join(folder, 'trimtab.yaml'),
          'version: 1\nprogram: late\nranks: 2\nbuild:\n  command: [trimtab-cc, mpicc, -g, -o, late, late.c]\nrun:\n  command: [mpirun, -n, "{ranks}", ./late]\nmeasure: { mode: trace }\n',
        );
        return folder;
      };
      await killedEverywhere(place, fresh, 'analyze-performance', (folder, id) => {
        const store = new ExperimentStore(folder);
        const all = store.list();
        const experiment = store.get(elementAt(all, 0).id);
        const { processes, findings } = experiment.report();
        return {
          steps: told(readRun(folder, id)),
          experiments: all.map(({ state }) => state),
          jobs: names(join(folder, '.trimtab/jobs', id)).length,
          processes,
          worst: elementAt(findings, 0).property,
          sources: experiment.sources.map(({ project: inside }) => inside),
          commands: [experiment.manifest.build?.length, experiment.manifest.run?.argv],
        };
      });
    },
  );
});
