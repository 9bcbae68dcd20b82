import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readText } from '../../base/files/index.js';
import { CancelledError, TrimtabError } from '../../model/problem.js';
import { capture } from '../../base/processes/capture.js';
import { inheritedEnvironment } from '../../targets/environment.js';
import { runProcess } from '../../base/processes/process.js';
import type { ExchangeFolder } from './exchangeFolder.js';
import type { Runner, Steps } from './runner.js';

/** How long a network file system may take to show a new file, in seconds. */
const SHOWN_AFTER = 60;

/** The batch script: it becomes the command it is given; in an array, with the number of the task as last word. */
const SCRIPT = '#!/bin/sh\nexec "$@" ${SLURM_ARRAY_TASK_ID:+"$SLURM_ARRAY_TASK_ID"}\n';

/** Whether a Slurm controller answers on this machine. */
export async function slurmAnswers(): Promise<boolean> {
  return / UP\b/.test((await capture(['scontrol', 'ping'], inheritedEnvironment())) ?? '');
}

/**
 * Runs the parts as a job array, and the step that puts them together as a job that depends on it. Partition, account
 * and time limits come from Slurm's own variables (SBATCH_PARTITION, SBATCH_ACCOUNT, SBATCH_TIMELIMIT and so on).
 */
export const slurmRunner: Runner = {
  name: 'Slurm',
  async run({ read, reduce, parts, folder, signal }: Steps): Promise<void> {
    const script = join(folder.path, 'task.sh');
    writeFileSync(script, SCRIPT, { mode: 0o755 });
    const common = ['--parsable', `--chdir=${folder.path}`];
    const array = await submit([
      ...common,
      '--job-name=trimtab-read',
      `--array=0-${parts - 1}`,
      `--output=${join(folder.path, 'read.%a.log')}`,
      script,
      ...read,
    ]);
    const reducing = [
      ...common,
      '--job-name=trimtab-reduce',
      `--dependency=afterok:${array}`,
      '--kill-on-invalid-dep=yes',
      `--output=${folder.logFile('reduce')}`,
      '--wait',
      script,
      ...reduce,
    ];
    await untilReduced(reducing, array, folder, signal);
  },
};

/** Hands a job to Slurm; returns its number. */
async function submit(options: readonly string[]): Promise<string> {
  let said = '';
  const argv = ['sbatch', ...options];
  const { exitCode } = await runProcess(
    { argv, folder: '/', environment: inheritedEnvironment() },
    { onOutput: (text) => (said += text) },
  );
  const job = /^(\d+)(;.*)?$/m.exec(said)?.[1];
  if (exitCode === 0 && job !== undefined) return job;
  throw new TrimtabError('Slurm did not take the jobs of the distributed analysis; its reason is above.', {
    details: said.trim(),
  });
}

/** Submits the last job and waits until it has ended. */
async function untilReduced(
  options: readonly string[],
  array: string,
  folder: ExchangeFolder,
  signal: AbortSignal | undefined,
): Promise<void> {
  let said = '';
  const argv = ['sbatch', ...options];
  const { exitCode, stopped } = await runProcess(
    { argv, folder: '/', environment: inheritedEnvironment() },
    { onOutput: (text) => (said += text), ...(signal === undefined ? {} : { signal, grace: 0 }) },
  );
  if (exitCode === 0 && (await hasResult(folder))) return;
  const jobs = [array, ...(/^\d+/m.exec(said) ?? [])];
  await capture(['scancel', ...jobs], inheritedEnvironment());
  if (stopped !== undefined) throw new CancelledError();
  throw new TrimtabError(`A job of the distributed analysis failed (Slurm jobs ${jobs.join(' and ')}).`, {
    details: logsOf(folder) || said.trim(),
  });
}

/**
 * Whether the results are there. Network file systems may take a while to show them; and `sbatch --wait` ends well also
 * when the job was never started because a part failed, but then that part has printed why.
 */
async function hasResult(folder: ExchangeFolder): Promise<boolean> {
  const { resultFile } = folder;
  for (let tries = 0; tries < SHOWN_AFTER && !existsSync(resultFile) && logsOf(folder) === ''; tries++) {
    await delay(1000);
  }
  return existsSync(resultFile);
}

/** What the tasks printed: nothing when all went well. */
/** Bytes of what the tasks of a step print. */
const LARGEST_LOG = 64 << 20;

function logsOf({ path }: ExchangeFolder): string {
  const logs = readdirSync(path).filter((name) => name.endsWith('.log'));
  return logs
    .map((name) => readText(join(path, name), { limit: LARGEST_LOG }).trim())
    .filter((text) => text !== '')
    .join('\n');
}
