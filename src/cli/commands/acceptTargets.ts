/** Before targets are checked, all commands in their descriptions in a folder are shown, and the user must agree. */
import process from 'node:process';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import { revealedText } from '../../base/plainText.js';
import type { TargetConfiguration } from '../../targets/configuration.js';
import type { Context } from '../services/context.js';
import { agreesInTerminal } from '../terminal/question.js';

/**
 * Shows the commands and files that checking targets runs, and asks if a terminal is available. It does not ask if
 * their descriptions contain none: then only Trimtab's own checks run.
 * @param path of the trimtab.yaml with the descriptions
 * @param isAccepted whether the command line agrees already
 * @throws TrimtabError without a terminal, with the option to add; CancelledError when the user does not agree
 */
export async function acceptTargets(
  { terminal, signal }: Context,
  targets: readonly TargetConfiguration[],
  { path, isAccepted }: { readonly path: string; readonly isAccepted: boolean },
): Promise<void> {
  const lines = targets.flatMap(linesOf);
  if (lines.length === 0 || isAccepted) return;
  terminal.status(`${revealedText([`Checking these targets of ${path} runs:`, ...lines].join('\n'))}\n`);
  if (!process.stdin.isTTY)
    throw new TrimtabError(
      `The targets of ${path} were not checked: they bring the commands and files above. If you trust them, add --yes.`,
    );
  if (!(await agreesInTerminal('Run them?', signal))) throw new CancelledError();
}

/** Yields the commands in one description. */
function linesOf({ name, setup, environment, connection }: TargetConfiguration): string[] {
  const where = connection === undefined ? 'this machine' : connection.host;
  const config = connection?.sshConfig;
  const variables = Object.entries(environment).map(([variable, value]) => `      ${variable}=${value}`);
  const lines = [
    ...(config === undefined ? [] : [`    ssh with ${config}, whose Match and ProxyCommand may run on this machine`]),
    ...(setup === '' ? [] : [`    on ${where}:`, ...setup.split('\n').map((line) => `      ${line}`)]),
    ...(variables.length === 0 ? [] : [`    with variables on ${where}:`, ...variables]),
  ];
  return lines.length === 0 ? [] : [`  ${name}`, ...lines];
}
