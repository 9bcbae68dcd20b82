import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { elementAt } from '../../base/elements.js';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import type { JobHandle, JobRequest, JobStatus, Target } from '../../targets/target.js';
import type { ExchangeFolder } from './exchangeFolder.js';
import type { Runner, Steps } from './runner.js';

/** How long a network file system may take to show a new file, in seconds. */
const SHOWN_AFTER = 60;
/** Polling interval for jobs in seconds if the target does not set one. */
const PAUSE = 2;
/** How often it is asked whether jobs that were cancelled are gone; they take a moment. */
const LAST_QUESTIONS = 30;
/** How many jobs are cancelled at once: each takes a question to the scheduler. */
const AT_ONCE = 8;

/**
 * Runs the parts as jobs of a target, and the step that puts them together as a job that comes after them: submitted,
 * watched and cancelled as runs of programs are.
 */
export function jobRunner(target: Target, name: string): Runner {
  return {
    name,
    async run(steps: Steps): Promise<void> {
      const jobs: JobHandle[] = [];
      try {
        await submitted(target, steps, jobs);
        await untilDone(target, jobs, steps.signal);
        await demandResult(steps.folder);
      } catch (error) {
        await gone(target, jobs).catch(() => undefined); // that they cannot be cancelled must not hide why
        throw steps.signal?.aborted === true ? new CancelledError() : error;
      }
    },
  };
}

/** Submits the jobs, that of the last step at the end. @param jobs receives each on submission */
async function submitted(target: Target, { read, reduce, parts, folder }: Steps, jobs: JobHandle[]): Promise<void> {
  const request = (step: string, argv: readonly string[]): JobRequest => ({
    argv,
    folder: folder.path,
    environment: {},
    jobFolder: join(folder.path, step),
    name: `trimtab-${step.split('.', 1).join('')}`,
    resources: { ranks: 1 },
  });
  const reads = Array.from({ length: parts }, (_, part) => request(`read.${part}`, [...read, String(part)]));
  jobs.push(...(await target.submitAll(reads)));
  jobs.push(await target.submit({ ...request('reduce', reduce), after: [...jobs] }));
}

const isOver = ({ phase }: JobStatus): boolean => phase !== 'pending' && phase !== 'running';

/**
 * Waits until all jobs have ended well.
 * @throws TrimtabError when one did not; the parts are looked at first, since without them the last step is not begun
 */
async function untilDone(target: Target, jobs: readonly JobHandle[], signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const statuses = await target.status(jobs);
    const failed = statuses.findIndex((status) => isOver(status) && status.phase !== 'succeeded');
    const isPart = failed >= 0 && failed < jobs.length - 1;
    if (isPart || (failed >= 0 && statuses.every(isOver)))
      throw await failure(target, elementAt(jobs, failed), elementAt(statuses, failed));
    if (statuses.every(isOver)) return;
    const pauses = statuses.filter((status) => !isOver(status)).map(({ askAgainAfter = PAUSE }) => askAgainAfter);
    await delay(Math.min(...pauses) * 1000, undefined, signal === undefined ? {} : { signal });
  }
}

async function failure(target: Target, job: JobHandle, { sentence }: JobStatus): Promise<TrimtabError> {
  const { text } = await target.output(job, 0);
  const why = sentence.replace(/\.$/, '');
  return new TrimtabError(
    `A job of the distributed analysis failed (job ${job.id}): ${why}; what it printed is above.`,
    {
      details: text.trim(),
    },
  );
}

/** Cancels the jobs that have not ended, and waits for them: they have to be gone before their folder is. */
async function gone(target: Target, jobs: readonly JobHandle[]): Promise<void> {
  let left = jobs;
  for (let question = 0; left.length > 0 && question < LAST_QUESTIONS; question++) {
    if (question === 0)
      for (let first = 0; first < left.length; first += AT_ONCE)
        await Promise.all(left.slice(first, first + AT_ONCE).map((job) => target.cancel(job)));
    else await delay(1000);
    const statuses = await target.status(left);
    left = left.filter((_, i) => !isOver(elementAt(statuses, i)));
  }
}

/** @throws TrimtabError when the results are missing; network file systems may show them with a delay */
async function demandResult({ resultFile }: ExchangeFolder): Promise<void> {
  for (let tries = 0; tries < SHOWN_AFTER && !existsSync(resultFile); tries++) await delay(1000);
  if (existsSync(resultFile)) return;
  throw new TrimtabError(
    `The distributed analysis has ended, but its result ${resultFile} is not seen here; name a folder that all machines share with --exchange.`,
  );
}
