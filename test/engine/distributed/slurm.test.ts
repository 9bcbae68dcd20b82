import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cluster, startCluster, whyNoCluster } from '../../../scripts/lib/cluster/cluster.mjs';
import { analyzeTrace } from '../../../src/analysis/trace/index.js';
import { analyzeDistributed, type DistributedOptions } from '../../../src/engine/distributed/index.js';
import { slurmAnswers } from '../../../src/engine/distributed/slurmRunner.js';
import { openArchive } from '../../../src/formats/otf2/index.js';
import { CancelledError, TrimtabError } from '../../../src/model/problem.js';
import { contents } from '../../support/parts.js';
import { bundleTasks } from '../support/bundle.js';

const missing = whyNoCluster();
if (missing !== undefined) console.warn(`Skipped: ${missing}`);

describe.skipIf(missing !== undefined)('the analysis as jobs of Slurm', () => {
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

  it('gives the same results to the last bit', async () => {
    expect(await slurmAnswers()).toBe(true);
    const said = new Set<string>();
    const result = await analyze({ onProgress: (_, message) => said.add(message) });
    expect(contents(result)).toEqual(contents(analyzeTrace(openArchive(archive), { program: 'test' })));
    expect([...said].join()).toContain('Slurm');
  });

  it('tells what a job that failed printed', async () => {
    const failing = [process.execPath, '-e', 'console.error("no such disk"); process.exit(3)'];
    const error: unknown = await analyze({ command: failing }).catch((reason: unknown) => reason);
    if (!(error instanceof TrimtabError)) throw new Error('it did not fail as expected');
    expect(error.details).toContain('no such disk');
  });

  it('ends when it is cancelled', async () => {
    const abort = new AbortController();
    const waiting = [process.execPath, '-e', 'setTimeout(() => {}, 60_000)'];
    const work = analyze({ command: waiting, signal: abort.signal, onProgress: () => abort.abort() });
    await expect(work).rejects.toThrow(CancelledError);
  });
});
