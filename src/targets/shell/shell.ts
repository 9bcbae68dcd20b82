/** Running POSIX sh scripts, here or on the far side of ssh, with output that can be trusted. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import { errorCode } from '../../base/files/index.js';
import { FrameReader, framed, newFrame } from './frame.js';
import { neutralFolder, programPath } from '../../base/processes/programs.js';

export interface ScriptOptions {
  /** What the script reads on standard input; called anew when the script is started again. */
  readonly input?: () => Readable;
  readonly signal?: AbortSignal;
  /** Standard output as it comes; the result's `stdout` is empty then. A promise holds back further output. */
  readonly onOutput?: (data: Buffer) => Promise<void> | undefined;
  /** False when a script that broke off in the middle must not be started again. */
  readonly repeatable?: boolean;
}

export interface ScriptResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A place where sh scripts run. */
export interface Shell {
  /** For sentences, such as `cluster` or `this machine`. */
  readonly place: string;
  /**
   * Runs a script to its end.
   * @throws ConnectionLost when it broke off and was not to be started again
   */
  execute(script: string, options?: ScriptOptions): Promise<ScriptResult>;
  close(): Promise<void>;
}

/** The connection broke. `begun` tells whether the script may have done something. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
  constructor(
    message: string,
    readonly begun: boolean,
  ) {
    super(message);
  }
}

/**
 * What every login shell (sh, csh, fish) understands alike: no quote within quotes, no backslash, no "!". The script's
 * length comes on the first line of standard input, then the script, then what the script itself reads. dd takes
 * single bytes so that it reads none too many.
 */
export const RECEIVER = `exec /bin/sh -c 'IFS= read -r n && eval "$(dd bs=1 count="$n" 2>/dev/null)"'`;

/** How long the far side may take to begin a script, in milliseconds. */
const BEGIN_PATIENCE = 30_000;

/** Starts a receiver and speaks its protocol. @param begin how long it may take to begin */
export async function converse(
  argv: readonly [string, ...string[]],
  environment: Readonly<Record<string, string>>,
  script: string,
  options: ScriptOptions,
  begin = BEGIN_PATIENCE,
): Promise<ScriptResult> {
  if (isAborted(options.signal)) throw new CancelledError();
  const frame = newFrame();
  const out: Buffer[] = [];
  const errors: Buffer[] = [];
  let noise = '';
  const take = options.onOutput ?? ((data: Buffer) => void out.push(Buffer.from(data)));
  const stdout = new FrameReader(frame, (data) => holdBack(child, take(data)));
  const stderr = new FrameReader(frame, (data) => errors.push(Buffer.from(data)));
  // A process group of its own: nothing that the script started is left behind, and nothing can ask on a terminal.
  const child = spawn(programPath(argv[0], environment), argv.slice(1), {
    cwd: neutralFolder(),
    env: environment,
    stdio: 'pipe',
    detached: true,
  });
  const timer = setTimeout(() => {
    if (!stdout.begun) endGroup(child);
  }, begin);
  const abort = (): void => endGroup(child);
  options.signal?.addEventListener('abort', abort, { once: true });
  child.stdout.on('data', (data: Buffer) => stdout.add(data));
  child.stderr.on('data', (data: Buffer) => {
    if (noise.length < 8192) noise += data.toString();
    stderr.add(data);
  });
  const failure = await Promise.all([ended(child), feed(child, framed(script, frame), options)]).then(
    ([error]) => error,
  );
  clearTimeout(timer);
  options.signal?.removeEventListener('abort', abort);
  if (stdout.exitCode === undefined) {
    if (isAborted(options.signal)) throw new CancelledError();
    if (failure !== undefined) throw notStarted(argv[0], failure);
    throw new ConnectionLost(noise.trim(), stdout.begun);
  }
  return {
    code: stdout.exitCode,
    stdout: Buffer.concat(out).toString(),
    stderr: Buffer.concat(errors).toString().trim(),
  };
}

function holdBack(child: ChildProcessWithoutNullStreams, busy: Promise<void> | undefined): void {
  if (busy === undefined) return;
  child.stdout.pause();
  void busy.finally(() => child.stdout.resume());
}

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

function endGroup(child: ChildProcessWithoutNullStreams): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
  } catch {
    return; // it has just ended by itself
  }
}

function ended(child: ChildProcessWithoutNullStreams): Promise<Error | undefined> {
  return new Promise((resolve) => {
    child.once('error', resolve);
    child.once('close', () => resolve(undefined));
  });
}

/** Sends the script and its input. That the other end went away is seen by the missing end mark. */
async function feed(child: ChildProcessWithoutNullStreams, script: string, options: ScriptOptions): Promise<void> {
  const text = Buffer.from(script);
  const input = options.input?.();
  child.stdin.on('error', () => input?.destroy());
  child.stdin.write(`${text.length}\n`);
  child.stdin.write(text);
  if (input === undefined) {
    child.stdin.end();
    return;
  }
  try {
    await pipeline(input, child.stdin);
  } catch (error) {
    if (errorCode(error)?.startsWith('E') !== true) throw error;
    endGroup(child); // without all of its input the script must not reach its end
  }
}

function notStarted(program: string, cause: Error): TrimtabError {
  return new TrimtabError(`${program} could not be started (${errorCode(cause) ?? cause.message}); install it.`, {
    cause,
  });
}

/** sh on this machine. */
export class LocalShell implements Shell {
  readonly place = 'this machine';

  constructor(private readonly environment: Readonly<Record<string, string>>) {}

  execute(script: string, options: ScriptOptions = {}): Promise<ScriptResult> {
    return converse(['/bin/sh', '-c', RECEIVER], this.environment, script, options);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/**
 * Runs a script that must succeed.
 * @param what for the sentence, such as `The job could not be submitted`
 * @returns its standard output
 */
export async function demand(shell: Shell, what: string, script: string, options: ScriptOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await shell.execute(script, options);
  if (code === 0) return stdout;
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const said = lines.find((line) => FULL.test(line)) ?? lines.at(-1) ?? `exit code ${code}`;
  throw new TrimtabError(`${what} on ${shell.place}: ${said.trim()}${hint(said)}.`, { details: stderr });
}

/** What programs say when nothing more can be written; sh says no more than "I/O error", GNU tar "Wrote only". */
export const FULL =
  /No space left on device|Disk quota exceeded|File too large|I\/O error|write error|Wrote only \d+ of/i;

/** What to do about common failures. */
function hint(said: string): string {
  if (FULL.test(said)) return '; free some space there and try again';
  if (/Permission denied/i.test(said)) return '; choose a workFolder that you may write to';
  return '';
}
