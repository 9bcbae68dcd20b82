/** A process that runs sh, here or behind ssh, and takes scripts on its standard input. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../../base/files/index.js';
import { terminateGroup } from '../../base/processes/processTree.js';
import { neutralFolder, programPath } from '../../base/processes/programs.js';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import { Answer, type ScriptResult } from './answer.js';
import { ConnectionLost, type ScriptOptions } from './shell.js';

/** Reads a script: its length comes on a line, then the script. dd takes single bytes so that it reads none too many. */
const READ = 's="$(dd bs=1 count="$n" 2>/dev/null)"';

/**
 * Commands for login shells, with the same meaning in sh, csh and fish: no quote within quotes, no backslash, no "!".
 * The script is followed by its own input.
 */
export const ONE_SCRIPT = `exec /bin/sh -c 'IFS= read -r n && ${READ} && eval "$s"'`;

/** Scripts one after the other, which read nothing, until there are no more. */
export const MANY_SCRIPTS = `exec /bin/sh -c 'while IFS= read -r n; do ${READ}; eval "$s" </dev/null; done'`;

/** How long the far side may take to begin a script, in milliseconds. */
export const BEGIN_PATIENCE = 30_000;

export class Receiver {
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly closed: Promise<void>;
  private failure: Error | undefined;
  private over = false;
  private answer: Answer | undefined;
  private onComplete: (() => void) | undefined;

  /** @param argv starts ONE_SCRIPT or MANY_SCRIPTS in a shell */
  constructor(
    private readonly argv: readonly [string, ...string[]],
    environment: Readonly<Record<string, string>>,
  ) {
    // A separate process group: no process started by a script is left behind, and none can prompt on a terminal.
    this.child = spawn(programPath(argv[0], environment), argv.slice(1), {
      cwd: neutralFolder(),
      env: environment,
      stdio: 'pipe',
      detached: true,
    });
    this.closed = this.untilClosed();
    // That the other end went away is seen by the missing end mark.
    this.child.stdin.on('error', () => undefined);
    this.child.stdout.on('data', (data: Buffer) => this.take((answer) => answer.addOutput(data)));
    this.child.stderr.on('data', (data: Buffer) => this.take((answer) => answer.addErrors(data)));
  }

  /** It may take a further script. */
  get usable(): boolean {
    return !this.over;
  }

  /**
   * Runs the one script of ONE_SCRIPT, with its input.
   * @param begin how long it may take to begin, in milliseconds
   */
  runOnly(script: string, options: ScriptOptions, begin = BEGIN_PATIENCE): Promise<ScriptResult> {
    return this.run(script, options, begin, async (answer) => {
      await Promise.all([this.closed, this.feed(answer, options)]);
    });
  }

  /** Runs one of the scripts of MANY_SCRIPTS; the one before it has ended. */
  runNext(script: string, options: Omit<ScriptOptions, 'input'>, begin = BEGIN_PATIENCE): Promise<ScriptResult> {
    return this.run(script, options, begin, async (answer) => {
      this.write(answer);
      await Promise.race([this.closed, new Promise<void>((resolve) => (this.onComplete = resolve))]);
    });
  }

  /** Takes no more scripts. */
  close(): void {
    this.over = true;
    this.child.stdin.end();
  }

  /** Whether this process stays for its sake. */
  hold(isBusy: boolean): void {
    const parts = [this.child, ...this.child.stdio.filter((stream) => stream instanceof Socket)];
    for (const part of parts) {
      if (isBusy) part.ref();
      else part.unref();
    }
  }

  private async run(
    script: string,
    { signal, onOutput }: ScriptOptions,
    begin: number,
    converse: (answer: Answer) => Promise<void>,
  ): Promise<ScriptResult> {
    const isAborted = (): boolean => signal?.aborted === true;
    if (isAborted()) throw new CancelledError();
    let holding: Promise<void> | undefined;
    const answer = new Answer(script, onOutput, (busy) => {
      holding = busy;
      this.child.stdout.pause();
      void busy.finally(() => this.child.stdout.resume());
    });
    this.answer = answer;
    const timer = setTimeout(() => {
      if (!answer.begun) this.kill();
    }, begin);
    const abort = (): void => this.kill();
    signal?.addEventListener('abort', abort, { once: true });
    try {
      await converse(answer);
      await holding;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      this.answer = undefined;
    }
    if (answer.result !== undefined) return answer.result;
    if (isAborted()) throw new CancelledError();
    if (this.failure !== undefined) throw notStarted(this.argv[0], this.failure);
    throw new ConnectionLost(answer.noise, answer.begun);
  }

  private take(add: (answer: Answer) => void): void {
    if (this.answer === undefined) return; // login files speak before the first script and after the last
    add(this.answer);
    if (this.answer.complete) this.onComplete?.();
  }

  private write({ text }: Answer): void {
    this.child.stdin.write(`${text.length}\n`);
    this.child.stdin.write(text);
  }

  private async feed(answer: Answer, options: ScriptOptions): Promise<void> {
    const input = options.input?.();
    this.child.stdin.on('error', () => input?.destroy());
    this.write(answer);
    if (input === undefined) {
      this.child.stdin.end();
      return;
    }
    try {
      await pipeline(input, this.child.stdin);
    } catch (error) {
      if (errorCode(error)?.startsWith('E') !== true) throw error;
      this.kill(); // without all of its input the script must not reach its end
    }
  }

  /** Ends it with all that it started here. */
  private kill(): void {
    this.over = true;
    if (this.child.pid !== undefined) terminateGroup(this.child.pid);
  }

  private untilClosed(): Promise<void> {
    return new Promise((resolve) => {
      const end = (failure?: Error): void => {
        this.over = true;
        this.failure ??= failure;
        resolve();
      };
      this.child.once('error', end);
      this.child.once('close', () => end());
    });
  }
}

function notStarted(program: string, cause: Error): TrimtabError {
  return new TrimtabError(`${program} could not be started (${errorCode(cause) ?? cause.message}); install it.`, {
    cause,
  });
}
