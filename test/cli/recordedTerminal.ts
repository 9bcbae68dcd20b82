/** A terminal, or a pipe, that remembers what was written to it. */
import { Writable } from 'node:stream';
import { type Output, Terminal } from '../../src/cli/terminal/terminal.js';

/** A terminal, and all that was written to it. @param isTTY whether a person watches */
export function recorded(isTTY: boolean): { readonly terminal: Terminal; readonly written: () => string } {
  const chunks: string[] = [];
  const stream: Output = Object.assign(
    new Writable({
      decodeStrings: false,
      write(chunk: string, _encoding, done) {
        chunks.push(chunk);
        done();
      },
    }),
    { isTTY },
  );
  return { terminal: new Terminal(stream, stream, {}), written: () => chunks.join('') };
}
