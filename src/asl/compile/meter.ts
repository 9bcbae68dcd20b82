import { TrimtabError } from '../../base/problem.js';

/** What one property may take: whoever wrote it may have written anything. */
export interface Limits {
  /** Elements that are computed, all steps of all rows together. */
  readonly steps: number;
  readonly seconds: number;
  /** Elements of the sets that exist at one time. */
  readonly elements: number;
}

export const LIMITS: Limits = { steps: 50_000_000, seconds: 10, elements: 4_000_000 };

/** Thrown where a property takes more than it may; the others go on. */
export class LimitReached extends TrimtabError {}

/** Steps between looks at the clock. */
const LOOK = 1 << 20;

/** Counts what the evaluation of one property takes. */
export class Meter {
  private steps = 0;
  private nextLook = LOOK;
  private readonly begin: number;

  /** @param now seconds of a clock that only goes forward */
  constructor(
    private readonly limits: Limits,
    private readonly now: () => number,
  ) {
    this.begin = now();
  }

  /** Before `count` elements are computed. @throws LimitReached */
  take(count: number): void {
    this.steps += count + 1;
    if (this.steps > this.limits.steps)
      throw new LimitReached(`it was stopped after ${this.limits.steps} steps; go over fewer rows or smaller sets`);
    if (this.steps < this.nextLook) return;
    this.nextLook = this.steps + LOOK;
    if (this.now() - this.begin > this.limits.seconds)
      throw new LimitReached(`it was stopped after ${this.limits.seconds} s; go over fewer rows or smaller sets`);
  }

  /** Before a set of so many elements is made. @throws LimitReached */
  hold(count: number): void {
    this.take(count);
    if (count > this.limits.elements)
      throw new LimitReached(`it was stopped at a set of more than ${this.limits.elements} elements`);
  }
}
