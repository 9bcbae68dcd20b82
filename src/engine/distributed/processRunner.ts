import { availableParallelism } from 'node:os';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import { inheritedEnvironment } from '../../targets/environment.js';
import { runProcess } from '../../base/processes/process.js';
import type { Runner, Steps } from './runner.js';

/** Runs the tasks as processes on this machine, as many at once as it has processors. */
export const processRunner: Runner = {
  name: 'processes on this machine',
  async run({ read, reduce, parts, folder, signal }: Steps): Promise<void> {
    const failed = new AbortController();
    const stop = signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal]);
    const waiting = Array.from({ length: parts }, (_, index) => index);
    const work = async (): Promise<void> => {
      for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
        await runTask([...read, String(index)], folder.path, stop);
      }
    };
    const workers = Array.from({ length: Math.min(parts, availableParallelism()) }, work);
    try {
      await Promise.all(workers);
    } catch (error) {
      // The others need not finish; but they have to be gone before their folder is.
      failed.abort();
      await Promise.allSettled(workers);
      throw error;
    }
    await runTask(reduce, folder.path, stop);
  },
};

async function runTask(argv: readonly string[], folder: string, signal: AbortSignal): Promise<void> {
  const { exitCode, endedBy, stopped, tail } = await runProcess(
    { argv, folder, environment: inheritedEnvironment() },
    { signal, grace: 0 },
  );
  if (stopped !== undefined) throw new CancelledError();
  if (exitCode === 0) return;
  const how = endedBy ?? `exit code ${exitCode ?? 'unknown'}`;
  throw new TrimtabError(`A task of the distributed analysis failed (${how}); what it printed is above.`, {
    details: tail,
  });
}
