import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cluster, startCluster, whyNoCluster } from '../../../scripts/lib/cluster/cluster.mjs';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { elementAt } from '../../../src/base/elements.js';
import { analyzeDistributed, type DistributedOptions } from '../../../src/engine/distributed/index.js';
import { schedulerRunner } from '../../../src/engine/distributed/schedulerRunner.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { CancelledError, TrimtabError } from '../../../src/base/problem.js';
import { contents } from '../../support/parts.js';
import { bundleTasks } from '../support/bundle.js';

const missing = whyNoCluster();
if (missing !== undefined) console.warn(`Skipped: ${missing}`);

describe.skipIf(missing !== undefined)('the analysis as jobs of Slurm', { timeout: 120_000 }, () => {
  const environment = process.env.SLURM_CONF;
  let cluster: Cluster;
  let folder: string;
  let archive: string;
  let command: string[];
  beforeAll(async () => {
    cluster = await startCluster();
    process.env.SLURM_CONF = cluster.env.SLURM_CONF;
    folder = mkdtempSync(join(tmpdir(), 'trimtab-distributed-'));
    cpSync(resolve(import.meta.dirname, '../../../examples/heat2d-mpi/recorded'), folder, { recursive: true });
    archive = join(folder, 'traces.otf2');
    command = await bundleTasks(folder);
  });
  afterAll(async () => {
    if (environment === undefined) delete process.env.SLURM_CONF;
    else process.env.SLURM_CONF = environment;
    await cluster.stop();
    rmSync(folder, { recursive: true });
  });

  const analyze = (options: Partial<DistributedOptions> = {}) =>
    analyzeDistributed(archive, { program: 'test', correctClocks: true, parts: 3, command, ...options });

  /** The scheduler needs a moment for jobs that have ended. */
  const SOON = { timeout: 60_000 };
  const NOTHING = { jobs: '', folders: [] };
  const slurm = (program: string, ...words: string[]): string =>
    execFileSync(program, words, { encoding: 'utf8', env: { ...process.env, ...cluster.env } }).trim();
  /** Jobs in the queue, and folders of exchanges. */
  const left = () => ({
    jobs: slurm('squeue', '--noheader'),
    folders: readdirSync(folder).filter((name) => name.startsWith('.trimtab-exchange')),
  });

  it('gives the same results to the last bit', async () => {
    expect(await schedulerRunner()).toBeDefined();
    const said = new Set<string>();
    const result = await analyze({ onProgress: (_, message) => said.add(message) });
    expect(contents(result)).toEqual(contents(analyzeTrace(openArchive(archive), { program: 'test' })));
    expect([...said].join()).toContain('Slurm');
    await expect.poll(left, SOON).toEqual(NOTHING);
  });

  it('shows the output of a job that failed', async () => {
    const failing = [process.execPath, '-e', 'console.error("no such disk"); process.exit(3)'];
    const error: unknown = await analyze({ command: failing }).catch((reason: unknown) => reason);
    if (!(error instanceof TrimtabError)) throw new Error('it did not fail as expected');
    expect(error.message).toMatch(/^A job of the distributed analysis failed \(job \d+_\d\): .* exit code 3; /);
    expect(error.details).toContain('no such disk');
    await expect.poll(left, SOON).toEqual(NOTHING);
  });

  it('reports the fate of a job that the scheduler ended', async () => {
    const waiting = [process.execPath, '-e', 'setTimeout(() => {}, 60_000)'];
    let killed = false;
    const work = analyze({
      command: waiting,
      onProgress: () => {
        const running = slurm('squeue', '--noheader', '--array', '--states=running', '--format=%i').split('\n');
        if (killed || running[0] === '') return;
        killed = true;
        slurm('scancel', elementAt(running, 0));
      },
    });
    await expect(work).rejects.toThrow(/^A job of the distributed analysis failed \(job \d+_\d\): Cancelled/);
    await expect.poll(left, SOON).toEqual(NOTHING);
  });

  it('ends when it is cancelled', async () => {
    const abort = new AbortController();
    const waiting = [process.execPath, '-e', 'setTimeout(() => {}, 60_000)'];
    const work = analyze({ command: waiting, signal: abort.signal, onProgress: () => abort.abort() });
    await expect(work).rejects.toThrow(CancelledError);
    await expect.poll(left, SOON).toEqual(NOTHING);
  });
});
