import type { Stage } from '../workflows/index.js';
import { fit } from './layout.js';
import type { Terminal } from './terminal.js';

/** Shows what is being done on standard error: one line that is overwritten on a terminal, else a line per step. */
export class ProgressLine {
  private shown = false;
  private stage: string | undefined;

  constructor(private readonly terminal: Terminal) {}

  /** Tells of a step. @param fraction share of this stage that is done */
  show(stage: Stage, message: string, fraction?: number): void {
    if (this.terminal.live) {
      const share = fraction === undefined ? '' : ` ${Math.floor(fraction * 100)} %`;
      this.terminal.overwrite(fit(message + share, this.terminal.statusWidth - 1));
      this.shown = true;
    } else if (stage !== this.stage) this.terminal.status(`${message}\n`);
    this.stage = stage;
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
