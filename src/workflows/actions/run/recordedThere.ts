/** How much a job has recorded on its target, asked for while it runs: seldom, and ever more seldom. */
import { TrimtabError } from '../../../base/problem.js';
import type { Target } from '../../../targets/target.js';
import { writtenText } from '../../measuring/recordingProgress.js';

/** Between the first questions and, at last, between all others, in milliseconds. */
const FIRST_PAUSE = 5000;
const LONGEST_PAUSE = 60_000;

/** Recorded data of a job, in words. A failed query does not fail the run: without an answer nothing is reported. */
export class RecordedThere {
  private due = 0;
  private pause = FIRST_PAUSE;
  private text: string | undefined;

  /**
   * @param trace its folder on the target
   * @param now milliseconds, from any moment on
   */
  constructor(
    private readonly target: Pick<Target, 'sizes'>,
    private readonly trace: string,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Such as `1.2 GB recorded`, as of the last question; undefined as long as there is nothing. */
  async say(): Promise<string | undefined> {
    if (this.now() < this.due) return this.text;
    try {
      const [all = 0, records = 0] = await this.target.sizes([this.trace, `${this.trace}/raw`]);
      // The only other data next to the records is the archive in progress.
      this.text = writtenText(records, all - records > LEAST_ARCHIVE ? all - records : undefined) ?? this.text;
    } catch (error) {
      if (!(error instanceof TrimtabError)) throw error;
    }
    this.due = this.now() + this.pause;
    this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
    return this.text;
  }
}

/** Size in bytes above which the data next to the records is an archive, and not only a folder. */
const LEAST_ARCHIVE = 64 << 10;
