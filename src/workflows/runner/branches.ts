/** Branches of a matrix or of parallel steps: how many go on at the same time, and how their jobs are handed in. */
import { TrimtabError } from '../../model/problem.js';
import type { JobHandle, Target } from '../../targets/target.js';
import type { Names } from '../language/expression.js';
import { fillIn } from '../language/template.js';
import { isGroup, type ActionStep, type Step } from '../language/workflow.js';
import type { StepJobs, Surroundings } from './action.js';
import { JobWatch } from './jobWatch.js';
import { Muster } from './muster.js';
import { Slots } from './slots.js';

/** Branches that prepare or evaluate at the same time: an ssh server takes 10 sessions, an analysis all memory. */
const ACTIVE = 4;

/** Steps after which the project stands as before, on any machine: only such can go on beside each other. */
const HARMLESS: ReadonlySet<string> = new Set(['run', 'fetch', 'analyze', 'compare', 'annotate']);

/** Whether all steps, also within groups, leave the project as it is. */
export function areHarmless(steps: readonly Step[]): boolean {
  return steps.every((step) => (isGroup(step) ? areHarmless(step.steps) : HARMLESS.has(step.kind)));
}

/** The `run` steps, also within groups. */
function runsIn(steps: readonly Step[]): ActionStep[] {
  return steps.flatMap((step) => (isGroup(step) ? runsIn(step.steps) : step.kind === 'run' ? [step] : []));
}

/** Whether every run of some steps goes to a scheduler, which sees to it that jobs do not disturb each other. */
export function areScheduled(steps: readonly Step[], names: Names, surroundings: Surroundings): boolean {
  const runs = runsIn(steps);
  return runs.length > 0 && runs.every((step) => isScheduled(step, names, surroundings));
}

function isScheduled(step: ActionStep, names: Names, { configuration, targetFor }: Surroundings): boolean {
  try {
    const wanted = fillIn(step.arguments.target ?? null, names);
    return targetFor(typeof wanted === 'string' ? wanted : configuration.target).isScheduled;
  } catch (error) {
    // A target that only an inner step will name, or that does not exist: the step says so when it is its turn.
    if (error instanceof TrimtabError) return false;
    throw error;
  }
}

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

/** One of several branches. Of those that do not wait for jobs, only a few are at work at the same time. */
export interface Branch {
  readonly jobs: StepJobs;
  /** Does something that takes a place among the branches at work. */
  readonly active: <T>(work: () => Promise<T>) => Promise<T>;
  /** Tells that it has ended, or hands its jobs in elsewhere. */
  readonly over: () => void;
}

/** Branches whose jobs are handed in at once. @param atOnce how many of the jobs may run at the same time */
export function branchesOf(count: number, atOnce: number | undefined, desk: StepJobs, signal: AbortSignal): Branch[] {
  const muster = new Muster(count, atOnce, signal);
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
      submit: (target, request) => idle(muster.submit(branch, target, request)),
      status: (target, job: JobHandle, ended) => {
        muster.known(branch, job);
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
    over: () => muster.over(branch),
  }));
}
