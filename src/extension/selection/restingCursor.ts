/** Milliseconds for which the cursor of an editor must rest on a line before the selection follows it. */
export const LINE_REST_MS = 300;

/** A document, and a 0-based line of it. */
export interface DocumentLine {
  readonly uri: string;
  readonly line: number;
}

/** Finds lines on which a person lets the cursor rest, and passes over those that Trimtab shows. */
export class RestingCursor {
  private timer: NodeJS.Timeout | undefined;
  private abort: AbortController | undefined;
  private shownLine: DocumentLine | undefined;

  /** @param rested called with a signal that is aborted when the cursor moves on */
  constructor(private readonly rested: (line: DocumentLine, signal: AbortSignal) => void) {}

  /** Trimtab shows a line: an editor reports that as a command, as it reports those of a person. */
  shows(line: DocumentLine): void {
    this.leave();
    this.shownLine = line;
  }

  moved(line: DocumentLine, by: 'input' | 'command'): void {
    this.leave();
    if (by === 'command' && this.shownLine?.uri === line.uri && this.shownLine.line === line.line) return;
    this.shownLine = undefined;
    this.timer = setTimeout(() => {
      this.abort = new AbortController();
      this.rested(line, this.abort.signal);
    }, LINE_REST_MS);
  }

  /** Follows the line no more on which the cursor is. */
  leave(): void {
    clearTimeout(this.timer);
    this.abort?.abort();
    this.abort = undefined;
  }
}
