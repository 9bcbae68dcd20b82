import type { Reference } from './scalascaReference.js';

/** Where the rules followed here lead to other values than the reference, and why. */
export interface Difference {
  readonly traces: readonly string[];
  readonly metrics: RegExp;
  /**
   * Whether two values may differ.
   * @param key `path \t location`
   */
  readonly allows: (expected: number, found: number, key: string, reference: Reference) => boolean;
  /** One sentence without its full stop. */
  readonly reason: string;
}
