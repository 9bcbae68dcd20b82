import { execa } from 'execa';
import type { Seconds } from '../units.js';
import type { Command } from './process.js';
import { findProgram, neutralFolder, type Search } from './programs.js';

/** How long a program may take to describe itself. */
const PATIENCE: Seconds = 10;

export interface CaptureOptions extends Pick<Search, 'folder' | 'outside'> {
  /** How many bytes of output are accepted at most; more counts as failure. */
  readonly limit?: number;
  /** Timeout; ten seconds if omitted. */
  readonly patience?: Seconds;
}

/**
 * Returns the standard output of a short command (standard error if there is no other output). For requests such as
 * `--version`: undefined when the program is absent, fails or is too slow. It runs in a folder outside of any project.
 */
export async function capture(
  argv: readonly string[],
  environment: Command['environment'],
  { limit = 1 << 20, patience = PATIENCE, ...where }: CaptureOptions = {},
): Promise<string | undefined> {
  const [name = '', ...words] = argv;
  const program = findProgram(name, { environment, ...where });
  if (program === undefined) return undefined;
  const result = await execa(program, words, {
    argv0: name,
    cwd: neutralFolder(),
    env: environment,
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
    timeout: patience * 1000,
    maxBuffer: limit,
    stripFinalNewline: false,
  });
  if (result.failed) return undefined;
  return result.stdout === '' ? result.stderr : result.stdout;
}
