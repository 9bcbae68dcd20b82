/** A log file that takes output as it comes, and never stops what is being logged. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { writeError } from '../experiments/index.js';

export class LogFile {
  private descriptor: number | undefined;
  private failure: string | undefined;

  constructor(private readonly path: string) {
    try {
      this.descriptor = openSync(path, 'a');
    } catch (error) {
      this.failure = writeError(path, error).message;
    }
  }

  /** Adds text. After a failure (a full disk) the rest is dropped; `problem` tells. */
  write(text: string): void {
    if (this.descriptor === undefined) return;
    const bytes = Buffer.from(text, 'utf8');
    try {
      let written = 0;
      while (written < bytes.length) written += writeSync(this.descriptor, bytes, written);
    } catch (error) {
      this.failure = writeError(this.path, error).message;
      this.close();
    }
  }

  /** Why the log is incomplete; undefined when it is whole. */
  get problem(): string | undefined {
    return this.failure;
  }

  close(): void {
    if (this.descriptor !== undefined) closeSync(this.descriptor);
    this.descriptor = undefined;
  }
}
