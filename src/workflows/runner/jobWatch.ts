import { absent } from '../../base/elements.js';
import type { JobHandle, JobStatus, Target } from '../../targets/target.js';

/** How long a question waits for others to go with it, in milliseconds. */
const GATHER = 50;
/** Polling interval for a job when the target does not set one, in milliseconds. */
const DEFAULT_PAUSE = 2000;

interface Waiting {
  readonly job: JobHandle;
  /** When the question is worthwhile, in milliseconds of performance.now. */
  readonly due: number;
  readonly done: (status: JobStatus | undefined) => void;
  readonly failed: (error: unknown) => void;
}

/** The jobs of one target that steps wait for: when one is to be asked about, all are, in one question. */
export class JobWatch {
  private readonly due = new Map<string, number>();
  private readonly waiting = new Set<Waiting>();
  private timer: NodeJS.Timeout | undefined;
  private asking = false;

  constructor(private readonly target: Target) {}

  /**
   * Returns the state of a job: immediately the first time, later at the next polling time.
   * @returns undefined when the signal was aborted before the next poll
   */
  next(job: JobHandle, signal: AbortSignal): Promise<JobStatus | undefined> {
    const due = this.due.get(job.jobFolder);
    if (due !== undefined && signal.aborted) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        if (this.waiting.delete(waiting)) resolve(undefined);
        this.plan();
      };
      const waiting: Waiting = {
        job,
        due: due ?? performance.now() + GATHER,
        done: (status) => {
          signal.removeEventListener('abort', stop);
          resolve(status);
        },
        failed: (error) => {
          signal.removeEventListener('abort', stop);
          reject(error instanceof Error ? error : new Error(String(error), { cause: error }));
        },
      };
      this.waiting.add(waiting);
      if (due !== undefined) signal.addEventListener('abort', stop, { once: true });
      this.plan();
    });
  }

  private plan(): void {
    clearTimeout(this.timer);
    if (this.asking || this.waiting.size === 0) return;
    const first = Math.min(...Array.from(this.waiting, ({ due }) => due));
    this.timer = setTimeout(() => void this.ask(), Math.max(0, first - performance.now()));
  }

  private async ask(): Promise<void> {
    const all = [...this.waiting];
    this.waiting.clear();
    this.asking = true;
    try {
      const statuses = await this.target.status(all.map(({ job }) => job));
      for (const [i, { job, done }] of all.entries()) {
        const status = statuses[i] ?? absent(i);
        const { askAgainAfter } = status;
        const pause = askAgainAfter === undefined ? DEFAULT_PAUSE : askAgainAfter * 1000;
        this.due.set(job.jobFolder, performance.now() + pause);
        done(status);
      }
    } catch (error) {
      for (const { failed } of all) failed(error);
    } finally {
      this.asking = false;
      this.plan();
    }
  }
}
