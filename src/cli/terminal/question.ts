/** The only way to ask in a terminal: what is asked is plain, whatever a file holds. */
import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { plainLine } from '../../base/plainText.js';

/**
 * Asks on standard error and reads a line of standard input.
 * @returns undefined when nothing was answered: at the end of the input, or after the signal
 */
export async function askInTerminal(question: string, signal: AbortSignal): Promise<string | undefined> {
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await asking.question(`${plainLine(question)} `, { signal }).catch(() => undefined);
  } finally {
    asking.close();
  }
}

/** Asks for a yes in full. */
export async function agreesInTerminal(question: string, signal: AbortSignal): Promise<boolean> {
  const answer = (await askInTerminal(`${question} (yes / no)`, signal)) ?? '';
  return answer.trim().toLowerCase() === 'yes';
}
