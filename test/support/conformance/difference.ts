import type { Reference } from './scalascaReference.js';
import type { TraceFacts } from './traceFacts.js';

/** A case in which the implemented rules lead to other values than the reference, and the reason. */
export interface Difference {
  /** Heading of the section of docs/scalasca.md that describes it. */
  readonly cause: string;
  /** Whether a trace has the cause. A difference without a cause in its trace is none that is understood. */
  readonly isIn: (facts: TraceFacts) => boolean;
  readonly metrics: RegExp;
  /**
   * Whether two values may differ.
   * @param key `path \t location`
   */
  readonly allows: (expected: number, found: number, key: string, reference: Reference, facts: TraceFacts) => boolean;
  /** One sentence without its full stop. */
  readonly reason: string;
}
