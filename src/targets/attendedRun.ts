/** A command on a login machine: it runs independently there, and its output is followed from here. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path/posix';
import { StringDecoder } from 'node:string_decoder';
import { missingProgramSentence } from '../base/processes/missingProgram.js';
import { OutputTail } from '../base/processes/outputTail.js';
import type { ProcessOptions, ProcessResult } from '../base/processes/process.js';
import { TrimtabError } from '../base/problem.js';
import { parseRecord, signalOf, type Fields } from './jobs/records.js';
import { JOB_FILES, type Surroundings } from './jobs/script.js';
import type { Jobs } from './jobs/supervised.js';
import { quote } from './shell/quote.js';
import { ConnectionLost, demand, type Shell } from './shell/shell.js';
import type { JobHandle, TargetCommand } from './target.js';

const LONGEST_TIMER = 2 ** 31 - 1;

export interface Attendance {
  readonly shell: Shell;
  readonly jobs: Jobs;
  /** Folder for what is needed while a command runs. */
  readonly scratch: string;
  readonly surroundings: Surroundings;
}

/**
 * Runs a command to its end as if it ran locally. If the connection is lost, the command continues there; its output
 * resumes here after reconnection.
 * @throws TrimtabError when program or folder do not exist there
 */
export async function attendedRun(
  command: TargetCommand,
  options: ProcessOptions,
  attendance: Attendance,
): Promise<ProcessResult> {
  const { shell, jobs, scratch, surroundings } = attendance;
  const began = performance.now();
  const jobFolder = join(scratch, randomBytes(8).toString('hex'));
  const request = { ...command, jobFolder, name: 'run', resources: { ranks: 1 } };
  const handle = await jobs.submit(request, surroundings);
  const stopper = new Stopper(jobs, handle, options);
  const tail = new OutputTail();
  try {
    await follow(shell, handle, (text) => {
      tail.add(text);
      options.onOutput?.(text);
    });
    await stopper.done();
    const exit = parseRecord(
      await demand(
        shell,
        'The end of the command cannot be read',
        `cat ${quote(join(jobFolder, JOB_FILES.exit))} 2>/dev/null || true`,
      ),
    );
    if (stopper.reason === undefined) complain(command, exit, shell.place);
    const code = exit === undefined ? undefined : Number(exit.get('code'));
    const endedBy = code === undefined ? 'SIGKILL' : signalOf(code);
    return {
      exitCode: endedBy === undefined ? code : undefined,
      endedBy,
      stopped: stopper.reason,
      seconds: (performance.now() - began) / 1000,
      tail: tail.last(),
    };
  } finally {
    await stopper.done();
    await shell.execute(`rm -rf ${quote(jobFolder)}`).catch(() => undefined); // a leftover does no harm
  }
}

function complain(command: TargetCommand, exit: Fields | undefined, place: string): void {
  const reason = exit?.get('reason');
  if (reason === 'missing')
    throw new TrimtabError(`On ${place}: ${missingProgramSentence(command.argv.at(0) ?? '', 'ENOENT')}`);
  if (reason === 'folder')
    throw new TrimtabError(`The folder ${command.folder} does not exist on ${place}; send the project first.`);
}

/** Passes cancel and time-out on to the far side. */
class Stopper {
  reason: ProcessResult['stopped'];
  private cancelling: Promise<void> | undefined;
  private readonly timer: NodeJS.Timeout | undefined;
  private readonly onAbort = (): void => this.stop('cancelled');

  constructor(
    private readonly jobs: Jobs,
    private readonly handle: JobHandle,
    private readonly options: ProcessOptions,
  ) {
    options.signal?.addEventListener('abort', this.onAbort, { once: true });
    if (options.signal?.aborted === true) this.onAbort();
    if (options.timeout !== undefined)
      this.timer = setTimeout(() => this.stop('timeout'), Math.min(options.timeout * 1000, LONGEST_TIMER));
  }

  private stop(reason: NonNullable<ProcessResult['stopped']>): void {
    if (this.cancelling !== undefined) return;
    this.reason = reason;
    this.cancelling = this.jobs.cancel(this.handle);
  }

  async done(): Promise<void> {
    clearTimeout(this.timer);
    this.options.signal?.removeEventListener('abort', this.onAbort);
    await this.cancelling;
  }
}

/** Reads a job's output as it grows until the job has ended. */
async function follow(shell: Shell, job: JobHandle, onText: (text: string) => void): Promise<void> {
  const decoder = new StringDecoder('utf8');
  let offset = 0;
  for (;;) {
    try {
      await shell.execute(followScript(job, offset), {
        repeatable: false,
        onOutput: (data) => {
          offset += data.length;
          onText(decoder.write(data));
          return undefined;
        },
      });
      return;
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
    }
  }
}

/**
 * Looks for the end before it reads, so that nothing printed last is missed. A new connection may lead to another login
 * node, from where the process cannot be seen: only its exit record counts then.
 */
function followScript({ id, jobFolder }: JobHandle, offset: number): string {
  return `job=${quote(jobFolder)}
at=${offset}
here=yes
if [ -f "$job/started" ] && ! grep -Fqx "host=$(uname -n)" "$job/started"; then here=; fi
while :; do
  over=
  if [ -f "$job/exit" ]; then over=yes; fi
  if [ -n "$here" ] && ! kill -0 ${quote(id)} 2>/dev/null; then over=yes; fi
  size=$(wc -c <"$job/output" 2>/dev/null || echo 0)
  if [ "$size" -gt "$at" ]; then
    tail -c +$((at + 1)) "$job/output" | head -c $((size - at)) || exit 1
    at=$size
  fi
  if [ -n "$over" ]; then break; fi
  sleep 0.1 2>/dev/null || sleep 1
done`;
}
