/**
 * Inspection of local jobs without starting a program: ranks are bound to cores, and any process next to them delays
 * one rank, for which the others wait.
 */
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path/posix';
import { errorCode, readText } from '../../base/files/index.js';
import { type JobObserver, type ObservedJob, type RecordName, ShellObserver } from '../jobs/observer.js';
import { JOB_FILES } from '../jobs/script.js';
import type { Shell } from '../shell/shell.js';
import type { JobHandle } from '../target.js';

/** Bytes of a record; a reserved one has 512. */
const LARGEST_RECORD = 64 << 10;
/** A command line may be as long as the system allows. */
const COMMAND_LINE = { limit: 4 << 20, within: null };

export class LocalObserver implements JobObserver {
  /** @param shell used where the system has no /proc */
  static on(shell: Shell): JobObserver {
    return existsSync('/proc/self/cmdline') ? new LocalObserver() : new ShellObserver(shell);
  }

  observe(jobs: readonly JobHandle[]): ReturnType<JobObserver['observe']> {
    return Promise.resolve({ host: hostname(), jobs: jobs.map(observed) });
  }
}

function observed({ id, jobFolder }: JobHandle): ObservedJob {
  // Before the records: a job that ends in between has left its own by then.
  const isAlive = runs(id, join(jobFolder, JOB_FILES.script));
  const record = (name: RecordName): string =>
    textOf(join(jobFolder, JOB_FILES[name]), { limit: LARGEST_RECORD, within: jobFolder });
  return { isAlive, exit: record('exit'), started: record('started'), cancelled: record('cancelled') };
}

/** Whether a process is the job's script, and not another one with the same number. */
function runs(id: string, script: string): boolean {
  if (!/^\d+$/.test(id)) return false;
  return textOf(`/proc/${id}/cmdline`, COMMAND_LINE).split('\0').includes(script);
}

/** Empty where there is no such file, or no process any more. */
function textOf(path: string, rule: Parameters<typeof readText>[1]): string {
  try {
    return readText(path, rule);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ESRCH') return '';
    throw error;
  }
}
