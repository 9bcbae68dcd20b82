import { Writable } from 'node:stream';
import { cli } from '../../src/cli/cli.js';
import type { Context } from '../../src/cli/services/context.js';
import { Terminal } from '../../src/cli/terminal/terminal.js';

/** A terminal of 80 columns that keeps what is written. */
function screen(onText?: (text: string) => void): { stream: Writable & { columns: number }; text: () => string } {
  let text = '';
  const stream = new Writable({
    write(chunk, _, done) {
      text += String(chunk);
      onText?.(String(chunk));
      done();
    },
  });
  return { stream: Object.assign(stream, { columns: 80 }), text: () => text };
}

/** Runs `trimtab` with some words in a folder, in this process, where nothing is built, run or analyzed. */
export function trimtab(folder: string, ...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const analyzeArchive = () => Promise.reject(new Error('nothing is analyzed here'));
  return trimtabWith({ analyzeArchive, findProbe: () => folder }, folder, ...words);
}

/** Parts that measure and analyze; `onText` is called with each piece of text that is printed. */
type Parts = Pick<Context, 'analyzeArchive' | 'findProbe'> & { readonly onText?: (text: string) => void };

/** As trimtab, with parts that measure and analyze. */
export async function trimtabWith(
  { onText, ...parts }: Parts,
  folder: string,
  ...words: string[]
): Promise<{ code: number; out: string; err: string }> {
  const [out, err] = [screen(onText), screen(onText)];
  const code = await cli(words, {
    terminal: new Terminal(out.stream, err.stream, {}),
    folder,
    signal: new AbortController().signal,
    ...parts,
  });
  return { code, out: out.text(), err: err.text() };
}
