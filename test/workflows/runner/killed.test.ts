/** The process that executes a run is killed at every boundary; another goes on, and nothing is lost or done twice. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExperimentStore } from '../../../src/experiments/index.js';
import { readRun, readRuns } from '../../../src/workflows/runner/index.js';
import { buildProbe, lacking, mpiProject, PROBE } from '../mpiProject.js';
import { project, told } from './support.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const without = await lacking();
const outcome = v.object({ state: v.string(), sentence: v.optional(v.string()), boundaries: v.number() });
type Outcome = v.InferOutput<typeof outcome>;

let place: string;

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'trimtab-killed-'));
  await build({
    entryPoints: [join(import.meta.dirname, 'killedRun.ts')],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    outfile: join(place, 'killedRun.cjs'),
    logLevel: 'error',
  });
  cpSync(join(ROOT, 'src/workflows/library'), join(place, 'workflows'), { recursive: true });
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** @returns undefined when the process was killed */
function executed(
  folder: string,
  mode: 'start' | 'resume',
  wanted: string,
  boundary = 0,
): Promise<Outcome | undefined> {
  const words = [join(place, 'killedRun.cjs'), folder, mode, wanted, String(boundary), PROBE];
  return new Promise((done, failed) => {
    execFile(process.execPath, words, (error, stdout, stderr) => {
      if (error?.signal === 'SIGKILL') done(undefined);
      else if (error !== null) failed(new Error(stderr, { cause: error }));
      else done(v.parse(outcome, JSON.parse(stdout)));
    });
  });
}

/** Kills a run at each boundary in a project of its own, and compares what it leaves with the same run undisturbed. */
async function killedEverywhere(
  fresh: () => string,
  workflow: string,
  contents: (folder: string, id: string) => unknown,
): Promise<number> {
  const untouched = fresh();
  const whole = await executed(untouched, 'start', workflow);
  expect(whole).toMatchObject({ state: 'succeeded' });
  const expected = contents(untouched, readRuns(untouched)[0].id);
  const boundaries = whole?.boundaries ?? 0;
  for (let boundary = 1; boundary < boundaries; boundary++) {
    const folder = fresh();
    expect(await executed(folder, 'start', workflow, boundary), `boundary ${boundary}`).toBeUndefined();
    const [{ id, state }] = readRuns(folder);
    expect(state, `boundary ${boundary}`).toBe('interrupted');
    expect(await executed(folder, 'resume', id), `boundary ${boundary}`).toMatchObject({ state: 'succeeded' });
    expect(contents(folder, id), `boundary ${boundary}`).toEqual(expected);
  }
  return boundaries;
}

const names = (folder: string): string[] => readdirSync(folder).sort();

describe('a run whose process is killed', () => {
  it('goes on at every boundary of loops, matrices, parallel steps and jobs', { timeout: 300_000 }, async () => {
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
    const count = await killedEverywhere(fresh, 'w.yaml', (folder, id) => ({
      steps: told(readRun(folder, id)).sort(),
      experiments: new ExperimentStore(folder).list().length,
      jobs: names(join(folder, '.trimtab/jobs', id)).length,
    }));
    expect(count).toBeGreaterThan(20);
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
          'version: 1\nprogram: late\nranks: 2\nbuild:\n  command: [trimtab-cc, mpicc, -g, -o, late, late.c]\nrun:\n  command: [mpirun, -n, "{ranks}", ./late]\n',
        );
        return folder;
      };
      await killedEverywhere(fresh, 'analyze-performance', (folder, id) => {
        const store = new ExperimentStore(folder);
        const all = store.list();
        const experiment = store.get(all[0].id);
        const { processes, findings } = experiment.report();
        return {
          steps: told(readRun(folder, id)),
          experiments: all.map(({ state }) => state),
          jobs: names(join(folder, '.trimtab/jobs', id)).length,
          processes,
          worst: findings[0].property,
          sources: experiment.sources.map(({ project: inside }) => inside),
          commands: [experiment.manifest.build?.length, experiment.manifest.run?.argv],
        };
      });
    },
  );
});
