/** Where the command line writes: results to standard output, everything else to standard error. */
import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** A stream that may be a terminal. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

const WIDTH_WITHOUT_TERMINAL = 100;
const NARROWEST = 40;

/** Puts escape sequences around a text, or leaves it as it is. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  /** The colour of a severity; always beside a number, never alone. */
  severity(text: string, severity: number): string;
}

const PLAIN: Style = { bold: (text) => text, dim: (text) => text, severity: (text) => text };

const escape = (code: string, text: string): string => `\u001b[${code}m${text}\u001b[0m`;

const COLOURED: Style = {
  bold: (text) => escape('1', text),
  dim: (text) => escape('2', text),
  // Magenta, yellow, blue: told apart by people who see red and green alike.
  severity: (text, severity) => escape(severity >= 0.1 ? '1;35' : severity >= 0.03 ? '33' : '34', text),
};

/** Standard output and standard error of one invocation. */
export class Terminal {
  constructor(
    private readonly stdout: Output,
    private readonly stderr: Output,
    private readonly environment: Readonly<Record<string, string | undefined>>,
  ) {}

  /** Columns to lay results out for. */
  get width(): number {
    return Math.max(NARROWEST, this.stdout.columns ?? WIDTH_WITHOUT_TERMINAL);
  }

  /** Colours only on a terminal, and not when NO_COLOR is set (https://no-color.org). */
  get style(): Style {
    const { NO_COLOR: none, TERM: term } = this.environment;
    const wanted = (none === undefined || none === '') && term !== 'dumb';
    return this.stdout.isTTY === true && wanted ? COLOURED : PLAIN;
  }

  /** Whether progress can be shown on one line that is overwritten. */
  get live(): boolean {
    return this.stderr.isTTY === true;
  }

  get statusWidth(): number {
    return Math.max(NARROWEST, this.stderr.columns ?? WIDTH_WITHOUT_TERMINAL);
  }

  /** Writes lines of results; waits when the reader is slower. */
  async lines(lines: Iterable<string>): Promise<void> {
    let chunk = '';
    for (const line of lines) {
      chunk += `${line}\n`;
      if (chunk.length < 1 << 16) continue;
      await this.write(chunk);
      chunk = '';
    }
    if (chunk !== '') await this.write(chunk);
  }

  private async write(text: string): Promise<void> {
    if (!this.stdout.write(text)) await once(this.stdout, 'drain');
  }

  /** Writes to standard error, as it is. */
  status(text: string): void {
    this.stderr.write(text);
  }
}
