import { readFileSync } from 'node:fs';

/** The 1-based number of the first line of a file that contains a text. */
export function lineIn(path: string, text: string): number {
  return (
    readFileSync(path, 'utf8')
      .split('\n')
      .findIndex((line) => line.includes(text)) + 1
  );
}
