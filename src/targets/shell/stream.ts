/** A script as a stream: what is written goes to its standard input, what it prints can be read. */
import { Duplex, PassThrough } from 'node:stream';
import { CancelledError, TrimtabError } from '../../base/problem.js';
import type { Shell } from './shell.js';

/**
 * The stream ends when the script does, with an error where that failed; destroying it ends the script.
 * @param what for the sentence, such as `The node n1 cannot be reached`
 */
export function scriptStream(shell: Shell, what: string, script: string): Duplex {
  const input = new PassThrough();
  const output = new PassThrough();
  const closed = new AbortController();
  const stream = Duplex.from({ readable: output, writable: input });
  let begun = false;
  const once = (): PassThrough => {
    // Data lost with the connection cannot be sent again.
    if (begun) throw new TrimtabError(`${what}: the connection to ${shell.place} was lost.`);
    begun = true;
    return input;
  };
  const ended = (error: Error | undefined): void => {
    if (error === undefined) output.end();
    else output.destroy(error);
  };
  stream.once('close', () => closed.abort());
  shell
    .execute(script, {
      input: once,
      onOutput: (data) => void output.write(data),
      signal: closed.signal,
      repeatable: false,
    })
    .then(
      ({ code, stderr }) => ended(code === 0 ? undefined : new TrimtabError(`${what}: ${lastLine(stderr, code)}`)),
      (error: unknown) =>
        ended(error instanceof Error && !(error instanceof CancelledError) ? error : new CancelledError()),
    );
  return stream;
}

function lastLine(text: string, code: number): string {
  const last = text.trim().split('\n').at(-1) ?? '';
  return last === '' ? `exit code ${code}` : last;
}
