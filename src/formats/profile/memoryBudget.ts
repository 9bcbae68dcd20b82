import { TrimtabError } from '../../base/problem.js';
import { dataSize } from '../../base/text.js';

/**
 * Memory limit for reading one profile, in bytes. Objects are charged with the memory they need until the report is
 * made, as measured on Node.js 20. A whole analysis therefore stays below its limit for objects.
 */
const MOST_BYTES = 2 ** 30;

/** Bytes of things that readers keep, without their texts. */
export const Cost = {
  region: 2000,
  site: 200,
  callPath: 400,
  /** A value of a metric at a call path and location. */
  sum: 120,
  /** An entry of a map with a small object. */
  entry: 150,
  /** A number in a list. */
  number: 16,
} as const;

/** Thrown where a profile needs more memory than is given to one. */
export class TooLarge extends TrimtabError {
  /** @param reason the end of a sentence that begins with the profile: what is too large, and what to do */
  constructor(readonly reason: string) {
    super(`The profile ${reason}.`);
  }
}

/** Counts the memory of what is read of a profile, so that no file, however it is packed, fills it. */
export class MemoryBudget {
  private used = 0;

  constructor(private readonly most = MOST_BYTES) {}

  /** @throws TooLarge where all of it together is too much */
  take(bytes: number): void {
    this.used += bytes;
    if (this.used > this.most)
      throw new TooLarge(
        `needs more than ${dataSize(this.most)} of memory for its names, call paths and values; record fewer functions or a shorter run`,
      );
  }
}
