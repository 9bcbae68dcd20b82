/** Output of a build around its first error, and where make was then. */
import { ErrorFinder } from './buildErrors.js';

/** Characters that are kept before the first error, and after it. */
const BEFORE = 128 << 10;
const AFTER = 64 << 10;
const ENTERING = /^(?:\S*\/)?g?make\[(\d+)\]: Entering directory ['`](.+)'$/;
const FAILED = /^(?:\S*\/)?g?make\[(\d+)\]: \*\*\* /;

export class BuildOutput {
  private readonly errors = new ErrorFinder();
  private text = '';
  private rest = '';
  private left = AFTER;
  /** The last folder of each level of make that is called by make. */
  private readonly folders = new Map<string, string>();
  /** Level of the first make that failed. Its error may come before or after the messages about folders. */
  private failedLevel: string | undefined;

  add(text: string): void {
    this.errors.add(text);
    const lines = (this.rest + text).split('\n');
    this.rest = (lines.pop() ?? '').slice(-4096);
    for (const line of lines) this.see(line);
    if (!this.errors.hasFound) this.text = (this.text + text).slice(-BEFORE);
    else if (this.left > 0) {
      this.text += text.slice(0, this.left);
      this.left -= text.length;
    }
  }

  private see(line: string): void {
    const [, level, folder] = ENTERING.exec(line) ?? [];
    if (level !== undefined && folder !== undefined) this.folders.set(level, folder);
    this.failedLevel ??= FAILED.exec(line)?.[1];
  }

  /** The first error, with file and line where the compiler named them. */
  get first(): string | undefined {
    return this.errors.first;
  }

  /** The output around it. */
  get aroundError(): string {
    return this.text;
  }

  /** Absolute path of the folder of the make that failed; undefined if it is that in which the build began. */
  get folder(): string | undefined {
    return this.failedLevel === undefined ? undefined : this.folders.get(this.failedLevel);
  }
}
