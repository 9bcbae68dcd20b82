import { execa } from 'execa';
import type { Seconds } from '../units.js';
import type { Command } from './process.js';
import { findProgram, neutralFolder, type Search } from './programs.js';

/** How long a program may take to describe itself. */
const PATIENCE: Seconds = 10;

export interface CaptureOptions extends Pick<Search, 'folder' | 'outside'> {
  /** How many bytes of output are accepted at most; more counts as failure. */
  readonly limit?: number;
  /** How long it may take; ten seconds when left out. */
  readonly patience?: Seconds;
}

/**
 * What a short command prints on standard output (on standard error where it prints nothing else).
 * For questions such as `--version`: undefined when the program is absent, fails or takes too long. It works in a folder
 * that belongs to nobody's project.
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
