/** The real cluster for tests: started once a test file, or a plain word why it cannot be. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { startCluster, type Cluster } from '../../../scripts/lib/cluster/cluster.mjs';
import { elementAt } from '../../../src/base/elements.js';
import { createTarget, type CreateOptions } from '../../../src/targets/create.js';
import { parseTargets } from '../../../src/targets/description.js';
import { inheritedEnvironment } from '../../../src/targets/environment.js';
import type { JobHandle, JobRequest, JobStatus, Target } from '../../../src/targets/target.js';

export type { Cluster };

/** Starts the cluster. If it cannot be started the reason is printed, and the tests that need it are skipped. */
export async function clusterOrReason(): Promise<{ cluster?: Cluster; reason?: string }> {
  try {
    return { cluster: await startCluster() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.warn(`The tests on a real cluster are skipped: ${reason}`);
    return { reason };
  }
}

/** A target on the cluster. @param entry as in trimtab.yaml, on top of host and folders */
export function clusterTarget(
  cluster: Cluster,
  entry: Record<string, unknown> = {},
  options: CreateOptions = {},
): Target {
  const whole = {
    kind: 'slurm',
    host: 'cluster',
    sshConfig: cluster.sshConfig,
    workFolder: join(cluster.home, 'work'),
    ...entry,
  };
  const configuration = elementAt(parseTargets({ cluster: whole }), 0);
  return createTarget(configuration, {
    ...options,
    connection: {
      environment: inheritedEnvironment(),
      socketFolder: cluster.folder,
      patience: 20,
      ...options.connection,
    },
  });
}

/** A target for commands on the cluster's own login node, without ssh. */
export function loginNodeTarget(cluster: Cluster, entry: Record<string, unknown> = {}): Target {
  const configuration = elementAt(parseTargets({ here: { kind: 'slurm', ...entry } }), 0);
  const variables = Object.entries(cluster.env).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return createTarget(configuration, { environment: Object.fromEntries(variables) });
}

/** Returns a separate folder on the target for a job. */
export function jobFolder(cluster: Cluster): string {
  return join(mkdtempSync(join(cluster.home, 'job-')), 'job');
}

/** Returns a job request for a target: a program of one rank, unless specified otherwise. */
export function jobRequest(cluster: Cluster, argv: string[], more: Partial<JobRequest> = {}): JobRequest {
  return {
    argv,
    folder: cluster.home,
    environment: {},
    jobFolder: jobFolder(cluster),
    name: 'test',
    resources: { ranks: 1 },
    ...more,
  };
}

/** Beyond this a job hangs, in milliseconds. */
const LONGEST_WAIT_MS = 200_000;

/** Polls until a job has the wanted state. @returns the last answer @throws Error with that answer if it never does */
export async function untilStatus(
  target: Target,
  job: JobHandle,
  wanted: (status: JobStatus) => boolean,
): Promise<JobStatus> {
  for (const began = performance.now(); ;) {
    const status = elementAt(await target.status([job]), 0);
    if (wanted(status)) return status;
    if (performance.now() - began > LONGEST_WAIT_MS)
      throw new Error(`The job stays as it is: ${JSON.stringify(status)}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

export const hasEnded = ({ phase }: JobStatus): boolean => phase !== 'pending' && phase !== 'running';
