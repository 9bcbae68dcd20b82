/** Jobs of branches are submitted together, and polled together, whatever the order in which branches arrive. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../../../src/base/elements.js';
import { CancelledError } from '../../../src/base/problem.js';
import { createTarget } from '../../../src/targets/create.js';
import { LOCAL } from '../../../src/targets/description.js';
import type { JobHandle, JobRequest, JobStatus, Target } from '../../../src/targets/target.js';
import { JobWatch } from '../../../src/workflows/runner/jobWatch.js';
import { SubmittedBatch } from '../../../src/workflows/runner/submitBatch.js';

const request = (branch: number): JobRequest => ({
  argv: ['true'],
  folder: '/',
  environment: {},
  jobFolder: `/jobs/${branch}`,
  name: 'test',
  resources: { ranks: 1 },
});
const handle = ({ jobFolder }: JobRequest): JobHandle => ({ id: `id of ${jobFolder}`, jobFolder });

/** A target that only notes what it is handed. */
function noting(): { target: Target; together: JobRequest[][]; alone: JobRequest[] } {
  const together: JobRequest[][] = [];
  const alone: JobRequest[] = [];
  const target = Object.assign(Object.create(createTarget(LOCAL)) as Target, {
    submit: (one: JobRequest) => {
      alone.push(one);
      return Promise.resolve(handle(one));
    },
    submitAll: (all: readonly JobRequest[]) => {
      together.push([...all]);
      return Promise.resolve(all.map(handle));
    },
  });
  return { target, together, alone };
}

const never = new AbortController().signal;
/** Fate of each branch: a submitted job, one known from before, or none. */
const coming = fc.array(fc.constantFrom('submit', 'known', 'over'), { minLength: 1, maxLength: 12 });

describe('a submitBatch', () => {
  it('submits at once, in the order of the branches, when the last branch has arrived', async () => {
    await fc.assert(
      fc.asyncProperty(coming, fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), async (kinds, numbers) => {
        const { target, together, alone } = noting();
        const submitBatch = new SubmittedBatch(kinds.length, undefined, never);
        const order = kinds.map((kind, branch) => ({ kind, branch, at: elementAt(numbers, branch) }));
        const made: Promise<unknown>[] = [];
        const expected = kinds.flatMap((kind, branch) => (kind === 'submit' ? [request(branch)] : []));
        for (const { kind, branch } of order.sort((a, b) => a.at - b.at)) {
          expect(together).toEqual([]);
          if (kind === 'over') submitBatch.over(branch);
          else if (kind === 'known') submitBatch.known(branch, handle(request(branch)));
          else
            made.push(
              submitBatch
                .submit(branch, target, request(branch))
                .then((job) => expect(job).toEqual(handle(request(branch)))),
            );
        }
        await Promise.all(made);
        expect(together).toEqual(expected.length === 0 ? [] : [expected]);
        expect(alone).toEqual([]);
        // A second job of a branch is submitted alone.
        await submitBatch.submit(0, target, request(100));
        expect(alone).toEqual([request(100)]);
      }),
    );
  });

  it('makes each job wait for the one that frees its place', async () => {
    const { target, together, alone } = noting();
    const submitBatch = new SubmittedBatch(5, 2, never);
    const made = [0, 2, 3, 4].map((branch) => submitBatch.submit(branch, target, request(branch)));
    submitBatch.known(1, handle(request(1)));
    await Promise.all(made);
    expect(together).toEqual([]);
    expect(alone.map(({ jobFolder, after }) => [jobFolder, after?.map((job) => job.jobFolder)])).toEqual([
      ['/jobs/0', undefined],
      ['/jobs/2', ['/jobs/0']],
      ['/jobs/3', ['/jobs/1']],
      ['/jobs/4', ['/jobs/2']],
    ]);
  });

  it('hands nothing in once the run is stopped', async () => {
    const { target, together } = noting();
    const stop = new AbortController();
    const submitBatch = new SubmittedBatch(2, undefined, stop.signal);
    const made = submitBatch.submit(0, target, request(0));
    stop.abort('leave');
    submitBatch.over(1);
    await expect(made).rejects.toThrow(CancelledError);
    expect(together).toEqual([]);
  });
});

describe('jobs that are waited for', () => {
  const running: JobStatus = { phase: 'running', sentence: 'Running.', askAgainAfter: 0.01 };

  it('are asked about in one question', async () => {
    const questions: string[][] = [];
    const target = Object.assign(noting().target, {
      status: (jobs: readonly JobHandle[]) => {
        questions.push(jobs.map(({ jobFolder }) => jobFolder));
        return Promise.resolve(jobs.map(() => running));
      },
    });
    const watch = new JobWatch(target);
    const jobs = [0, 1, 2].map((branch) => handle(request(branch)));
    await Promise.all(jobs.map((job) => watch.next(job, never)));
    await Promise.all(jobs.map((job) => watch.next(job, never)));
    const all = jobs.map(({ jobFolder }) => jobFolder);
    expect(questions).toEqual([all, all]);
  });

  it('are not waited for once the signal is aborted, but asked about once in any case', async () => {
    const target = Object.assign(noting().target, {
      status: (jobs: readonly JobHandle[]) => Promise.resolve(jobs.map(() => ({ ...running, askAgainAfter: 600 }))),
    });
    const watch = new JobWatch(target);
    const job = handle(request(0));
    const stop = new AbortController();
    expect(await watch.next(job, AbortSignal.abort())).toMatchObject({ phase: 'running' });
    const second = watch.next(job, stop.signal);
    stop.abort();
    expect(await second).toBeUndefined();
  });

  it('notify all waiting branches when the question fails', async () => {
    const target = Object.assign(noting().target, { status: () => Promise.reject(new Error('away')) });
    const watch = new JobWatch(target);
    const asked = [0, 1].map((branch) => watch.next(handle(request(branch)), never));
    for (const one of await Promise.allSettled(asked)) expect(one.status).toBe('rejected');
  });
});
