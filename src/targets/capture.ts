import { execa } from 'execa';
import type { Command } from './process.js';

/** How long a program may take to describe itself, in milliseconds. */
const PATIENCE = 10_000;

/**
 * What a short command prints on standard output (on standard error where it prints nothing else).
 * For questions such as `--version`: undefined when the program is absent, fails or takes too long.
 * @param folder working folder; the current one when left out
 * @param limit how many bytes of output are accepted at most; more counts as failure
 */
export async function capture(
  argv: readonly string[],
  environment: Command['environment'],
  folder?: string,
  limit = 1 << 20,
): Promise<string | undefined> {
  const program = argv.at(0);
  if (program === undefined) return undefined;
  const result = await execa(program, argv.slice(1), {
    env: environment,
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
    timeout: PATIENCE,
    maxBuffer: limit,
    stripFinalNewline: false,
    ...(folder === undefined ? {} : { cwd: folder }),
  });
  if (result.failed) return undefined;
  return result.stdout === '' ? result.stderr : result.stdout;
}
