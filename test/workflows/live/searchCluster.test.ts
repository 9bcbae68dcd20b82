/**
 * A Slurm job that is searched while it runs. Results arrive meanwhile, and the searching process may be killed. If the
 * job fails, its results remain, with one sentence why the search ended.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { ExperimentStore } from '../../../src/experiments/index.js';
import { SEARCH_FILE, type SearchHistory } from '../../../src/measurement/search/history.js';
import type { JobHandle } from '../../../src/targets/target.js';
import { readRun, readRuns } from '../../../src/workflows/runner/index.js';
import { readSearch, searchRun } from '../../../src/workflows/live/searchRun.js';
import { processOf } from '../../probe/held.js';
import { buildOnce, environment, mpis, patient, prepare, programs } from '../../probe/support.js';
import { usually } from '../../support/matrix.js';
import { clusterOrReason, clusterTarget, hasEnded, jobFolder, untilStatus } from '../../support/cluster/index.js';
import { mpiProject, PROBE } from '../mpiProject.js';
import { bundleKilledRun } from '../runner/killing.js';

const mpi = mpis.find((name) => name === 'openmpi');
const { cluster, reason } = mpi === undefined ? { reason: 'no Open MPI' } : await clusterOrReason();
afterAll(() => cluster?.stop());

/** Iterations without end; microseconds of work, and more on rank 0 from iteration 20 on. */
const ARGUMENTS = ['1000000', '2000', '3000', '20'];

const keysOf = ({ hypotheses }: SearchHistory): string[] =>
  hypotheses
    .filter(({ state, property }) => state === 'true' && !property.startsWith('dynamics_'))
    .map(({ property, path }) => `${property} ${path.join(' > ')}`);

/** Reports whether the result that only traced iterations reveal was found. */
const isKnown = (file: string): boolean =>
  existsSync(file) && keysOf(readSearch(file)).some((key) => /^mpi_latesender .*MPI_Recv$/.test(key));

/** Whether anything was found. */
const hasFound = (file: string): boolean => existsSync(file) && keysOf(readSearch(file)).length > 0;

const hasLeft = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

const iterationsIn = (file: string): number => readSearch(file).iterations;

describe.skipIf(cluster === undefined)(
  `a job that is searched${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  patient,
  () => {
    if (cluster === undefined || mpi === undefined) return;
    const build = buildOnce();
    let [program, place] = ['', ''];
    beforeAll(async () => {
      await prepare(mpi);
      program = await build(mpi, 'drift.c', ['-O2']);
      place = await bundleKilledRun();
    }, 600_000);
    afterAll(() => rmSync(place, { recursive: true, force: true }));

    it('reports its results while it runs, continues after its engine was killed, and has them among its findings', async () => {
      const source = readFileSync(join(programs, 'drift.c'), 'utf8').replace(
        /#include ".*trimtab.h"/,
        '#include "trimtab.h"',
      );
      const { folder, store } = mpiProject();
      writeFileSync(join(folder, 'late.c'), source);
      writeFileSync(join(folder, 'trimtab.h'), readFileSync(join(PROBE, 'api/trimtab.h')));
      const over = join(cluster.home, 'searched-over');
      const there = {
        ...{ kind: 'slurm', host: 'cluster', sshConfig: cluster.sshConfig, workFolder: join(cluster.home, 'searched') },
        ...{ launcher: 'srun', scheduler: { nodes: 2 } },
      };
      const configuration = {
        ...{ version: 1, program: 'late', ranks: 2, target: 'there', targets: { there } },
        build: { command: ['trimtab-cc', 'mpicc', '-O2', '-g', '-o', 'late', 'late.c'] },
        run: { command: ['mpirun', '-n', '{ranks}', './late', ...ARGUMENTS] },
        environment: { DRIFT_OVER: over },
        measure: { live: 'tcp' },
      };
      writeFileSync(join(folder, 'trimtab.yaml'), stringify(configuration));
      const engine = (...words: string[]): { process: ChildProcess; ended: Promise<string> } => {
        const started = spawn(process.execPath, [join(place, 'killedRun.cjs'), folder, ...words, '0', PROBE]);
        let said = '';
        for (const stream of [started.stdout, started.stderr]) stream.on('data', (text) => (said += String(text)));
        return { process: started, ended: new Promise((done) => started.once('close', () => done(said))) };
      };

      const file = (): string => {
        const [one] = store.list();
        return one === undefined ? '' : join(store.get(one.id).folder, SEARCH_FILE);
      };
      const engines: ReturnType<typeof engine>[] = [];
      let before: SearchHistory;
      try {
        const first = engine('start', 'observe-long-run');
        engines.push(first);
        while (!isKnown(file()) && !hasLeft(first.process)) await sleep(200);
        const queue = await cluster.command('squeue', ['--noheader', '-o', '%T']);
        expect(queue.output.trim()).toBe('RUNNING');
        const { id } = elementAt(readRuns(folder), 0);
        first.process.kill('SIGKILL');
        await first.ended;
        before = readSearch(file());
        expect(before.ended).toBeUndefined();

        const second = engine('resume', id);
        engines.push(second);
        const told = (): boolean =>
          readRun(folder, id).steps.some(({ sentence = '' }) =>
            /^Running on .*iterations searched while it ran: \d+ hypotheses true/.test(sentence),
          );
        while ((iterationsIn(file()) < before.iterations + 50 || !told()) && !hasLeft(second.process)) await sleep(200);
        expect(hasLeft(second.process)).toBe(false);
        writeFileSync(over, '');
        expect(await second.ended).toContain('"state":"succeeded"');
      } finally {
        // The job ends, whatever went wrong: others would wait for their processors.
        writeFileSync(over, '');
        for (const { process: one } of engines) one.kill('SIGKILL');
      }

      const after = readSearch(file());
      expect(keysOf(after)).toEqual(expect.arrayContaining(keysOf(before)));
      expect(after.ended).toMatch(/^[^.]+\.$/);
      expect(after.cost).toBeLessThan(after.budget);
      // The experiment has the whole run, not the iterations that were traced, and the waiting that they showed on its line.
      const report = new ExperimentStore(folder).get(elementAt(store.list(), 0).id).report();
      expect(report.measurement).toBe('profile');
      const late = report.findings.find(({ property }) => property === 'mpi_latesender');
      const line = source.split('\n').findIndex((text) => text.includes('MPI_Recv(')) + 1;
      expect(late?.place?.line).toBe(line);
      expect(late?.explanation).toMatch(/estimated: iterations \d+ to \d+.* were traced while it ran\.$/);
      expect(report.doubts?.map(({ kind }) => kind)).toContain('parts-traced');
    });

    const ends = ['its node fails', 'it is cancelled', 'a rank is killed'] as const;
    it.each(usually(ends, 'its node fails'))('keeps the results when %s, and reports why it ended', async (how) => {
      const searched = async (node: string, disturb: (job: JobHandle, folder: string) => Promise<void>) => {
        const options = ['--overcommit', `--nodelist=${node}`];
        const target = clusterTarget(cluster, { launcher: 'srun', scheduler: { requeue: false, options } });
        const jobPlace = jobFolder(cluster);
        const folder = `${jobPlace}-records`;
        const resources = { ranks: 2, nodes: 1 };
        const job = await target.submit({
          argv: target.launchCommand(['mpirun', '-n', '2', program, ...ARGUMENTS], resources),
          ...{ folder: cluster.home, jobFolder: jobPlace, name: 'searched', resources },
          environment: {
            ...{ ...environment, TRIMTAB_EXPERIMENT_DIR: folder },
            ...{ TRIMTAB_MODE: 'profile', TRIMTAB_LIVE: 'tcp' },
          },
        });
        const file = `${folder}.json`;
        const over = new AbortController();
        const end = untilStatus(target, job, hasEnded).finally(() => over.abort());
        const ended = end.then(({ sentence }) => sentence);
        const searching = searchRun(
          { target, folder },
          { file, log: () => undefined, signal: over.signal, every: 500, ended },
        );
        while (!hasFound(file) && !over.signal.aborted) await sleep(100);
        const known = readSearch(file);
        const during = elementAt(await target.status([job]), 0);
        await disturb(job, folder);
        const status = await end;
        const history = await searching;
        await target.close();
        return { known, during, status, history };
      };
      const kill = (folder: string, ranks: readonly number[]): void => {
        for (const rank of ranks) process.kill(processOf(folder, rank), 'SIGKILL');
      };
      const disturbances: Record<(typeof ends)[number], Parameters<typeof searched>> = {
        'it is cancelled': [
          'n1',
          async ({ id }) => {
            await cluster.command('scancel', [id]);
          },
        ],
        'a rank is killed': [
          'n2',
          (_, folder) => {
            kill(folder, [1]);
            return Promise.resolve();
          },
        ],
        'its node fails': [
          'n3',
          async (_, folder) => {
            kill(folder, [0, 1]);
            await cluster.killNode('n3');
            await cluster.command('scontrol', ['update', 'nodename=n3', 'state=down', 'reason=test']);
          },
        ],
      };
      const { known, during, status, history } = await searched(...disturbances[how]);
      expect(during.phase).toBe('running');
      expect(keysOf(known)).not.toEqual([]);
      expect(keysOf(history)).toEqual(expect.arrayContaining(keysOf(known)));
      expect(history.iterations).toBeGreaterThanOrEqual(known.iterations);
      expect(history.ended).toBe(status.sentence);
      // Slurm may end the rest of a job whose rank was killed before it has looked at how it ended.
      const phases = { 'it is cancelled': ['cancelled'], 'its node fails': ['failed'] };
      expect(how === 'a rank is killed' ? ['failed', 'cancelled'] : phases[how]).toContain(status.phase);
    });
  },
);
