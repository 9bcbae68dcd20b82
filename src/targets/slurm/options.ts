import { createHash } from 'node:crypto';
import { join } from 'node:path/posix';
import { TrimtabError } from '../../base/problem.js';
import type { SchedulerOptions } from './scheduler.js';
import { JOB_FILES } from '../jobs/script.js';
import type { JobResources } from '../target.js';

/** Longest name shown of the person's own. */
const NAME = 40;

/** A name for the scheduler under which exactly this folder's job is found again. */
export function jobName(name: string, jobFolder: string): string {
  const plain = name
    .replace(/[^\w.-]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, NAME);
  return `${plain === '' ? 'trimtab' : plain}-${createHash('sha256').update(jobFolder).digest('hex').slice(0, 10)}`;
}

/** Sets all options explicitly: nothing depends on a site's defaults except what the target leaves open. */
export function sbatchOptions(
  folder: string,
  name: string,
  resources: JobResources,
  scheduler: SchedulerOptions,
): string[] {
  const nodes = resources.nodes ?? scheduler.nodes;
  const perNode = resources.tasksPerNode ?? scheduler.tasksPerNode;
  const threads = resources.threadsPerRank ?? scheduler.threadsPerRank;
  const limit = resources.timeLimit ?? scheduler.timeLimit;
  if (nodes !== undefined && perNode !== undefined && nodes * perNode < resources.ranks)
    throw new TrimtabError(
      `${resources.ranks} ranks do not fit on ${nodes} nodes with ${perNode} each; change scheduler.nodes or scheduler.tasksPerNode.`,
    );
  const option = (key: string, value: string | number | undefined): string[] =>
    value === undefined ? [] : [`--${key}=${value}`];
  const { requeue } = scheduler;
  return [
    '--parsable',
    `--job-name=${name}`,
    `--chdir=${folder}`,
    `--ntasks=${resources.ranks}`,
    ...option('nodes', nodes),
    ...option('ntasks-per-node', perNode),
    ...option('cpus-per-task', threads),
    ...option('time', limit === undefined ? undefined : slurmTime(limit)),
    ...option('partition', scheduler.partition),
    ...option('account', scheduler.account),
    ...option('qos', scheduler.qos),
    ...(requeue === undefined ? [] : [requeue ? '--requeue' : '--no-requeue']),
    '--open-mode=append',
    ...scheduler.options,
  ];
}

/** Slurm counts minutes, upwards. */
function slurmTime(seconds: number): string {
  return String(Math.max(1, Math.ceil(seconds / 60)));
}

/** Destination of Slurm's own messages; the program's output has a separate file. */
export function outputOption(folder: string): string {
  // "%" begins a pattern in Slurm's file names.
  return `--output=${join(folder, JOB_FILES.slurmOutput).replaceAll('%', '%%')}`;
}
