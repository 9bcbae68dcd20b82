/** Branches of a matrix or of parallel steps: how many run at the same time, and how their jobs are submitted. */
import type { JobHandle, Target } from '../../targets/target.js';
import type { StepJobs } from '../steps/action.js';
import { JobWatch } from './jobWatch.js';
import { SubmittedBatch } from './submitBatch.js';
import { Slots } from './slots.js';
import type { Branch } from '../steps/walk.js';

/** Branches that prepare or evaluate at the same time: an ssh server takes 10 sessions, an analysis all memory. */
const ACTIVE = 4;

/** Jobs of one workflow run: asked about together, target by target. */
export class JobDesk implements StepJobs {
  private readonly watches = new Map<Target, JobWatch>();

  readonly submit: StepJobs['submit'] = (target, request) => target.submit(request);

  readonly status: StepJobs['status'] = (target, job, signal) => {
    const watch = this.watches.get(target) ?? new JobWatch(target);
    this.watches.set(target, watch);
    return watch.next(job, signal);
  };
}

/** Returns branches whose jobs are submitted together. @param atOnce how many of the jobs may run at the same time */
export function branchesOf(count: number, atOnce: number | undefined, desk: StepJobs, signal: AbortSignal): Branch[] {
  const submitBatch = new SubmittedBatch(count, atOnce, signal);
  const slots = new Slots(ACTIVE);
  const idle = async <T>(wait: Promise<T>): Promise<T> => {
    slots.give();
    try {
      return await wait;
    } finally {
      await slots.take();
    }
  };
  return Array.from({ length: count }, (_, branch) => ({
    jobs: {
      submit: (target, request) => idle(submitBatch.submit(branch, target, request)),
      status: (target, job: JobHandle, ended) => {
        submitBatch.known(branch, job);
        return idle(desk.status(target, job, ended));
      },
    },
    active: async (work) => {
      await slots.take();
      try {
        return await work();
      } finally {
        slots.give();
      }
    },
    over: () => submitBatch.over(branch),
  }));
}
