/** Several answers in one output: each under a separate heading. */
import { randomBytes } from 'node:crypto';
import { quote } from '../shell/quote.js';

/** Builds a script that asks many things at once, and takes its output apart again. */
export class Sections {
  private readonly word = randomBytes(8).toString('hex');
  private readonly lines: string[] = [];

  /** @param command sh whose standard output becomes the section */
  add(name: string, command: string): void {
    this.lines.push(`printf '\\n%s %s\\n' ${this.word} ${quote(name)}`, command);
  }

  /** Adds the content of a file, empty if it does not exist. */
  addFile(name: string, path: string): void {
    this.add(name, `cat ${quote(path)} 2>/dev/null`);
  }

  get script(): string {
    return [...this.lines, 'true'].join('\n');
  }

  /** Sections by name. */
  parse(output: string): ReadonlyMap<string, string> {
    const parts = `\n${output}`.split(`\n${this.word} `).slice(1);
    return new Map(
      parts.map((part) => {
        const at = part.indexOf('\n');
        return [part.slice(0, at), part.slice(at + 1)];
      }),
    );
  }
}
