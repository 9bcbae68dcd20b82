import { closeSync, writeSync } from 'node:fs';
import { openToAppend, writeError } from '../../base/files/index.js';

/** Size limit for the output of one step: a program that prints endlessly must not fill the disk. */
const LARGEST_LOG = 64 << 20;

/** A log file that takes output as it comes, and never stops what is being logged. */
export class LogFile {
  private room: number;
  private descriptor: number | undefined;
  private failure: string | undefined;

  /** @param limit how many bytes are kept */
  constructor(
    private readonly path: string,
    limit = LARGEST_LOG,
  ) {
    this.room = limit;
    try {
      this.descriptor = openToAppend(path);
    } catch (error) {
      this.failure = writeError(path, error).message;
    }
  }

  /** Adds text. After a failure (a full disk) the rest is dropped; `problem` contains the reason. */
  write(text: string): void {
    if (this.descriptor === undefined) return;
    const bytes = Buffer.from(text, 'utf8').subarray(0, this.room);
    this.room -= bytes.length;
    try {
      let written = 0;
      while (written < bytes.length) written += writeSync(this.descriptor, bytes, written);
      if (this.room > 0) return;
      this.failure = `${this.path} holds only the beginning of the output; let the program print less to see all of it.`;
    } catch (error) {
      this.failure = writeError(this.path, error).message;
    }
    this.close();
  }

  /** Why the log is incomplete; undefined when it is whole. */
  get problem(): string | undefined {
    return this.failure;
  }

  close(): void {
    const { descriptor } = this;
    this.descriptor = undefined;
    if (descriptor === undefined) return;
    try {
      closeSync(descriptor);
    } catch (error) {
      this.failure ??= writeError(this.path, error).message; // some file systems write only now
    }
  }
}
