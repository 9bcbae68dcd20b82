import { createReadStream, type ReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as delay } from 'node:timers/promises';
import { execa } from 'execa';
import { openRegular, statOf } from '../files/index.js';
import { TrimtabError } from '../problem.js';
import type { Seconds } from '../units.js';
import { findProgram, isBareName } from './programs.js';
import { missingProgramSentence } from './missingProgram.js';
import { OutputTail } from './outputTail.js';
import { emptySession, killSession, sessionMembers, terminateChildren, terminateGroup } from './processTree.js';

/** Command to start: an argument vector (never a shell line), its folder and its environment. */
export interface Command {
  readonly argv: readonly string[];
  /** Absolute path of the working folder. */
  readonly folder: string;
  /** The whole environment of the process. */
  readonly environment: Readonly<Record<string, string>>;
  /** Its standard input; none if omitted. */
  readonly input?: CommandInput;
}

/** A file that a program reads from its standard input. */
export interface CommandInput {
  /** Absolute path. */
  readonly path: string;
  /** The folder that it must lie in, links resolved. */
  readonly within: string;
}

export interface ProcessOptions {
  /** Stops the process and everything it started. */
  readonly signal?: AbortSignal;
  readonly timeout?: Seconds;
  /** How long processes may take to end after SIGTERM before SIGKILL follows. */
  readonly grace?: Seconds;
  /** Standard output and standard error as they come, in their order as far as the pipes keep it. */
  readonly onOutput?: (text: string) => void;
}

/** How a process ended. */
export interface ProcessResult {
  readonly exitCode: number | undefined;
  /** The signal that ended it, such as `SIGSEGV`. */
  readonly endedBy: string | undefined;
  readonly stopped: 'cancelled' | 'timeout' | undefined;
  readonly seconds: Seconds;
  /** The last lines it printed. */
  readonly tail: string;
}

const DEFAULT_GRACE: Seconds = 5;
/** How long what a program started may take to end before the program itself is asked, in milliseconds. */
const CHILDREN_FIRST = 1000;
/** How long output may still come after the leader ended, when something it left behind holds the pipe. */
const DRAIN: Seconds = 2;
/** Maximum delay of a Node timer, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

const running = new Set<number>();
let exitHookSet = false;

/** Nothing that was started here outlives this process. */
function endWithUs(leader: number): void {
  running.add(leader);
  if (exitHookSet) return;
  exitHookSet = true;
  process.once('exit', () => {
    for (const pid of running) killSession(pid);
  });
}

/** @throws TrimtabError when there is no such folder on this machine */
export function checkFolder(folder: string): void {
  if (!statOf(folder)?.isDirectory())
    throw new TrimtabError(`The folder ${folder} does not exist; correct "folder" in trimtab.yaml.`);
}

/** Stops a running session on request, once: SIGTERM first (to children before the leader), SIGKILL for what is left after the grace period. */
class Stopper {
  /** Why it was stopped. */
  reason: ProcessResult['stopped'];
  private ended = false;
  private stopping: Promise<void> | undefined;
  private readonly timer: NodeJS.Timeout | undefined;
  private readonly onAbort = (): void => this.stop('cancelled');

  constructor(
    private readonly leader: number,
    private readonly options: ProcessOptions,
  ) {
    options.signal?.addEventListener('abort', this.onAbort, { once: true });
    if (options.timeout !== undefined)
      this.timer = setTimeout(() => this.stop('timeout'), Math.min(options.timeout * 1000, LONGEST_TIMER));
  }

  private stop(reason: NonNullable<ProcessResult['stopped']>): void {
    if (this.ended || this.stopping !== undefined) return;
    this.reason = reason;
    this.stopping = this.endSession();
  }

  private async endSession(): Promise<void> {
    const grace = (this.options.grace ?? DEFAULT_GRACE) * 1000;
    if (terminateChildren(this.leader)) await this.until(Math.min(CHILDREN_FIRST, grace / 2), 1);
    if (!this.ended) terminateGroup(this.leader);
    await this.until(grace, 0);
    await emptySession(this.leader);
  }

  /** Waits until at most `count` processes are left, the leader among them. @param longest in milliseconds */
  private async until(longest: number, count: number): Promise<void> {
    const deadline = performance.now() + longest;
    const done = (): boolean => (this.ended || count > 0) && sessionMembers(this.leader).length <= count;
    while (performance.now() < deadline && !done()) await delay(20);
  }

  /** To be called when the leader has ended; resolves when nothing is left that had to be stopped. */
  async leaderEnded(): Promise<void> {
    this.ended = true;
    clearTimeout(this.timer);
    this.options.signal?.removeEventListener('abort', this.onAbort);
    await this.stopping;
  }
}

/** Reads the output streams to their end. */
function follow(streams: readonly NodeJS.ReadableStream[], onText: (text: string) => void): Promise<unknown> {
  return Promise.all(
    streams.map((stream) => {
      const decoder = new StringDecoder('utf8');
      stream.on('data', (chunk: Buffer) => onText(decoder.write(chunk)));
      return new Promise<void>((resolve) => {
        stream.once('end', () => {
          const rest = decoder.end();
          if (rest !== '') onText(rest);
          resolve();
        });
        stream.once('close', resolve);
      });
    }),
  );
}

/** The open file, for handing it to a process: nothing is read of it here. @throws UnreadableFile */
function openInput({ path, within }: CommandInput): ReadStream {
  const { descriptor } = openRegular(path, within);
  return createReadStream(path, { fd: descriptor });
}

function start(command: Command) {
  const name = command.argv.at(0);
  if (name === undefined) throw new TrimtabError('A command in trimtab.yaml is empty; write the program to start.');
  const { folder, environment } = command;
  checkFolder(folder);
  // A program that is not found is started by its name: the system then reports the reason.
  const program = findProgram(name, { environment, folder }) ?? (isBareName(name) ? undefined : resolve(folder, name));
  if (program === undefined) throw new TrimtabError(missingProgramSentence(name, 'ENOENT'));
  const input = command.input === undefined ? undefined : openInput(command.input);
  try {
    return execa(program, command.argv.slice(1), {
      // Launchers behave differently when they are called by their whole path.
      argv0: name,
      cwd: folder,
      env: environment,
      extendEnv: false,
      detached: true, // own session: see processTree.ts
      cleanup: false,
      stdin: input ?? 'ignore',
      buffer: false,
      reject: false,
      encoding: 'buffer',
    });
  } finally {
    // The process has a separate copy by now.
    input?.destroy();
  }
}

/**
 * Runs one command in a separate session and waits until it, and its output, have ended. A non-zero exit is a result,
 * not an error.
 * @throws TrimtabError when the program or the folder does not exist or cannot be started
 */
export async function runProcess(command: Command, options: ProcessOptions = {}): Promise<ProcessResult> {
  const began = performance.now();
  if (options.signal?.aborted === true)
    return { exitCode: undefined, endedBy: undefined, stopped: 'cancelled', seconds: 0, tail: '' };
  const child = start(command);
  const leader = child.pid;
  if (leader === undefined)
    throw new TrimtabError(missingProgramSentence(command.argv.at(0) ?? '', (await child).code));
  endWithUs(leader);
  const stopper = new Stopper(leader, options);
  const tail = new OutputTail();
  const read = follow([child.stdout, child.stderr], (text) => {
    tail.add(text);
    options.onOutput?.(text);
  });
  const exit = await new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  await stopper.leaderEnded();
  const drained = await Promise.race([read.then(() => true), delay(DRAIN * 1000, false, { ref: false })]);
  if (!drained) {
    // A leftover process keeps the pipe open; it is no longer read.
    await emptySession(leader);
    child.stdout.destroy();
    child.stderr.destroy();
  }
  await child;
  running.delete(leader);
  return {
    exitCode: exit.code ?? undefined,
    endedBy: exit.signal ?? undefined,
    stopped: stopper.reason,
    seconds: (performance.now() - began) / 1000,
    tail: tail.last(),
  };
}
