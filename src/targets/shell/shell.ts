/** Running POSIX sh scripts, here or on the far side of ssh, with output that can be trusted. */
import type { Readable } from 'node:stream';
import { TrimtabError } from '../../base/problem.js';
import type { OnOutput, ScriptResult } from './answer.js';

export interface ScriptOptions {
  /** Standard input of the script; called again when the script is restarted. */
  readonly input?: () => Readable;
  readonly signal?: AbortSignal;
  /** Standard output as it comes; the result's `stdout` is empty then. A promise holds back further output. */
  readonly onOutput?: OnOutput;
  /** False when a script that broke off in the middle must not be started again. */
  readonly repeatable?: boolean;
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

/** The connection was lost. `begun` is set if the script may have had effects. */
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

/** Messages of programs about a full disk; sh prints only "I/O error", GNU tar "Wrote only". */
export const FULL =
  /No space left on device|Disk quota exceeded|File too large|I\/O error|write error|Wrote only \d+ of/i;

/** Returns advice for common failures. */
function hint(said: string): string {
  if (FULL.test(said)) return '; free some space there and try again';
  if (/Permission denied/i.test(said)) return '; choose a workFolder that you may write to';
  return '';
}
