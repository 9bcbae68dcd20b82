/** Parameter sweeps: one after the other where measurements would disturb each other, at once on a cluster. */
import { mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExperimentStore } from '../../../src/experiments/index.js';
import { readRun, startRun, type WorkflowRunState } from '../../../src/workflows/runner/index.js';
import { clusterOrReason, clusterTarget, loginNodeTarget } from '../../support/cluster/index.js';
import { bundleKilledRun, killedEverywhere } from './killing.js';
import { project, surroundingsOf, told, whole } from './support.js';

const { cluster, reason } = await clusterOrReason();
let bundle: string;
beforeAll(async () => {
  bundle = await bundleKilledRun();
});
afterAll(async () => {
  await cluster?.stop();
  rmSync(bundle, { recursive: true, force: true });
});

const SWEEP = `steps:
  - id: series
    matrix:
      over: { piece: [a, b, c] }
      steps:
        - run: { ranks: 1, environment: { PIECE: "\${{ matrix.piece }}" } }
`;
const APPEND = '[sh, -c, "echo begin >> ran; sleep 0.3; echo end >> ran"]';
const lines = (folder: string): string[] => readFileSync(join(folder, 'ran'), 'utf8').trim().split('\n');

describe('a sweep on this machine', () => {
  it('measures one after the other', async () => {
    const folder = project(SWEEP, APPEND);
    expect((await whole(folder)).state).toBe('succeeded');
    expect(lines(folder)).toEqual(['begin', 'end', 'begin', 'end', 'begin', 'end']);
  });

  it('runs several at the same time if the workflow requests it, with the same results', async () => {
    const folder = project(SWEEP.replace('    matrix:', '    matrix:\n      maxParallel: 3'), APPEND);
    const { state, steps } = await whole(folder);
    expect(state).toBe('succeeded');
    expect(lines(folder).sort()).toEqual(['begin', 'begin', 'begin', 'end', 'end', 'end']);
    const outputs = steps.find(({ key }) => key === 'series')?.outputs;
    expect(outputs).toMatchObject({ results: [{ piece: 'a' }, { piece: 'b' }, { piece: 'c' }] });
    expect(outputs?.experiments).toHaveLength(3);
  });

  it('lets the others come to their end when one fails', async () => {
    const folder = project(
      SWEEP.replace('    matrix:', '    matrix:\n      maxParallel: 2'),
      '[sh, -c, "echo $PIECE >> ran; test $PIECE != b"]',
    );
    const run = await whole(folder);
    expect(run.state).toBe('failed');
    expect(lines(folder).sort()).toEqual(['a', 'b', 'c']);
    expect(told(run)).toContain('series[piece=b]/run: failed');
    expect(told(run)).toContain('series[piece=c]/run: succeeded');
  });
});

describe.skipIf(cluster === undefined)(
  `a sweep on a cluster${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  () => {
    if (cluster === undefined) return;
    const jobsOf = ({ steps }: WorkflowRunState): string[] => steps.flatMap(({ job }) => job ?? []);

    /** A project whose target is the cluster. @param entry of the target in trimtab.yaml */
    function clusterProject(workflow: string, command: string, entry: Record<string, unknown>): string {
      const folder = realpathSync(mkdtempSync(join(cluster?.home ?? tmpdir(), 'sweep-')));
      const configuration = { version: 1, program: 'app', ranks: 1, target: 'cluster', targets: { cluster: entry } };
      writeFileSync(join(folder, 'trimtab.yaml'), `${stringify(configuration)}run:\n  command: ${command}\n`);
      writeFileSync(join(folder, 'w.yaml'), `version: 1\nname: test\n${workflow}`);
      return folder;
    }

    it('is one array where the same is asked for, and one job of each other kind', async () => {
      const target = clusterTarget(cluster);
      const folder = project(
        SWEEP.replace('ranks: 1,', 'ranks: "${{ matrix.ranks }}",').replace(
          'piece: [a, b, c]',
          'ranks: [1, 2], piece: [a, b]',
        ),
        '[sh, -c, "echo $PIECE on $SLURM_NTASKS"]',
      );
      const around = { ...surroundingsOf(folder), targetFor: () => target };
      // The project is sent as the sync step would: the job's folder is all that these jobs need.
      await target.send(folder, await target.folderOf(folder));
      const { state } = await startRun('w.yaml', {}, around, { signal: new AbortController().signal }).ended;
      await target.close();
      expect(state.sentence).toBeUndefined();
      expect(state.state).toBe('succeeded');
      const jobs = jobsOf(state);
      expect(jobs).toHaveLength(4);
      // Two arrays of two.
      expect(new Set(jobs).size).toBe(4);
      expect(new Set(jobs.map((job) => job.replace(/_\d+$/, ''))).size).toBe(2);
      expect(jobs.every((job) => /_[01]$/.test(job))).toBe(true);
    });

    it('lets jobs wait for each other in the queue where only some may run', async () => {
      const folder = clusterProject(SWEEP.replace('    matrix:', '    matrix:\n      maxParallel: 1'), APPEND, {
        kind: 'slurm',
      });
      const here = loginNodeTarget(cluster);
      const queued: number[] = [];
      const { state } = await startRun(
        'w.yaml',
        {},
        { ...surroundingsOf(folder), targetFor: () => here },
        {
          signal: new AbortController().signal,
          onChange: ({ steps }) => queued.push(steps.filter(({ saved }) => saved?.job !== undefined).length),
        },
      ).ended;
      await here.close();
      expect(state.sentence).toBeUndefined();
      expect(lines(folder)).toEqual(['begin', 'end', 'begin', 'end', 'begin', 'end']);
      // All three were in the queue before the first had ended.
      expect(Math.max(...queued)).toBe(3);
    });

    it('continues at every boundary, and runs nothing twice', { timeout: 600_000 }, async () => {
      const count = await killedEverywhere(
        bundle,
        () => clusterProject(SWEEP, '[sh, -c, "echo ran >> ran"]', { kind: 'slurm' }),
        'w.yaml',
        (folder, id) => ({
          steps: told(readRun(folder, id)).sort(),
          experiments: new ExperimentStore(folder).list().length,
          jobs: readdirSync(join(folder, '.trimtab/jobs', id)).length,
          ran: lines(folder),
        }),
        cluster.env,
      );
      expect(count).toBeGreaterThan(10);
    });
  },
);
