import { setTimeout as delay } from 'node:timers/promises';
import { TrimtabError } from '../base/problem.js';
import type { Stage } from '../protocol/workflows.js';
import type { Announcer } from './announcer.js';

/** What a job reports while it runs. */
export interface JobReporter {
  readonly signal: AbortSignal;
  readonly onProgress: (stage: Stage, message: string, fraction?: number) => void;
  readonly onOutput: (text: string) => void;
}

interface RunningJob {
  readonly subject: string;
  readonly abort: AbortController;
  /** Settles, without failing, when the job has ended in whatever way. */
  readonly ended: Promise<unknown>;
}

/** The builds, runs and analyses under way; a client names each when it asks for it. */
export class Jobs {
  private readonly running = new Map<string, RunningJob>();

  constructor(private readonly announcer: Pick<Announcer, 'notify'>) {}

  /**
   * Runs a job and passes on its progress and output under its name.
   * @param job name chosen by the client
   * @param subject what it works on; two jobs on one subject would disturb each other and are refused
   * @param signal aborted when the client cancels the request
   * @throws TrimtabError when the name or the subject is taken, and whatever the work throws
   */
  async run<T>(
    job: string,
    subject: string,
    signal: AbortSignal,
    work: (reporter: JobReporter) => Promise<T>,
  ): Promise<T> {
    this.checkFree(job, subject);
    const abort = new AbortController();
    const working = work(this.reporter(job, AbortSignal.any([signal, abort.signal])));
    this.running.set(job, { subject, abort, ended: Promise.allSettled([working]) });
    try {
      return await working;
    } finally {
      this.running.delete(job);
    }
  }

  /** Stops everything that runs (what can go on without this process is only left) and waits until it has tidied up, for `patience` milliseconds at most. */
  async stopAll(patience: number): Promise<void> {
    const jobs = [...this.running.values()];
    for (const { abort } of jobs) abort.abort('leave');
    const timeout = new AbortController();
    const ended = Promise.all(jobs.map((job) => job.ended)).then(() => timeout.abort());
    await Promise.race([ended, delay(patience, undefined, { signal: timeout.signal }).catch(() => undefined)]);
  }

  private reporter(job: string, signal: AbortSignal): JobReporter {
    return {
      signal,
      onProgress: (stage, message, fraction) =>
        this.announcer.notify('trimtab/progress', {
          job,
          stage,
          message,
          ...(fraction === undefined ? {} : { fraction }),
        }),
      onOutput: (text) => this.announcer.notify('trimtab/output', { job, text }),
    };
  }

  private checkFree(job: string, subject: string): void {
    if (this.running.has(job))
      throw new TrimtabError(`A job named ${job} is already running; give this one another name.`);
    if ([...this.running.values()].some((other) => other.subject === subject)) {
      throw new TrimtabError(`${subject} is already being analyzed; wait for it or stop it first.`);
    }
  }
}
