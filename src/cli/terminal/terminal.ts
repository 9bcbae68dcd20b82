/** Output of the command line: results to standard output, everything else to standard error. */
import { OutputTail } from '../../base/processes/outputTail.js';
import { once } from 'node:events';
import type { Writable } from 'node:stream';

import { jsonText, outputText, plainLine } from '../../base/plainText.js';

/** A stream that may be a terminal. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

const WIDTH_WITHOUT_TERMINAL = 100;
const NARROWEST = 40;
/** Number of most recent characters that are kept. */
const REMEMBERED = 1 << 17;

/** Text styles: escape sequences around a text, or none. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  /** Colors a severity; always next to a number, never alone. */
  severity(text: string, severity: number): string;
}

/** Nothing around it, as in pipes. */
export const PLAIN: Style = { bold: (text) => text, dim: (text) => text, severity: (text) => text };

const escape = (code: string, text: string): string => `\u001b[${code}m${text}\u001b[0m`;

const COLORED: Style = {
  bold: (text) => escape('1', text),
  dim: (text) => escape('2', text),
  // Magenta, yellow, blue: distinguishable with red–green color blindness.
  severity: (text, severity) => escape(severity >= 0.1 ? '1;35' : severity >= 0.03 ? '33' : '34', text),
};

/** The sequences of `COLORED`, the only ones that are written. */
// oxlint-disable-next-line no-control-regex -- escape sequences are what this looks for
const ownSequence = /(\u001b\[(?:0|1|2|33|34|1;35)m)/;

/** Standard output and standard error of one invocation, and the only way to them: no other escape sequence, no
 * control character and no mark of direction gets through, whatever a text holds.
 */
export class Terminal {
  private readonly said = new OutputTail(REMEMBERED);

  constructor(
    private readonly stdout: Output,
    private readonly stderr: Output,
    private readonly environment: Readonly<Record<string, string | undefined>>,
  ) {}

  /** Columns to lay results out for. */
  get width(): number {
    return Math.max(NARROWEST, this.stdout.columns ?? WIDTH_WITHOUT_TERMINAL);
  }

  /** Colors only on a terminal, and not when NO_COLOR is set (https://no-color.org). */
  get style(): Style {
    const { NO_COLOR: none, TERM: term } = this.environment;
    const wanted = (none === undefined || none === '') && term !== 'dumb';
    return this.stdout.isTTY === true && wanted ? COLORED : PLAIN;
  }

  /** Whether progress can be shown on one line that is overwritten. */
  get live(): boolean {
    return this.stderr.isTTY === true;
  }

  get statusWidth(): number {
    return Math.max(NARROWEST, this.stderr.columns ?? WIDTH_WITHOUT_TERMINAL);
  }

  /** Writes a value as JSON that reads back the same. */
  json(value: unknown): Promise<void> {
    return this.lines([jsonText(value)]);
  }

  /** Writes lines of results; waits when the reader is slower. */
  async lines(lines: Iterable<string>): Promise<void> {
    let chunk = '';
    for (const line of lines) {
      chunk += `${this.withOwnColors(line)}\n`;
      if (chunk.length < 1 << 16) continue;
      await this.write(chunk);
      chunk = '';
    }
    if (chunk !== '') await this.write(chunk);
  }

  private async write(text: string): Promise<void> {
    if (!this.stdout.write(text)) await once(this.stdout, 'drain');
  }

  /** Writes to standard error: what happens, and what builds and programs print. */
  status(text: string): void {
    const shown = outputText(text);
    this.said.add(shown);
    this.stderr.write(shown);
  }

  /** Overwrites the current line of standard error; for terminals only. */
  overwrite(text: string): void {
    this.stderr.write(`\r\u001b[K${plainLine(text)}`);
  }

  private withOwnColors(line: string): string {
    if (this.style === PLAIN) return outputText(line);
    return line
      .split(ownSequence)
      .map((part, at) => (at % 2 === 1 ? part : outputText(part)))
      .join('');
  }

  /** The lines of a text that were not written to standard error lately, such as output that was shown as it came. */
  unsaid(text: string): string {
    const said = new Set(this.said.last(Number.POSITIVE_INFINITY).split(/\r?\n/));
    const lines = outputText(text)
      .split(/\r?\n/)
      .filter((line) => line.trim() === '' || !said.has(line));
    return lines.join('\n').trim();
  }
}
