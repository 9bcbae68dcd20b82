import { fit } from './layout.js';
import type { Terminal } from './terminal.js';

/**
 * Shows the progress on standard error: one line of a terminal that is overwritten. In a pipe or the log of a job it
 * prints nothing: such a reader needs results, questions and errors only.
 */
export class ProgressLine {
  private shown = false;

  constructor(private readonly terminal: Terminal) {}

  /** Shows a step. @param fraction completed share of this stage */
  show(message: string, fraction?: number): void {
    if (!this.terminal.live) return;
    const share = fraction === undefined ? '' : ` ${Math.floor(fraction * 100)} %`;
    this.terminal.overwrite(fit(message + share, this.terminal.statusWidth - 1));
    this.shown = true;
  }

  /** Output of a build or program. */
  output(text: string): void {
    this.clear();
    this.terminal.status(text);
  }

  /** Removes the line, so that something else can be written. */
  clear(): void {
    if (this.shown) this.terminal.overwrite('');
    this.shown = false;
  }
}
