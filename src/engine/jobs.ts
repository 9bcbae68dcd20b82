import { TrimtabError } from '../model/problem.js';
import type { Stage } from '../protocol/messages.js';
import type { Announcer } from './announcer.js';

/** What a job reports while it runs. */
export interface JobReporter {
  readonly signal: AbortSignal;
  readonly onProgress: (stage: Stage, message: string, fraction?: number) => void;
  readonly onOutput: (text: string) => void;
}

/** The builds, runs and analyses under way; a client names each when it asks for it. */
export class Jobs {
  private readonly running = new Map<string, { readonly subject: string; readonly abort: AbortController }>();

  constructor(private readonly announcer: Announcer) {}

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
    this.running.set(job, { subject, abort });
    try {
      return await work({
        signal: AbortSignal.any([signal, abort.signal]),
        onProgress: (stage, message, fraction) =>
          this.announcer.notify('trimtab/progress', {
            job,
            stage,
            message,
            ...(fraction === undefined ? {} : { fraction }),
          }),
        onOutput: (text) => this.announcer.notify('trimtab/output', { job, text }),
      });
    } finally {
      this.running.delete(job);
    }
  }

  /** Stops everything that runs: the engine is about to end. */
  abortAll(): void {
    for (const { abort } of this.running.values()) abort.abort();
  }

  private checkFree(job: string, subject: string): void {
    if (this.running.has(job))
      throw new TrimtabError(`A job named ${job} is already running; give this one another name.`);
    if ([...this.running.values()].some((other) => other.subject === subject)) {
      throw new TrimtabError(`${subject} is already being analysed; wait for it or stop it first.`);
    }
  }
}
