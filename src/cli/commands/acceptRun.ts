/** Before an external run continues, its commands are shown and the user must accept them. */
import process from 'node:process';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import { revealedText } from '../../base/plainText.js';
import { readRun, reviewRun } from '../../workflows/runner/index.js';
import type { Context } from '../services/context.js';
import { agreesInTerminal } from '../terminal/question.js';

/**
 * Shows the commands of an external run, and asks if a terminal is available.
 * @param seen the fingerprint that was given on the command line
 * @returns the fingerprint of the accepted commands; undefined for a run that this user started here
 * @throws TrimtabError without a terminal, with the command to type; CancelledError when it must not continue
 */
export async function acceptedRun(
  { terminal, signal }: Context,
  project: string,
  {
    id,
    configuration,
    seen,
  }: { readonly id: string; readonly configuration: string; readonly seen: string | undefined },
): Promise<string | undefined> {
  if (!readRun(project, id).elsewhere) return undefined;
  if (seen !== undefined) return seen;
  const { text, fingerprint } = reviewRun(project, id, configuration);
  terminal.status(`${revealedText(text)}\n`);
  if (!process.stdin.isTTY)
    throw new TrimtabError(
      `The workflow run ${id} was not started here by you. If you trust the commands above, run: trimtab workflow resume ${id} --seen ${fingerprint}`,
    );
  const isAccepted = await agreesInTerminal('Start these commands and adopt the run?', signal);
  if (!isAccepted) throw new CancelledError();
  return fingerprint;
}
