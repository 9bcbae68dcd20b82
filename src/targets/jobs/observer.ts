/** Looking at jobs without a scheduler: their processes, and the records in their folders. */
import { join } from 'node:path/posix';
import { quote } from '../shell/quote.js';
import { demand, type Shell } from '../shell/shell.js';
import type { JobHandle } from '../target.js';
import { JOB_FILES } from './script.js';
import { Sections } from './sections.js';

/** A job as its machine shows it; texts of files are empty where there are none. */
export interface ObservedJob {
  /** Whether its process runs. */
  readonly isAlive: boolean;
  readonly exit: string;
  readonly started: string;
  readonly cancelled: string;
}

export interface JobObserver {
  /** @returns the name of the machine, and the jobs in their order */
  observe(jobs: readonly JobHandle[]): Promise<{ readonly host: string; readonly jobs: readonly ObservedJob[] }>;
}

const RECORDS = ['exit', 'started', 'cancelled'] as const;

/** A file in which a job or its target records its state. */
export type RecordName = (typeof RECORDS)[number];

/** sh that succeeds while a process is the job's script, and not another one with the same number. */
export const isAliveScript = (id: string, folder: string): string =>
  `case "$(ps -p ${quote(id)} -o args= 2>/dev/null)" in *${quote(join(folder, JOB_FILES.script))}*) true ;; *) false ;; esac`;

/** Looks through a shell, all jobs in one script. */
export class ShellObserver implements JobObserver {
  constructor(private readonly shell: Shell) {}

  async observe(jobs: readonly JobHandle[]): ReturnType<JobObserver['observe']> {
    const sections = new Sections();
    sections.add('host', 'uname -n');
    jobs.forEach(({ id, jobFolder }, i) => {
      sections.add(`alive ${i}`, `if ${isAliveScript(id, jobFolder)}; then echo yes; fi`);
      for (const name of RECORDS) sections.addFile(`${name} ${i}`, join(jobFolder, JOB_FILES[name]));
    });
    const answers = sections.parse(await demand(this.shell, 'The jobs could not be queried', sections.script));
    const of = (name: string): string => answers.get(name) ?? '';
    return {
      host: of('host').trim(),
      jobs: jobs.map((_, i) => ({
        isAlive: of(`alive ${i}`) !== '',
        exit: of(`exit ${i}`),
        started: of(`started ${i}`),
        cancelled: of(`cancelled ${i}`),
      })),
    };
  }
}
