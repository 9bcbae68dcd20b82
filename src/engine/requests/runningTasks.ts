import { present } from '../../base/present.js';
import { setTimeout as delay } from 'node:timers/promises';
import { TrimtabError } from '../../base/problem.js';
import type { Stage } from '../../protocol/workflows.js';
import type { Announcer } from './announcer.js';

/** Callbacks of a task while it runs. */
export interface TaskReporter {
  readonly signal: AbortSignal;
  readonly onProgress: (stage: Stage, message: string, fraction?: number) => void;
  readonly onOutput: (text: string) => void;
}

interface RunningTask {
  readonly subject: string;
  readonly abort: AbortController;
  /** Settles, without failing, when the task has ended in whatever way. */
  readonly ended: Promise<unknown>;
}

/** The builds, runs and analyses under way; a client names each when it asks for it. */
export class RunningTasks {
  private readonly running = new Map<string, RunningTask>();

  constructor(private readonly announcer: Pick<Announcer, 'notify'>) {}

  /**
   * Runs a task and passes on its progress and output under its name.
   * @param task name chosen by the client
   * @param subject what it works on; two tasks on one subject would disturb each other and are refused
   * @param signal aborted when the client cancels the request
   * @throws TrimtabError when the name or the subject is taken, and whatever the work throws
   */
  async run<T>(
    task: string,
    subject: string,
    signal: AbortSignal,
    work: (reporter: TaskReporter) => Promise<T>,
  ): Promise<T> {
    this.checkFree(task, subject);
    const abort = new AbortController();
    const working = work(this.reporter(task, AbortSignal.any([signal, abort.signal])));
    this.running.set(task, { subject, abort, ended: Promise.allSettled([working]) });
    try {
      return await working;
    } finally {
      this.running.delete(task);
    }
  }

  /**
   * Stops all tasks and waits until they have cleaned up, for `patience` milliseconds at most. Tasks that can continue
   * without this process are only detached.
   */
  async stopAll(patience: number): Promise<void> {
    const tasks = [...this.running.values()];
    for (const { abort } of tasks) abort.abort('leave');
    const timeout = new AbortController();
    const ended = Promise.all(tasks.map((task) => task.ended)).then(() => timeout.abort());
    await Promise.race([ended, delay(patience, undefined, { signal: timeout.signal }).catch(() => undefined)]);
  }

  private reporter(task: string, signal: AbortSignal): TaskReporter {
    return {
      signal,
      onProgress: (stage, message, fraction) =>
        this.announcer.notify('trimtab/progress', {
          task,
          stage,
          message,
          ...present({ fraction }),
        }),
      onOutput: (text) => this.announcer.notify('trimtab/output', { task, text }),
    };
  }

  private checkFree(task: string, subject: string): void {
    if (this.running.has(task))
      throw new TrimtabError(`A task named ${task} is already running; give this one another name.`);
    if ([...this.running.values()].some((other) => other.subject === subject)) {
      throw new TrimtabError(`${subject} is already being analyzed; wait for it or stop it first.`);
    }
  }
}
